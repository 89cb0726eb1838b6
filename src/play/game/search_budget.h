// SPDX-License-Identifier: MIT
//
// How much a player may think: its time control, and what else limits it.
#ifndef PLAY_GAME_SEARCH_BUDGET_H
#define PLAY_GAME_SEARCH_BUDGET_H

#include "game/chessclock.h"
#include "search/limits.h"

typedef struct {
    TimeControl time;
    int depth;      // 0: any
    uint64_t nodes; // 0: any number
} SearchBudget;

bool search_budget_is_limited(const SearchBudget *own);

/* What it leaves a player at this moment, with `overhead_ms` lost on the way.  An opponent without
 * a clock seems to have the same one. */
SearchLimits search_budget_limits(const SearchBudget *own, const ChessClock *clock, Color us,
                                  int64_t now, int64_t overhead_ms);

#endif
