// SPDX-License-Identifier: MIT
//
// Forsyth-Edwards notation (FEN), reading and writing.
//
// fen_read reports a syntax error with its column. Whether the set-up is playable is decided by
// position_from_setup. Castling fields are read as plain FEN (KQkq), X-FEN (KQkq are the outermost
// rooks, file letters name inner ones) and Shredder-FEN (file letters only). Castling is written as
// X-FEN.
#ifndef NOTATION_TEXT_FEN_H
#define NOTATION_TEXT_FEN_H

#include "base/text/text.h"
#include "core/position.h"

enum { FEN_MAX = 128 };

typedef enum {
    FEN_OK,
    FEN_EMPTY,
    FEN_BAD_PIECE,
    FEN_RANK_LONG,
    FEN_RANK_SHORT,
    FEN_MANY_RANKS,
    FEN_FEW_RANKS,
    FEN_DOUBLE_DIGIT,
    FEN_NO_TURN,
    FEN_BAD_TURN,
    FEN_BAD_CASTLING,
    FEN_BAD_EP,
    FEN_BAD_HALFMOVE,
    FEN_BAD_FULLMOVE,
    FEN_TRAILING,
    FEN_UNPLAYABLE, // not from fen_read
} FenFault;

typedef struct {
    FenFault fault;
    int column; // where the error is, from 0; for faults of the set-up the start of their field
    SetupFaults faults; // with FEN_UNPLAYABLE; with FEN_OK those repaired
} FenResult;

/* Reads a FEN of six fields. Fields may be missing at the end: castling and ep count as "-", the
 * move counters as 0 and 1. `out` is unchanged on failure. */
FenResult fen_read(const char *text, Setup *out);

/* Reads the four fields that EPD shares with FEN, and moves the cursor behind them. */
FenResult fen_read_fields(Cursor *c, Setup *out);

/* Reads a FEN and makes a position of the game. Invalid castling rights and an invalid en-passant
 * square are removed and reported as `faults` of the FEN_OK result. */
FenResult fen_read_position(const char *text, const Rules *rules, Position *out);

/* The same for a set-up that was read from the text. Repairs the set-up. */
FenResult fen_to_position(const char *text, Setup *setup, const Rules *rules, Position *out);

/* The result for a FEN without syntax errors whose set-up has these faults. */
FenResult fen_unplayable(const char *text, SetupFaults faults);

/* The name of a fault for programs: "fen-long-rank". For FEN_UNPLAYABLE see setup_fault_name. */
const char *fen_fault_name(FenFault fault);

/* The fault as text: "placement field: this rank has a ninth square". The buffer has FEN_FAULT_MAX
 * bytes. */
enum { FEN_FAULT_MAX = SETUP_FAULTS_TEXT_MAX };
void fen_fault_text(FenResult result, char out[FEN_FAULT_MAX]);

void fen_write(const Setup *setup, char out[FEN_MAX]);
void fen_write_position(const Position *pos, char out[FEN_MAX]);

/* Writes the four fields of EPD, without move counters. */
void fen_write_fields(const Setup *setup, char out[FEN_MAX]);

/* The start position of a game. */
Position position_start(const Rules *rules);

/* The letter of a piece, 'P' … 'k', and back; '?' and NO_PIECE for anything else. */
char piece_to_char(Piece piece);
Piece piece_from_char(char c);

#endif
