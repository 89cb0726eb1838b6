// SPDX-License-Identifier: MIT
//
// Solves an ending of Racing Kings backwards from its ends, one position after another: slower than
// the sweep, sharing nothing with it, and so its judge.
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
#ifndef SUPPORT_RETRO_H
#define SUPPORT_RETRO_H

#include "solve/race_tables/race_solution.h"

/* On success fills `out`, to be released with race_solution_free; `smaller` are the endings that
 * captures lead to.  False without memory, or if a win is longer than RACE_VALUE_PLIES_MAX plies.
 */
bool retro_solve(int id, const RaceSolution *smaller, RaceSolution *out);

#endif
