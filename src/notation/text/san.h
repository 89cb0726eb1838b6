// SPDX-License-Identifier: MIT
//
// Standard algebraic notation: Nf3, exd6, O-O, e8=Q#.
//
// Written strictly: the least that tells the move from the other legal ones, "+" for a check and
// "#" when somebody has won by it (in a race that can be either side, and there are no checks).
// Read generously: whatever names exactly one legal move.
#ifndef NOTATION_TEXT_SAN_H
#define NOTATION_TEXT_SAN_H

#include "base/text/text.h"
#include "core/position.h"

#include <stddef.h>

enum { SAN_MAX = 12 };

typedef enum {
    SAN_OK,
    SAN_SYNTAX,    // not the name of a move
    SAN_ILLEGAL,   // no legal move has this name
    SAN_AMBIGUOUS, // several legal moves have it
} SanResult;

/* Writes a legal move; NULL_MOVE is "--". */
void san_write(const Position *pos, Move move, char out[SAN_MAX]);

/* Writes moves in a row with their numbers: "1. e4 e5 2. Nf3", "7... Kg8 8. Qe8#". */
void san_write_line(Text *out, const Position *from, const Move *moves, int count);

/* Reads a move: SAN with or without "x", "=", "+", "#", "!", "?", "e.p."; castling with O, o or 0,
 * or as the king's two steps; also e2e4, e2-e4, Ng1-f3, e7e8q, and null moves ("--", "Z0").  The
 * text need not be terminated. `out` is untouched on failure. */
SanResult san_read(const Position *pos, const char *text, size_t length, Move *out);

/* What a san_read took the text to mean, as far as it said; NO_SQUARE, NO_ROLE and -1 for what it
 * left open.  This is what explains an illegal move. */
typedef struct {
    Role role;                // NO_ROLE: any, the from square being given
    int from_file, from_rank; // -1: not given
    Square to;
    Role promotion;
    int castle; // 2: king's side, 3: queen's side, else 0
    bool null;  // a pass
} SanParts;

/* The syntax alone; false if the text names no move. */
bool san_parse(const char *text, size_t length, SanParts *out);

/* "is not a move", "is not legal", … */
const char *san_result_text(SanResult result);

#endif
