// SPDX-License-Identifier: MIT
//
// Static exchange evaluation: the material balance after both sides capture on one square, least
// valuable piece first.
#ifndef SEARCH_SEE_H
#define SEARCH_SEE_H

#include "core/position.h"

/* Piece values for exchanges, by role; kings and NO_ROLE are 0. */
extern const int SEE_VALUE[7];

/* Does `move` win at least `threshold`? */
bool see_at_least(const Position *pos, Move move, int threshold);

#endif
