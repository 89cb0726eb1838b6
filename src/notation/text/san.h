// SPDX-License-Identifier: MIT
//
// Standard algebraic notation: Nf3, exd6, O-O, e8=Q#.
//
// Writing is strict: as few characters as distinguish the move from the other legal ones, "+" for
// check, and "#" if the game then has a winner (in Racing Kings either side; that game has no
// checks). Reading is tolerant: any text is accepted that fits exactly one legal move.
#ifndef NOTATION_TEXT_SAN_H
#define NOTATION_TEXT_SAN_H

#include "base/text/text.h"
#include "core/position.h"

#include <stddef.h>

enum { SAN_MAX = 12 };

typedef enum {
    SAN_OK,
    SAN_SYNTAX,    // not a move in any notation
    SAN_ILLEGAL,   // no legal move fits
    SAN_AMBIGUOUS, // several legal moves fit
} SanResult;

/* Writes a legal move; NULL_MOVE is "--". */
void san_write(const Position *pos, Move move, char out[SAN_MAX]);

/* Writes a sequence of moves with their numbers: "1. e4 e5 2. Nf3", "7... Kg8 8. Qe8#". */
void san_write_line(Text *out, const Position *from, const Move *moves, int count);

/* Reads a move: SAN with or without "x", "=", "+", "#", "!", "?", "e.p."; castling with O, o or 0,
 * or as the king's two steps; also e2e4, e2-e4, Ng1-f3, e7e8q, and null moves ("--", "Z0"). The
 * text need not be terminated. `out` is unchanged on failure. */
SanResult san_read(const Position *pos, const char *text, size_t length, Move *out);

/* The parts of a move's text. NO_SQUARE, NO_ROLE and -1 stand for parts that the text leaves open.
 * illegal_move.c explains illegal moves by it. */
typedef struct {
    Role role;                // NO_ROLE: any; then the from-square is given
    int from_file, from_rank; // -1: not given
    Square to;
    Role promotion;
    int castle; // 2: king's side, 3: queen's side, 0: no castling
    bool null;  // a null move
} SanParts;

/* Parses a move without a position. False if the text is not a move in any notation. */
bool san_parse(const char *text, size_t length, SanParts *out);

/* "is not a move", "is not legal", … */
const char *san_result_text(SanResult result);

#endif
