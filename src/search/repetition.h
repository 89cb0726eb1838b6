// SPDX-License-Identifier: MIT
//
// Positions that come again, and positions that could: both are draws for a search.
#ifndef SEARCH_REPETITION_H
#define SEARCH_REPETITION_H

#include "search/search_worker.h"

/* The position occurred before: once within the search, or twice before it. */
bool search_is_repetition(const SearchWorker *w, const SearchNode *n);

/* The side to move can step back into a position of this search, so it has a draw at least. */
bool search_can_repeat(const SearchWorker *w, const SearchNode *n);

#endif
