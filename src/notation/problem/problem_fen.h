// SPDX-License-Identifier: MIT
//
// Problem FEN: the piece placement of a FEN (Forsyth notation) as problemists write it and Popeye
// reads it. S is a knight as well as N. A number of empty squares may continue over the edge
// ("48/5SPp/5K1k"). The slashes, and empty squares at the end, may be missing.
//
// A slash within a rank is an error here: Popeye ignores it, other programs fill up the rank.
#ifndef NOTATION_PROBLEM_PROBLEM_FEN_H
#define NOTATION_PROBLEM_PROBLEM_FEN_H

#include "core/setup.h"

#include <stddef.h>

typedef enum {
    PROBLEM_FEN_OK,
    PROBLEM_FEN_EMPTY,
    PROBLEM_FEN_BAD_PIECE, // neither a piece, a number nor '/'
    PROBLEM_FEN_STRAY_BAR, // a slash where no rank ends
    PROBLEM_FEN_TOO_LONG,  // more than 64 squares
} ProblemFenFault;

typedef struct {
    ProblemFenFault fault;
    int column;
} ProblemFenResult;

/* Reads the pieces from the first `length` characters. All other members of `out` stay as they are;
 * `out` is unchanged on failure. */
ProblemFenResult problem_fen_read(const char *text, size_t length, Setup *out);

const char *problem_fen_fault_text(ProblemFenFault fault);

#endif
