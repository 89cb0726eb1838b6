// SPDX-License-Identifier: MIT
//
// Reads the input language of the problem solver Popeye: orthodox problems, with the English
// keywords. Keywords may be abbreviated as long as they are unambiguous:
//
//     BeginProblem
//     Author  A. Composer          Origin, Title, Remark: to the end of the line
//     Stipulation h#3
//     Option  SetPlay Duplex MaxSolutions 5
//     Pieces  White Kc1 Qa5h3 Black Kc6 Sb8      or: Forsyth 1s6/8/2k5/Q7/8/7Q/8/2K
//     Twin Move a5 a4              and: Exchange Remove Add Rotate Mirror Shift PolishType
//     Twin Continued Remove h3          Substitute Stipulation; ZeroPosition for the first
//     NextProblem                  another one, or
//     EndProblem
//
// The knight is S, as N is the nightrider. Fairy pieces, conditions and options are rejected with
// an error that names them. Options that only make Popeye faster, or its output shorter, are
// ignored.
#ifndef NOTATION_PROBLEM_POPEYE_H
#define NOTATION_PROBLEM_POPEYE_H

#include "base/text/text.h"
#include "core/setup.h"
#include "notation/problem/problem_fen.h"

enum { POPEYE_TWINS_MAX = 512 };

/* A part of the input text. */
typedef struct {
    const char *at; // NULL: missing
    size_t length;
} PopeyeSpan;

typedef struct {
    Setup setup;                      // the pieces and the en-passant square
    Bitboard moved;                   // kings and rooks here have moved and may not castle
    PopeyeSpan stipulation;           // not interpreted here; without "exact-"
    PopeyeSpan author, origin, title; // the last one of each
    bool exact;                       // only solutions of exactly this length
    bool white_begins;                // White begins: h#3 means h#2.5
    bool set_play, every_defence, no_short, after_key;
    bool duplex, half_duplex;     // solve for both sides; only for the other side
    int refutations;              // tries have at most so many refutations; 0: no tries
    int most, seconds;            // most solutions, and seconds; 0: no limit
    char twins[POPEYE_TWINS_MAX]; // in the syntax of twin.h; "" if there are none
} PopeyeProblem;

typedef enum {
    POPEYE_OK,
    POPEYE_BAD_COMMAND,
    POPEYE_AMBIGUOUS,
    POPEYE_STRUCTURED,
    POPEYE_CONDITION,
    POPEYE_FAIRY_PIECE,
    POPEYE_FAIRY_KIND,
    POPEYE_NO_COLOUR,
    POPEYE_NO_SQUARES,
    POPEYE_NO_NUMBER,
    POPEYE_NO_EP,
    POPEYE_FAIRY_OPTION,
    POPEYE_MOVE_NUMBER,
    POPEYE_BAD_TWIN,
    POPEYE_BAD_ROTATION,
    POPEYE_BAD_MIRROR,
    POPEYE_LATE_ZERO,
    POPEYE_MANY_TWINS,
    POPEYE_NO_STIPULATION,
    POPEYE_EMPTY_BOARD,
    POPEYE_BAD_FEN, // see `fen`
} PopeyeFault;

typedef struct {
    PopeyeFault fault;
    int column; // byte offset in the text
    ProblemFenFault fen;
} PopeyeResult;

/* If the line begins with the keyword BeginProblem, returns the text behind it; else NULL. */
const char *popeye_begin(const char *line);

/* If the line contains the keyword that ends a problem, returns its place and sets `*length` and
 * `*another` (NextProblem: another problem follows). NULL if there is none. */
const char *popeye_end(const char *line, bool *another, size_t *length);

/* Reads a problem: all lines between the keywords that begin and end it. `out` points into the text
 * and is unchanged on failure. */
PopeyeResult popeye_read(const char *text, PopeyeProblem *out);

const char *popeye_fault_text(PopeyeResult result);

#endif
