// SPDX-License-Identifier: MIT
//
// Static exchange: what is left when both sides take on one square, cheapest piece first?
#ifndef SEARCH_SEE_H
#define SEARCH_SEE_H

#include "core/position.h"

/* Rough values for exchanges, by role; kings and NO_ROLE are 0. */
extern const int SEE_VALUE[7];

/* Does `move` win at least `threshold`? */
bool see_at_least(const Position *pos, Move move, int threshold);

#endif
