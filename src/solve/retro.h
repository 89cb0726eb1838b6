// SPDX-License-Identifier: MIT
//
// Solves an ending of Racing Kings backwards from its ends.
//
// No move may give check or leave one, so a quiet move between two positions can be played in
// both directions: the positions before one are found by letting the other side move.  Moves that
// leave the ending (captures, and kings arriving) are judged once, at the start, from the smaller
// endings and the rules.  Then, ply by ply,
//
//     lost in n    makes each position before it won in n + 1, if it is not won sooner;
//     won in n     takes one hope from each position before it; who has none left is lost.
//
// What is never reached is drawn.  The fifty-move rule and repetition play no part.
#ifndef SOLVE_RETRO_H
#define SOLVE_RETRO_H

#include "roek/solve/solution.h"

typedef enum {
    RETRO_OK,
    RETRO_STOPPED,
    RETRO_NO_MEMORY,
    RETRO_TOO_DEEP, // a win longer than SOLUTION_DEEPEST plies
} RetroResult;

typedef struct {
    int threads;
    const Solution *smaller; // the endings that captures lead to, in any order
    int smaller_count;
    const _Atomic bool *stop;                   // ends it soon when true; may be NULL
    void (*progress)(void *context, int plies); // told after each ply; may be NULL
    void *context;
} RetroOptions;

/* On success fills `out`, to be released with solution_free. */
RetroResult retro_solve(int id, const RetroOptions *options, Solution *out);

#endif
