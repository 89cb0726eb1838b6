// SPDX-License-Identifier: MIT
//
// Moves by their squares, as UCI writes them: e2e4, e7e8q.
//
// Castling has two spellings: the king's two steps (e1g1) in ordinary chess, the king taking its
// own rook (e1h1) in Chess960.  Written is one of them, read are both.
#ifndef NOTATION_TEXT_UCI_MOVE_H
#define NOTATION_TEXT_UCI_MOVE_H

#include "core/position.h"

#include <stddef.h>

enum { UCI_MOVE_MAX = 8 };

/* Writes a legal move.  Castling is king takes rook when `chess960`, or when a castling right of
 * the position belongs to another place than king e, rooks a and h.  NO_MOVE and NULL_MOVE are
 * "0000". */
void uci_move_write(const Position *pos, Move move, bool chess960, char out[UCI_MOVE_MAX]);

/* The legal move of this spelling (either form of castling, promotion letter in either case);
 * NO_MOVE if it is none.  The text need not be terminated. */
Move uci_move_read(const Position *pos, const char *text, size_t length);

/* The legal move between two squares with this promotion (NO_ROLE: none), castling in either
 * form; NO_MOVE if there is none. */
Move uci_move_find(const Position *pos, Square from, Square to, Role promotion);

/* Do all castling rights belong to a king on the e-file and rooks in the corners?  Else it is
 * Chess960, and programs must be told. */
bool castling_is_classical(const Position *pos);

/* "e4" or NO_SQUARE; two characters are looked at. */
Square square_read(const char *text);
void square_write(Square s, char out[3]);

#endif
