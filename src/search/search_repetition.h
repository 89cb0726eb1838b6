// SPDX-License-Identifier: MIT
//
// Detection of repetitions, and of positions where one could be forced: the search scores both as
// draws.
#ifndef SEARCH_SEARCH_REPETITION_H
#define SEARCH_SEARCH_REPETITION_H

#include "search/search_worker.h"

/* The position occurred before: once within the search, or twice before it. */
bool search_is_repetition(const SearchWorker *w, const SearchNode *n);

/* The side to move can return to a position of this search in one move, so a draw is the least it
 * gets (upcoming repetition, after Stockfish's has_game_cycle with cuckoo tables). */
bool search_can_repeat(const SearchWorker *w, const SearchNode *n);

#endif
