// SPDX-License-Identifier: MIT
//
// A move as a person types it: Nf3, nf3, e2e4, e2-e4, "e2 e4", "e7 e8 q", O-O, or just the square
// of a piece.  What is typed either names a move, leaves a choice, or is wrong for a reason.
#ifndef PLAY_GAME_MOVE_INPUT_H
#define PLAY_GAME_MOVE_INPUT_H

#include "notation/text/illegal_move.h"

typedef enum {
    ENTRY_MOVE,   // `move`
    ENTRY_CHOICE, // one of `choices` is meant
    ENTRY_PIECE,  // the piece on `from` shall move, to one of `choices`
    ENTRY_WRONG,  // `why`
    ENTRY_NONE,   // it is not written like a move: `why`
} EntryKind;

typedef struct {
    EntryKind kind;
    Move move;
    Square from;
    MoveList choices;
    char why[EXPLAIN_MAX];
} Entry;

Entry entry_read(const Position *pos, const char *text);

/* The same for two squares that were pointed at; a promotion leaves a choice. */
Entry entry_squares(const Position *pos, Square from, Square to);

/* The legal moves of the piece on a square. */
void entry_moves_from(const Position *pos, Square from, MoveList *out);

/* The move of `choices` that the text picks: its number from 1, the letter of the promotion, the
 * square or file it comes from, or any full name of the move; NO_MOVE if none or several. */
Move entry_pick(const Position *pos, const MoveList *choices, const char *text);

#endif
