// SPDX-License-Identifier: MIT
//
// Who may look for forced mates before a search begins: solvers plug in here, so that the search
// knows none of them.  solve/mate/mate_prober.h has one.
#ifndef SEARCH_MATE_PROBE_H
#define SEARCH_MATE_PROBE_H

#include "core/position.h"
#include "search/limits.h"
#include "search/score.h"

/* Moves in order. */
typedef struct {
    int count;
    Move moves[MAX_PLY];
} SearchLine;

/* Where to look, and how much of the search's time there is to spend. */
typedef struct {
    const Position *pos;
    const Key *keys; // of the game so far
    int key_count;
    const SearchLimits *limits;
    int64_t soft_ms;  // what the search plans to take; -1: no such limit
    int nodes_per_ms; // a scout's share of that
    const atomic_bool *stop;
    bool *no_memory; // to be set where nothing was seen for want of it
} MateProbeQuery;

/* look == NULL: none.  Each engine needs one of its own, and frees it. */
typedef struct {
    void *context;
    /* The line of a mate that the side to move can force; its length is the longest defence's.
     * False if none was seen.  What is found must be proved. */
    bool (*probe)(void *context, const MateProbeQuery *order, SearchLine *out);
    void (*free)(void *context);
} MateProber;

#endif
