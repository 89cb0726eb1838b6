// SPDX-License-Identifier: MIT
//
// Extended position description: a position with operations on the same line.
//
//     8/8/8/8/8/8/8/K1k5 w - - bm Ka2; id "an; example"; dm 3;
//     8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 1 ;D2 20
//
// An operation is an opcode and its operands up to the ';' (a ';' within quotes is text).  A plain
// FEN is an EPD without operations, so one reader serves for lists of positions.  Opcodes are not
// interpreted here except fmvn and hmvc, which set the clocks; the questions below know the common
// ones (bm am dm pv ce acd acn id c0-c9 D1..Dn).
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

/* What a line says; it points into the line, which must outlive it. */
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
    EPD_UNFINISHED,      // neither a clock nor an operation ended by ';'
    EPD_OPEN_QUOTE,      // a string without its closing quote
    EPD_MANY_OPERATIONS, // more than EPD_OPERATIONS_MAX
    EPD_BAD_NUMBER,      // an operand that should be a number
    EPD_BAD_MOVE,        // an operand that should be a legal move
} EpdFault;

typedef struct {
    EpdFault fault;
    int column;    // from 0
    FenResult fen; // with EPD_BAD_FEN, and with EPD_OK what was mended
} EpdResult;

/* Reads a line: FEN (four to six fields) or EPD.  `out` is untouched on failure. */
EpdResult epd_read(const char *line, Epd *out);

/* The same, and the position of the game. */
EpdResult epd_read_position(const char *line, const Rules *rules, Epd *out, Position *pos);

/* What went wrong, in words, into FEN_FAULT_MAX bytes. */
void epd_fault_text(EpdResult result, char out[FEN_FAULT_MAX]);

/* The operation of this name; NULL if there is none. */
const EpdOperation *epd_find(const Epd *epd, const char *name);

/* The operand as text without quotes, "" if there is no such operation; false if it does not fit.
 */
bool epd_text(const Epd *epd, const char *name, char *out, size_t size);

/* What the position is called: "id"; false if it has no name, or one that does not fit. */
enum { EPD_ID_MAX = 256 };
bool epd_id(const Epd *epd, char out[EPD_ID_MAX]);

/* The operand as a whole number; false if there is none. */
bool epd_int(const Epd *epd, const char *name, int64_t *out);

/* The number of moves to mate, below a thousand: "dm 3", or "bm #3" (negative: being mated); false
 * if not told. */
bool epd_mate(const Epd *epd, int64_t *out);

/* The moves of bm or am, all in `pos`.  An absent operation gives no moves. */
EpdResult epd_moves(const Epd *epd, const char *name, const Position *pos, MoveList *out);

/* The moves of pv, one after the other from `pos`; at most MOVES_MAX. */
EpdResult epd_line(const Epd *epd, const char *name, const Position *pos, MoveList *out);

/* Writing: the position, then operations, each ended by ';'.  Quotes within a string become
 * apostrophes, as EPD cannot write them. */
void epd_put_position(Text *out, const Position *pos);
void epd_put_int(Text *out, const char *name, int64_t value);
void epd_put_text(Text *out, const char *name, const char *value);
void epd_put_moves(Text *out, const char *name, const Position *pos, const MoveList *moves);
void epd_put_line(Text *out, const char *name, const Position *pos, const MoveList *moves);

#endif
