// SPDX-License-Identifier: MIT
//
// Why a move is illegal, in words: "the bishop on e3 is pinned by the rook on e8".
//
// The move generator only ever makes legal moves, so it cannot say what is wrong with another one.
// Here the rules are asked one after the other, the most telling first, until one objects.
#ifndef NOTATION_EXPLAIN_H
#define NOTATION_EXPLAIN_H

#include "roek/core/position.h"

#include <stddef.h>

enum { EXPLAIN_MAX = 256 };

/* Why the move from one square to another, with this promotion or NO_ROLE, is illegal; false, and
 * an empty text, if it is legal.  King takes own rook and the king's two steps mean castling. */
bool explain_squares(const Position *pos, Square from, Square to, Role promotion,
                     char out[EXPLAIN_MAX]);

/* The same for a move as somebody typed it, in any form that san_read takes; also when it is no
 * move at all or fits several. */
bool explain_text(const Position *pos, const char *text, size_t length, char out[EXPLAIN_MAX]);

#endif
