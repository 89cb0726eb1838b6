// SPDX-License-Identifier: MIT
//
// Extended Position Description (EPD): a position with operations on the same line.
//
//     8/8/8/8/8/8/8/K1k5 w - - bm Ka2; id "an; example"; dm 3;
//     8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 20
//
// An operation is an opcode with its operands, up to a ';' (inside quotes a ';' is text). A plain
// FEN is an EPD without operations, so one reader serves for all lists of positions. epd_read
// interprets only the opcodes fmvn and hmvc, which set the move counters. The functions below read
// the common ones (bm am dm pv ce acd acn id c0-c9 D1..Dn).
#ifndef NOTATION_TEXT_EPD_H
#define NOTATION_TEXT_EPD_H

#include "notation/text/fen.h"

enum { EPD_NAME_MAX = 16, EPD_OPERATIONS_MAX = 64 };

/* One operation; `value` points into the line that was read and is not terminated. */
typedef struct {
    char name[EPD_NAME_MAX];
    const char *value; // without surrounding blanks
    size_t length;
} EpdOperation;

/* A line that was read. It points into the line, which must outlive it. */
typedef struct {
    const char *line;
    Setup setup;
    int count;
    EpdOperation items[EPD_OPERATIONS_MAX];
} Epd;

typedef enum {
    EPD_OK,
    EPD_BAD_FEN,         // see `fen`
    EPD_BAD_OPCODE,      // an opcode starts with a letter and has at most 15 letters and digits
    EPD_UNFINISHED,      // neither a move counter nor an operation that ends with ';'
    EPD_OPEN_QUOTE,      // a string without its closing quote
    EPD_MANY_OPERATIONS, // more than EPD_OPERATIONS_MAX
    EPD_BAD_NUMBER,      // an operand should be a number
    EPD_BAD_MOVE,        // an operand should be a legal move
} EpdFault;

typedef struct {
    EpdFault fault;
    int column;    // from 0
    FenResult fen; // with EPD_BAD_FEN the fault; with EPD_OK the faults that were repaired
} EpdResult;

/* Reads a line: FEN (four to six fields) or EPD.  `out` is untouched on failure. */
EpdResult epd_read(const char *line, Epd *out);

/* The same, and makes the position of the game. */
EpdResult epd_read_position(const char *line, const Rules *rules, Epd *out, Position *pos);

/* The fault as text, in a buffer of FEN_FAULT_MAX bytes. */
void epd_fault_text(EpdResult result, char out[FEN_FAULT_MAX]);

/* The operation with this opcode; NULL if there is none. */
const EpdOperation *epd_find(const Epd *epd, const char *name);

/* The operand as text without quotes; "" if there is no such operation. False if it does not
 * fit. */
bool epd_text(const Epd *epd, const char *name, char *out, size_t size);

/* The name of the position: the operand of "id". False if it has no name, or one that does not
 * fit. */
enum { EPD_ID_MAX = 256 };
bool epd_id(const Epd *epd, char out[EPD_ID_MAX]);

/* The operand as an integer; false if it is none. */
bool epd_int(const Epd *epd, const char *name, int64_t *out);

/* The number of moves to mate, below 1000: from "dm 3" or "bm #3" (negative: the side to move is
 * mated). False if neither is given. */
bool epd_mate(const Epd *epd, int64_t *out);

/* The moves of bm or am, all legal in `pos`. No moves if there is no such operation. */
EpdResult epd_moves(const Epd *epd, const char *name, const Position *pos, MoveList *out);

/* The moves of pv, played one after the other from `pos`; at most MOVES_MAX. */
EpdResult epd_line(const Epd *epd, const char *name, const Position *pos, MoveList *out);

/* Writing: first the position, then operations, each ended by ';'. Quotes inside a string become
 * apostrophes, because EPD has no escape for them. */
void epd_put_position(Text *out, const Position *pos);
void epd_put_int(Text *out, const char *name, int64_t value);
void epd_put_text(Text *out, const char *name, const char *value);
void epd_put_moves(Text *out, const char *name, const Position *pos, const MoveList *moves);
void epd_put_line(Text *out, const char *name, const Position *pos, const MoveList *moves);

#endif
