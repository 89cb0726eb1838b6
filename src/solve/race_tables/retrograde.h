// SPDX-License-Identifier: MIT
//
// Solves an ending of Racing Kings by whole sets of positions.
//
// For each pair of kings' squares the positions are a plane (placement_set.h).  Ply by ply, for n
// odd
//
//     won in n     from here some move leads to a position lost in n - 1;
//
// and for n even, among those that are not decided and have a move,
//
//     lost in n    from here no move leads to a position that is not won by now.
//
// Both ask for the positions before a set, which planes answer thousands at a time.  What a capture
// leads to is known from the smaller endings and stands in the planes where a man stands on
// another; kings that arrive are judged at the start.  What is never reached is drawn.
//
// At the end the moves into lost positions are counted, for the wins that hang on one move.
//
// A pair's next planes depend on its neighbours' last ones only, so threads share the pairs without
// locks, and any number of them gives the same result.
#ifndef SOLVE_RACE_TABLES_RETROGRADE_H
#define SOLVE_RACE_TABLES_RETROGRADE_H

#include "solve/race_tables/race_solution.h"

typedef enum {
    RETROGRADE_OK,
    RETROGRADE_STOPPED,
    RETROGRADE_NO_MEMORY,
    RETROGRADE_TOO_DEEP, // a win longer than RACE_VALUE_PLIES_MAX plies
} RetrogradeStatus;

typedef struct {
    int threads;                 // at least 1
    const RaceSolution *smaller; // the endings that captures lead to, in any order
    int smaller_count;
    const _Atomic bool *stop;                   // ends it soon when true; may be NULL
    void (*progress)(void *context, int plies); // told after each ply; may be NULL
    void *context;
} RetrogradeOptions;

/* Solves an ending of up to five men.  On success fills `out`, to be released with
 * race_solution_free. */
RetrogradeStatus retrograde_solve(int id, const RetrogradeOptions *options, RaceSolution *out);

#endif
