// SPDX-License-Identifier: MIT
#include "core/setup.h"

#include "base/text/text.h"

/* Indexed by bit: the name for programs, and the text for users. */
static const struct {
    const char *name, *text;
} FAULTS[SETUP_FAULT_COUNT] = {
    {"no-white-king", "White has no king"},
    {"no-black-king", "Black has no king"},
    {"white-kings", "White has more than one king"},
    {"black-kings", "Black has more than one king"},
    {"pawn-on-edge", "a pawn stands on the first or last rank"},
    {"opponent-in-check", "the side that is not to move is in check"},
    {"castling", "a castling right has no king and rook in place"},
    {"en-passant", "no pawn can have just made the double step of the en-passant square"},
    {"in-check", "a king is in check, which Racing Kings forbids"},
    {"pawns", "Racing Kings has no pawns"},
    {"army", "more than Q, 2 R, 2 B (of different square colours), 2 N on a side"},
    {"race-over", "Black is to move with its king already on the eighth rank"},
};

const char *setup_fault_name(int fault) {
    return FAULTS[fault].name;
}

const char *setup_fault_text(int fault) {
    return FAULTS[fault].text;
}

void setup_faults_text(SetupFaults faults, char out[SETUP_FAULTS_TEXT_MAX]) {
    Text text = text_on(out, SETUP_FAULTS_TEXT_MAX);
    for (int i = 0; i < SETUP_FAULT_COUNT; i++) {
        if (!(faults & 1u << i)) continue;
        if (text.used) text_string(&text, "; ");
        text_string(&text, FAULTS[i].text);
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
        if (kings == 0) faults |= (SetupFaults)SETUP_NO_WHITE_KING << c;
        if (kings > 1) faults |= (SetupFaults)SETUP_MANY_WHITE_KINGS << c;
    }
    return faults;
}
