// SPDX-License-Identifier: MIT
//
// Retrograde analysis (Thompson 1986) of Racing Kings, with whole sets of positions at a time.
//
// For each pair of king squares the positions form a placement set (placement_set.h).  The solver
// works ply by ply.  For odd n a position is
//
//     won in n     if some move leads to a position lost in n - 1;
//
// and for even n, if it is not decided yet and has a move,
//
//     lost in n    if every move leads to a position that is won by now.
//
// Both steps need the predecessors of a set, which bit operations find for thousands of positions
// at a time.  Values after captures come from the smaller materials; they enter the sets as
// placements in which a man stands on the square of another.  Arrivals of kings on the eighth rank
// are evaluated at the start.  Positions that no step reaches are draws.
//
// At the end the solver counts the moves into lost positions, to find wins with an only move.
//
// The next sets of a pair depend only on the last sets of its neighbours.  So threads take pairs
// without locks, and the result does not depend on the number of threads.
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
    const RaceSolution *smaller; // the solutions after captures, in any order
    int smaller_count;
    const _Atomic bool *stop; // the solver ends soon after this becomes true; may be NULL
    void (*progress)(void *context, int plies); // called after each ply; may be NULL
    void *context;
} RetrogradeOptions;

/* Solves a material of up to five men.  On success fills `out`; the caller releases it with
 * race_solution_free. */
RetrogradeStatus retrograde_solve(int id, const RetrogradeOptions *options, RaceSolution *out);

#endif
