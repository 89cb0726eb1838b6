// SPDX-License-Identifier: MIT
//
// Forsyth as problemists write it and Popeye reads it: S is a knight as well as N, runs of empty
// squares may go on over the edge ("48/5SPp/5K1k"), the bars may be missing, and so may what is
// empty at the end.
//
// A bar within a rank is a mistake: Popeye reads on without a word, others fill the rank up.
#ifndef NOTATION_PROBLEM_PROBLEM_FEN_H
#define NOTATION_PROBLEM_PROBLEM_FEN_H

#include "core/setup.h"

#include <stddef.h>

typedef enum {
    PROBLEM_FEN_OK,
    PROBLEM_FEN_EMPTY,
    PROBLEM_FEN_BAD_PIECE, // neither a piece nor a number nor '/'
    PROBLEM_FEN_STRAY_BAR, // a bar where no rank ends
    PROBLEM_FEN_TOO_LONG,  // more than 64 squares
} ProblemFenFault;

typedef struct {
    ProblemFenFault fault;
    int column;
} ProblemFenResult;

/* Puts the pieces of the first `length` characters on the board, and leaves everything else as it
 * is; `out` is untouched on failure. */
ProblemFenResult problem_fen_read(const char *text, size_t length, Setup *out);

const char *problem_fen_fault_text(ProblemFenFault fault);

#endif
