// SPDX-License-Identifier: MIT
//
// Positions that come again, and positions that could: both are draws for a search.
#ifndef SEARCH_REPETITION_H
#define SEARCH_REPETITION_H

#include "search/search_worker.h"

/* The position occurred before: once within the search, or twice before it. */
bool is_repetition(const Worker *w, const Node *n);

/* The side to move can step back into a position of this search, so it has a draw at least. */
bool can_repeat(const Worker *w, const Node *n);

#endif
