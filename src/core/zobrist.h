// SPDX-License-Identifier: MIT
//
// Zobrist keys: random numbers whose exclusive-or identifies a position. Constants computed at
// build time.
#ifndef CORE_ZOBRIST_H
#define CORE_ZOBRIST_H

#include "core/move.h"

extern const uint64_t ZOBRIST_PIECE[16][64]; // by Piece and Square
extern const uint64_t ZOBRIST_CASTLING[64];  // by the square of the rook
extern const uint64_t ZOBRIST_EP[8];         // by file
extern const uint64_t ZOBRIST_BLACK;         // Black to move

/* Cuckoo hash table of reversible moves, for detecting a coming repetition (van Kervinck): the key
 * difference of every move of a piece other than a pawn on the empty board; 0 in free slots. A move
 * and its reverse have the same key difference. Each is in one of its two slots. */
enum { STEP_SLOTS = 8192 };
extern const uint64_t STEP_KEYS[STEP_SLOTS];
extern const Move STEPS[STEP_SLOTS];

/* The move of a piece other than a pawn that changes a position's key by `difference`, in either
 * direction; NO_MOVE if there is none. */
static inline Move step_of_key(uint64_t difference) {
    unsigned first = difference % STEP_SLOTS, second = (difference >> 16) % STEP_SLOTS;
    if (STEP_KEYS[first] == difference) return STEPS[first];
    return STEP_KEYS[second] == difference ? STEPS[second] : NO_MOVE;
}

#endif
