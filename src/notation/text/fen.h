// SPDX-License-Identifier: MIT
//
// Forsyth-Edwards notation, in both directions.
//
// Reading says what is wrong and at which column; whether the set-up can be played is not FEN's
// business but position_from_setup's.  Castling fields are read as plain FEN (KQkq), X-FEN (KQkq
// mean the outermost rooks, files name inner ones) and Shredder-FEN (files only); written is X-FEN.
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
    FEN_UNPLAYABLE, // only from fen_read_position
} FenFault;

typedef struct {
    FenFault fault;
    int column;         // where the text went wrong (for faults, the field they are about), from 0
    SetupFaults faults; // with FEN_UNPLAYABLE; with FEN_OK those that were mended (setup_repair)
} FenResult;

/* Reads a whole FEN: six fields, or fewer from the end (a missing castling or ep field means "-",
 * missing clocks 0 and 1).  `out` is untouched on failure. */
FenResult fen_read(const char *text, Setup *out);

/* Reads the four fields that EPD shares with FEN and leaves the cursor behind them. */
FenResult fen_read_fields(Cursor *c, Setup *out);

/* Reads a FEN and makes it a position of the game.  Castling rights and an en-passant square that
 * nothing bears out are dropped, and told as `faults` of the good result. */
FenResult fen_read_position(const char *text, const Rules *rules, Position *out);

/* The same for a set-up that was read from the text, which is mended. */
FenResult fen_to_position(const char *text, Setup *setup, const Rules *rules, Position *out);

/* The result for a text that was read but makes a set-up with faults. */
FenResult fen_unplayable(const char *text, SetupFaults faults);

/* What went wrong, for programs: "fen-long-rank"; with FEN_UNPLAYABLE see setup_fault_name. */
const char *fen_fault_name(FenFault fault);

/* What went wrong, in words: "placement field: this rank has a ninth square".  Into FEN_FAULT_MAX
 * bytes. */
enum { FEN_FAULT_MAX = SETUP_FAULTS_TEXT_MAX };
void fen_fault_text(FenResult result, char out[FEN_FAULT_MAX]);

void fen_write(const Setup *setup, char out[FEN_MAX]);
void fen_write_position(const Position *pos, char out[FEN_MAX]);

/* The four fields of EPD, without clocks. */
void fen_write_fields(const Setup *setup, char out[FEN_MAX]);

/* The start position of a game. */
Position position_start(const Rules *rules);

/* 'P' … 'k', or '?' / NO_PIECE for what is none. */
char piece_to_char(Piece piece);
Piece piece_from_char(char c);

#endif
