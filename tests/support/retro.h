// SPDX-License-Identifier: MIT
//
// Retrograde analysis of a Racing Kings ending, one position after another. Slower than the table
// generator (solve/race_tables), shares no code with it, and so checks it.
//
// No move may give check or leave one, so a quiet move between two positions can be played in both
// directions: the predecessors of a position are found by letting the other side move. Moves that
// leave the ending (captures, and kings arriving) are evaluated once, at the start, from the
// smaller endings and the rules. Then, ply by ply:
//
// - A loss in n makes each predecessor a win in n + 1, unless it is won sooner.
// - A win in n decrements a counter of each predecessor: its moves not yet known to lose. At 0 it
//   is a loss.
//
// Positions that are never reached are draws. The fifty-move rule and repetition are ignored.
#ifndef SUPPORT_RETRO_H
#define SUPPORT_RETRO_H

#include "solve/race_tables/race_solution.h"

/* On success fills `out`, which race_solution_free releases. `smaller` are the endings to which
 * captures lead. False if memory ran out, or if a win is longer than RACE_VALUE_PLIES_MAX plies. */
bool retro_solve(int id, const RaceSolution *smaller, RaceSolution *out);

#endif
