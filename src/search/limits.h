// SPDX-License-Identifier: MIT
//
// The limits of a search in the terms of UCI, and the time plan made from them. Without any limit
// the search runs to the greatest depth or until it is stopped.
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
    uint64_t soft_nodes;          // no new iteration begins after this many; 0: none
    int mate;                     // stop when a mate in so many moves is found; 0: none
    bool infinite;                // return only when stopped
    bool ponder;                  // search on the opponent's time until ponderhit
    int64_t overhead_ms;          // time lost between GUI and engine, per move
    const MoveList *search_moves; // search these root moves only; NULL: all
    // The caller sets this flag to stop the search, at any time, even before the start; NULL: none.
    // It does not wake an infinite search that has reached its last iteration; that needs
    // engine_stop(). While pondering it ends the search, but engine_ponderhit() is still awaited.
    const atomic_bool *stop;
} SearchLimits;

/* Has the caller set its stop flag? */
static inline bool limits_stop_requested(const SearchLimits *limits) {
    return limits->stop && atomic_load_explicit(limits->stop, memory_order_relaxed);
}

/* When to stop, in microseconds since the start. Milliseconds would be too coarse: with an
 * increment of one millisecond, rounding decides whether the clock runs out. -1: no such limit. */
typedef struct {
    int64_t soft; // no new iteration begins after this; extended while the best move changes
    int64_t hard; // the search stops at this time at the latest
} TimePlan;

/* The time is so short that the search reads the clock often and starts no extra work. */
static inline bool time_is_short(const TimePlan *plan) {
    enum { SHORT_US = 5000 };
    return plan->hard >= 0 && plan->hard < SHORT_US;
}

TimePlan time_plan(const SearchLimits *limits, Color us);

/* The soft limit, scaled by the results of the iterations: for how many iterations the best move
 * has been stable, how far the score fell (centipawns), and which share of the nodes the best move
 * took (0..1). */
int64_t time_plan_soft(const TimePlan *plan, const SearchParams *params, int stable_iterations,
                       int score_drop, double best_share);

#endif
