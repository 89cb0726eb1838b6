// SPDX-License-Identifier: MIT
//
// Random positions in which problems have solutions more often than by chance.
#ifndef SUPPORT_RANDOM_PROBLEM_H
#define SUPPORT_RANDOM_PROBLEM_H

#include "base/rng.h"
#include "core/position.h"

/* Few pieces, a king on the edge half of the time, castling now and then, pawns about to promote or
 * to be taken en passant: mates and stalemates are frequent.  False: this one cannot be played. */
bool random_open_problem(Rng *rng, int most, Position *out);

/* Selfmates: a strong White, shut in by his own pieces, and a Black with little to move. */
bool random_tight_problem(Rng *rng, int most, Position *out);

#endif
