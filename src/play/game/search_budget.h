// SPDX-License-Identifier: MIT
//
// Limits of a player for the whole game: time control, depth and nodes.
#ifndef PLAY_GAME_SEARCH_BUDGET_H
#define PLAY_GAME_SEARCH_BUDGET_H

#include "game/chessclock.h"
#include "search/limits.h"

typedef struct {
    TimeControl time;
    int depth;      // 0: no limit
    uint64_t nodes; // 0: no limit
} SearchBudget;

bool search_budget_is_limited(const SearchBudget *own);

/* The limits for the next move; `overhead_ms` is subtracted from the time.  If the opponent has no
 * clock, its time is assumed to be the same. */
SearchLimits search_budget_limits(const SearchBudget *own, const ChessClock *clock, Color us,
                                  int64_t now, int64_t overhead_ms);

#endif
