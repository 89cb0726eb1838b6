// SPDX-License-Identifier: MIT
//
// A set-up: any arrangement of pieces, playable or not.
//
// Only position_from_setup turns a set-up into a Position. It reports all faults of a set-up at
// once, as a set of bits.
#ifndef CORE_SETUP_H
#define CORE_SETUP_H

#include "core/types.h"

typedef struct {
    Piece piece[64];
    Color turn;
    Bitboard castling; // the squares of rooks that may castle
    Square ep;         // or NO_SQUARE
    int halfmove;      // half-moves since the last capture or pawn move
    int fullmove;      // starts at 1, grows after Black's move
} Setup;

typedef uint32_t SetupFaults;

enum {
    SETUP_NO_WHITE_KING = 1 << 0,
    SETUP_NO_BLACK_KING = 1 << 1,
    SETUP_MANY_WHITE_KINGS = 1 << 2,
    SETUP_MANY_BLACK_KINGS = 1 << 3,
    SETUP_PAWN_ON_EDGE = 1 << 4,
    SETUP_OPPONENT_IN_CHECK = 1 << 5,
    SETUP_BAD_CASTLING = 1 << 6,
    SETUP_BAD_EN_PASSANT = 1 << 7,
    SETUP_IN_CHECK = 1 << 8,
    SETUP_HAS_PAWNS = 1 << 9,
    SETUP_EXTRA_PIECES = 1 << 10,
    SETUP_RACE_OVER = 1 << 11,
    SETUP_FAULT_COUNT = 12
};

/* The name of one fault (by its bit, from 0) for programs, and its text for users: "no-white-king",
 * "White has no king". */
const char *setup_fault_name(int fault);
const char *setup_fault_text(int fault);

/* The texts of all faults, joined by "; ", in a buffer of SETUP_FAULTS_TEXT_MAX bytes. */
enum { SETUP_FAULTS_TEXT_MAX = 1024 };
void setup_faults_text(SetupFaults faults, char out[SETUP_FAULTS_TEXT_MAX]);

/* The empty board, White to move, move 1. */
Setup setup_empty(void);

/* The squares on which this piece stands. */
Bitboard setup_pieces(const Setup *setup, Color c, Role r);

/* Faults that all variants share: a missing king, or more than one. */
SetupFaults setup_king_faults(const Setup *setup);

#endif
