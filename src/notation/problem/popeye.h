// SPDX-License-Identifier: MIT
//
// Problems as they are written for Popeye, as far as they are orthodox, with English words that may
// be shortened as long as they stay clear:
//
//     BeginProblem
//     Author  Somebody             Origin, Title, Remark: to the end of the line
//     Stipulation h#3
//     Option  SetPlay Duplex MaxSolutions 5
//     Pieces  White Kc1 Qa5h3 Black Kc6 Sb8      or: Forsyth 1s6/8/2k5/Q7/8/7Q/8/2K
//     Twin Move a5 a4              and: Exchange Remove Add Rotate Mirror Shift PolishType
//     Twin Continued Remove h3          Substitute Stipulation; ZeroPosition for the first
//     NextProblem                  another one, or
//     EndProblem
//
// The knight is S: N is a rider.  Fairy pieces, conditions and options are refused by name. Options
// that only make Popeye faster, or its answer shorter, are read and dropped.
#ifndef NOTATION_PROBLEM_POPEYE_H
#define NOTATION_PROBLEM_POPEYE_H

#include "base/text/text.h"
#include "core/setup.h"
#include "notation/problem/problem_fen.h"

enum { POPEYE_TWINS_MAX = 512 };

/* A part of the text that was read. */
typedef struct {
    const char *at; // NULL: it is not there
    size_t length;
} PopeyeSpan;

typedef struct {
    Setup setup;                      // the pieces and the en-passant square
    Bitboard moved;                   // kings and rooks on these squares may not castle
    PopeyeSpan stipulation;           // the caller's business; without "exact-"
    PopeyeSpan author, origin, title; // the last of each
    bool exact;                       // nothing shorter
    bool white_begins;                // of h#3: it is h#2.5
    bool set_play, every_defence, no_short, after_key;
    bool duplex, half_duplex;     // for both sides; only for the other side
    int refutations;              // of tries; 0: no tries
    int most, seconds;            // 0: no limit
    char twins[POPEYE_TWINS_MAX]; // as twin.h reads them; "" if there are none
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
    POPEYE_BAD_FEN, // see `forsyth`
} PopeyeFault;

typedef struct {
    PopeyeFault fault;
    int column; // from the beginning of the text
    ProblemFenFault fen;
} PopeyeResult;

/* Behind the word that begins problems, if the line begins with it; NULL if it does not. */
const char *popeye_begin(const char *line);

/* The word of the line that ends a problem, and whether another one follows it; NULL if there is
 * none. */
const char *popeye_end(const char *line, bool *another, size_t *length);

/* Reads a problem, all lines of it, from behind the word that begins it up to the one that ends it.
 * `out` points into the text and is untouched on failure. */
PopeyeResult popeye_read(const char *text, PopeyeProblem *out);

const char *popeye_fault_text(PopeyeResult result);

#endif
