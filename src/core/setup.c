// SPDX-License-Identifier: MIT
#include "roek/core/setup.h"

#include "roek/base/text.h"

static const char *const FAULT_TEXT[FAULT_COUNT] = {
    "White has no king",
    "Black has no king",
    "White has more than one king",
    "Black has more than one king",
    "a pawn stands on the first or last rank",
    "the side that is not to move is in check",
    "a castling right has no king and rook in place",
    "no pawn can have just made the double step of the en-passant square",
    "a king is in check, which Racing Kings forbids",
    "Racing Kings has no pawns",
    "more than Q, 2 R, 2 B (of different square colours), 2 N on a side",
    "Black is to move with its king already on the eighth rank",
};

const char *setup_fault_text(SetupFaults single) {
    for (int i = 0; i < FAULT_COUNT; i++)
        if (single == 1u << i) return FAULT_TEXT[i];
    return "unknown fault";
}

void setup_faults_text(SetupFaults faults, char out[SETUP_FAULTS_MAX]) {
    Text text = text_on(out, SETUP_FAULTS_MAX);
    for (int i = 0; i < FAULT_COUNT; i++) {
        if (!(faults & 1u << i)) continue;
        if (text.used) text_string(&text, "; ");
        text_string(&text, FAULT_TEXT[i]);
    }
}

Setup setup_empty(void) {
    Setup setup = {.turn = WHITE, .ep = NO_SQUARE, .fullmove = 1};
    for (Square s = A1; s <= H8; s++) setup.piece[s] = NO_PIECE;
    return setup;
}

Bitboard setup_pieces(const Setup *setup, Color c, Role r) {
    Bitboard set = 0;
    for (Square s = A1; s <= H8; s++)
        if (setup->piece[s] == piece_of(c, r)) set |= bit(s);
    return set;
}

SetupFaults setup_king_faults(const Setup *setup) {
    SetupFaults faults = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        int kings = popcount(setup_pieces(setup, c, KING));
        if (kings == 0) faults |= (SetupFaults)FAULT_NO_WHITE_KING << c;
        if (kings > 1) faults |= (SetupFaults)FAULT_MANY_WHITE_KINGS << c;
    }
    return faults;
}
