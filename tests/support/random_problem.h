// SPDX-License-Identifier: MIT
//
// Random positions that are more likely than others to have solutions as problems.
#ifndef SUPPORT_RANDOM_PROBLEM_H
#define SUPPORT_RANDOM_PROBLEM_H

#include "base/rng.h"
#include "core/position.h"

/* Few pieces; in half of the positions a king on the edge; sometimes castling rights, and pawns
 * about to promote or to be captured en passant. Mates and stalemates are frequent. False if the
 * position is not playable. */
bool random_open_problem(Rng *rng, int most, Position *out);

/* For selfmates: a strong White whose king is blocked by own pieces, and a Black with few moves.
 * False if the position is not playable. */
bool random_tight_problem(Rng *rng, int most, Position *out);

#endif
