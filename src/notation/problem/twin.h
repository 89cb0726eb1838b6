// SPDX-License-Identifier: MIT
//
// Twins: small changes to a diagram that make another problem of it.
//
//     b) bRa6            a black rook on a6 as well (or instead of what stands there)
//     c) -b7 h2-h3       b7 empty; the piece from h2 to h3
//     d) a1<>h8          two pieces exchanged
//     e) shift a1-b1     everything one file to the right
//     f) colours         white pieces black, black pieces white
//     g) mirror  flip  rotate90  rotate180  rotate270
//     h) R>B             all rooks become bishops
//     +i) h#3            on top of the twin before, with another stipulation
//
// Words stand apart by blanks or commas.  Pieces are K Q R B N (or S) P.  A word with '#' or '='
// and a number is a stipulation, which is the caller's business.
#ifndef NOTATION_PROBLEM_TWIN_H
#define NOTATION_PROBLEM_TWIN_H

#include "base/text/text.h"
#include "core/setup.h"

typedef enum {
    TWIN_OK,
    TWIN_NO_LABEL,   // a twin begins with a letter and ')'
    TWIN_BAD_WORD,   // none of the above
    TWIN_NO_PIECE,   // nothing stands on the square
    TWIN_NO_SUCH,    // no piece of this kind is there to become another
    TWIN_OFF_BOARD,  // the shift pushes a piece over the edge
    TWIN_NO_CHANGES, // a label with nothing behind it, or with what changes nothing
} TwinFault;

typedef struct {
    TwinFault fault;
    int column;
} TwinResult;

typedef struct {
    char label;
    bool continues; // it changes the twin before it
    Setup setup;
    const char *stipulation; // into the text, not terminated; NULL: that of what is changed
    size_t stipulation_length;
} Twin;

/* Reads the next twin of the text.  `diagram` is what it changes, `before` the twin before it (or
 * the diagram again).  The cursor moves behind it; `out` is untouched on failure. */
TwinResult twin_read(Cursor *c, const Setup *diagram, const Setup *before, Twin *out);

const char *twin_fault_text(TwinFault fault);

#endif
