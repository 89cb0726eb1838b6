// SPDX-License-Identifier: MIT
//
// How long a search may take, in the terms of UCI, and the plan made of it.  Without any limit it
// goes on to the greatest depth, or until it is stopped.
#ifndef SEARCH_LIMITS_H
#define SEARCH_LIMITS_H

#include "core/move.h"
#include "search/params.h"

#include <stdatomic.h>

typedef struct {
    int64_t time_ms[2], increment_ms[2]; // clocks by colour; used if has_clock
    bool has_clock;
    int moves_to_go;              // 0: the rest of the game
    int64_t movetime_ms;          // 0: none
    int depth;                    // 0: none
    uint64_t nodes;               // 0: none
    uint64_t soft_nodes;          // no new iteration after so many; 0: none
    int mate;                     // stop when a mate in so many moves is found; 0: none
    bool infinite;                // answer only when stopped
    bool ponder;                  // think on the opponent's time until ponderhit
    int64_t overhead_ms;          // lost between the GUI and us, per move
    const MoveList *search_moves; // search these root moves only; NULL: all
    // an outside wish to stop, heard at any time, before the start as well; NULL: none.  It does
    // not wake an infinite search that has nothing more to do: that needs engine_stop.  While
    // pondering it ends the search but not the wait for engine_ponderhit
    const atomic_bool *stop;
} SearchLimits;

/* Does somebody outside want the search to stop? */
static inline bool limits_stop_requested(const SearchLimits *limits) {
    return limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed);
}

/* When to stop, in microseconds since the start: with an increment of a millisecond a rounded one
 * decides whether the clock runs down.  -1: no such limit. */
typedef struct {
    int64_t soft; // no new iteration after this, stretched while the best move is unsettled
    int64_t hard; // never later than this
} TimePlan;

/* So short that the clock must be looked at often, and nothing else may take time. */
static inline bool time_is_short(const TimePlan *plan) {
    enum { SHORT_US = 5000 };
    return plan->hard >= 0 && plan->hard < SHORT_US;
}

TimePlan time_plan(const SearchLimits *limits, Color us);

/* The soft limit stretched by what the iterations showed: how stable the best move is, whether the
 * score fell (centipawns), which share of the nodes the best move took (0..1). */
int64_t time_plan_soft(const TimePlan *plan, const SearchParams *params, int stable_iterations,
                       int score_drop, double best_share);

#endif
