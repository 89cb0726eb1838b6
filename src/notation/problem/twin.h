// SPDX-License-Identifier: MIT
//
// Twins: small changes to a diagram that make another problem of it.
//
//     b) bRa6            adds a black rook on a6 (or replaces the piece there)
//     c) -b7 h2-h3       removes the piece on b7; moves the piece from h2 to h3
//     d) a1<>h8          exchanges two pieces
//     e) shift a1-b1     moves everything one file to the right
//     f) colours         exchanges the colours of all pieces
//     g) mirror  flip  rotate90  rotate180  rotate270
//     h) R>B             all rooks become bishops
//     +i) h#3            changes the twin before, here by another stipulation
//
// Words are separated by blanks or commas. Pieces are K Q R B N (or S) P. A word with '#' or '=' is
// a stipulation, which the caller interprets.
#ifndef NOTATION_PROBLEM_TWIN_H
#define NOTATION_PROBLEM_TWIN_H

#include "base/text/text.h"
#include "core/setup.h"

typedef enum {
    TWIN_OK,
    TWIN_NO_LABEL,   // the label is missing: a letter and ')'
    TWIN_BAD_WORD,   // none of the above
    TWIN_NO_PIECE,   // nothing stands on the square
    TWIN_NO_SUCH,    // no piece of this kind to be replaced
    TWIN_OFF_BOARD,  // the shift pushes a piece over the edge
    TWIN_NO_CHANGES, // no changes after the label, or only such as change nothing
} TwinFault;

typedef struct {
    TwinFault fault;
    int column;
} TwinResult;

typedef struct {
    char label;
    bool continues; // it changes the previous twin, not the diagram
    Setup setup;
    const char *stipulation; // part of the text, not terminated; NULL: the stipulation stays
    size_t stipulation_length;
} Twin;

/* Reads the next twin. `diagram` is the diagram of the problem, `before` the previous twin (or the
 * diagram). Moves the cursor behind the twin; `out` is unchanged on failure. */
TwinResult twin_read(Cursor *c, const Setup *diagram, const Setup *before, Twin *out);

const char *twin_fault_text(TwinFault fault);

#endif
