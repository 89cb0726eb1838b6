// SPDX-License-Identifier: MIT
//
// The interface for a solver that looks for forced mates before a search begins. The search does
// not depend on any solver; solve/mate/mate_prober.h provides one.
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

/* The position to probe, and the time that the probe may take. */
typedef struct {
    const Position *pos;
    const Key *keys; // of the positions of the game so far
    int key_count;
    const SearchLimits *limits;
    int64_t soft_ms;  // planned time of the search; -1: no such limit
    int nodes_per_ms; // nodes that the probe may use per millisecond of it
    const atomic_bool *stop;
    bool *no_memory; // the prober sets it if it ran out of memory
} MateProbeQuery;

/* probe == NULL: none. A prober belongs to one engine, which frees it. */
typedef struct {
    void *context;
    /* Writes the main line of a forced mate for the side to move, against the longest defence.
     * Returns false if no mate was found. A mate that is returned must be proved. */
    bool (*probe)(void *context, const MateProbeQuery *order, SearchLine *out);
    void (*free)(void *context);
} MateProber;

#endif
