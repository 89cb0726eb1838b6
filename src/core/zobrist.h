// SPDX-License-Identifier: MIT
//
// Random numbers whose exclusive-or names a position; constants computed while building.
#ifndef CORE_ZOBRIST_H
#define CORE_ZOBRIST_H

#include <stdint.h>

extern const uint64_t ZOBRIST_PIECE[16][64]; // by Piece and Square
extern const uint64_t ZOBRIST_CASTLING[64];  // by the square of the rook
extern const uint64_t ZOBRIST_EP[8];         // by file
extern const uint64_t ZOBRIST_BLACK;         // Black to move

#endif
