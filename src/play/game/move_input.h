// SPDX-License-Identifier: MIT
//
// A move as a person types it: Nf3, nf3, e2e4, e2-e4, "e2 e4", "e7 e8 q", O-O, or just the square
// of a piece.  What is typed either names a move, leaves a choice, or is wrong for a reason.
#ifndef PLAY_GAME_MOVE_INPUT_H
#define PLAY_GAME_MOVE_INPUT_H

#include "notation/text/illegal_move.h"

typedef enum {
    MOVE_INPUT_MOVE,       // `move`
    MOVE_INPUT_AMBIGUOUS,  // one of `choices` is meant
    MOVE_INPUT_PIECE,      // the piece on `from` shall move, to one of `choices`
    MOVE_INPUT_ILLEGAL,    // `why`
    MOVE_INPUT_UNREADABLE, // it is not written like a move: `why`
} MoveInputKind;

typedef struct {
    MoveInputKind kind;
    Move move;
    Square from;
    MoveList choices;
    char why[ILLEGAL_MOVE_TEXT_MAX];
} MoveInput;

MoveInput move_input_read(const Position *pos, const char *text);

/* The same for two squares that were pointed at; a promotion leaves a choice. */
MoveInput move_input_from_squares(const Position *pos, Square from, Square to);

/* The legal moves of the piece on a square. */
void move_input_moves_from(const Position *pos, Square from, MoveList *out);

/* The move of `choices` that the text picks: its number from 1, the letter of the promotion, the
 * square or file it comes from, or any full name of the move; NO_MOVE if none or several. */
Move move_input_pick(const Position *pos, const MoveList *choices, const char *text);

#endif
