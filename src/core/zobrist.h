// SPDX-License-Identifier: MIT
//
// Random numbers whose exclusive-or names a position; constants computed while building.
#ifndef CORE_ZOBRIST_H
#define CORE_ZOBRIST_H

#include "core/move.h"

extern const uint64_t ZOBRIST_PIECE[16][64]; // by Piece and Square
extern const uint64_t ZOBRIST_CASTLING[64];  // by the square of the rook
extern const uint64_t ZOBRIST_EP[8];         // by file
extern const uint64_t ZOBRIST_BLACK;         // Black to move

/* By what a piece's step changes the key: 0 where no step has that hash.  A step and its return are
 * the same key.  Each step is in one of the two places its key may have (cuckoo hashing). */
enum { STEP_SLOTS = 8192 };
extern const uint64_t STEP_KEYS[STEP_SLOTS];
extern const Move STEPS[STEP_SLOTS];

/* The step of a piece other than a pawn that changes a position's key by `difference`, in either
 * direction; NO_MOVE if none does. */
static inline Move step_of_key(uint64_t difference) {
    unsigned first = difference % STEP_SLOTS, second = (difference >> 16) % STEP_SLOTS;
    if (STEP_KEYS[first] == difference) return STEPS[first];
    return STEP_KEYS[second] == difference ? STEPS[second] : NO_MOVE;
}

#endif
