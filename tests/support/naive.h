// SPDX-License-Identifier: MIT
//
// A second opinion on the rules, as simple as possible and sharing nothing with src/core but the
// vocabulary: it walks squares of a Setup one step at a time, tries every move out, and looks
// whether a king could then be captured.
#ifndef SUPPORT_NAIVE_H
#define SUPPORT_NAIVE_H

#include "core/move.h"
#include "core/setup.h"

typedef enum { NAIVE_CHESS, NAIVE_RACE } NaiveGame;

/* All legal moves of a playable set-up, in no particular order; none when a race is over. */
void naive_legal_moves(const Setup *setup, NaiveGame game, MoveList *out);

/* The set-up after a move, clocks and castling rights included. */
Setup naive_after(const Setup *setup, Move move);

/* Does a piece of colour `by` attack the square? */
bool naive_is_attacked(const Setup *setup, Square s, Color by);

/* Squares that a piece on `s` reaches, blockers included, when those of `occupied` are taken. */
Bitboard naive_attacks(Piece piece, Square s, Bitboard occupied);

#endif
