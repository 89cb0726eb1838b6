// SPDX-License-Identifier: MIT
//
// Moves as UCI writes them: e2e4, e7e8q.
//
// Castling has two forms: the king's two steps (e1g1) in ordinary chess, and king takes own rook
// (e1h1) in Chess960. Reading accepts both.
#ifndef NOTATION_TEXT_UCI_MOVE_H
#define NOTATION_TEXT_UCI_MOVE_H

#include "core/position.h"

#include <stddef.h>

enum { UCI_MOVE_MAX = 8 };

/* Writes a legal move. Castling is written as king takes rook if `chess960`, or if the position has
 * a castling right of a king off the e-file or a rook off the corner. NO_MOVE and NULL_MOVE are
 * "0000". */
void uci_move_write(const Position *pos, Move move, bool chess960, char out[UCI_MOVE_MAX]);

/* Reads a legal move (castling in either form, promotion letter in either case). NO_MOVE if the
 * text is none. The text need not be terminated. */
Move uci_move_read(const Position *pos, const char *text, size_t length);

/* The legal move between two squares with this promotion (NO_ROLE: none), castling in either form.
 * NO_MOVE if there is none. */
Move uci_move_find(const Position *pos, Square from, Square to, Role promotion);

/* Do all castling rights belong to a king on the e-file and rooks in the corners? If not, the
 * position needs Chess960, and UCI engines need the option UCI_Chess960. */
bool castling_is_classical(const Position *pos);

/* Reads a square such as "e4" from two characters. NO_SQUARE if it is none. */
Square square_read(const char *text);
void square_write(Square s, char out[3]);

#endif
