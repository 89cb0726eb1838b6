// SPDX-License-Identifier: MIT
//
// A second implementation of the rules, as simple as possible, which shares only the types with
// src/core. It steps from square to square on a Setup, makes every move, and checks whether a king
// could then be captured.
#ifndef SUPPORT_NAIVE_H
#define SUPPORT_NAIVE_H

#include "core/move.h"
#include "core/setup.h"

typedef enum { NAIVE_CHESS, NAIVE_RACE } NaiveGame;

/* All legal moves of a playable set-up, in no particular order; none when a race is over. */
void naive_legal_moves(const Setup *setup, NaiveGame game, MoveList *out);

/* The set-up after a move, with move counters and castling rights updated. */
Setup naive_after(const Setup *setup, Move move);

/* Does a piece of colour `by` attack the square? */
bool naive_is_attacked(const Setup *setup, Square s, Color by);

/* The squares that a piece on `s` attacks, including the first blocker, if the squares of
 * `occupied` are occupied. */
Bitboard naive_attacks(Piece piece, Square s, Bitboard occupied);

#endif
