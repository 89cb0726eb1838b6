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
    FORSYTH_OK,
    FORSYTH_EMPTY,
    FORSYTH_BAD_PIECE, // neither a piece nor a number nor '/'
    FORSYTH_CROOKED,   // a bar where no rank ends
    FORSYTH_LONG,      // more than 64 squares
} ForsythFault;

typedef struct {
    ForsythFault fault;
    int column;
} ForsythResult;

/* Puts the pieces of the first `length` characters on the board, and leaves everything else as it
 * is; `out` is untouched on failure. */
ForsythResult forsyth_read(const char *text, size_t length, Setup *out);

const char *forsyth_fault_text(ForsythFault fault);

#endif
