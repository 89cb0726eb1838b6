// SPDX-License-Identifier: MIT
//
// Parses a move as users type it: Nf3, nf3, e2e4, e2-e4, "e2 e4", "e7 e8 q", O-O, or only the
// square of a piece.  The result is a move, a list of choices, or the reason why there is none.
#ifndef PLAY_GAME_MOVE_INPUT_H
#define PLAY_GAME_MOVE_INPUT_H

#include "notation/text/illegal_move.h"

typedef enum {
    MOVE_INPUT_MOVE,       // `move`
    MOVE_INPUT_AMBIGUOUS,  // the text fits all of `choices`
    MOVE_INPUT_PIECE,      // the piece on `from` was named; it has the moves `choices`
    MOVE_INPUT_ILLEGAL,    // `why` explains it
    MOVE_INPUT_UNREADABLE, // this is not the notation of a move: `why`
} MoveInputKind;

typedef struct {
    MoveInputKind kind;
    Move move;
    Square from;
    MoveList choices;
    char why[ILLEGAL_MOVE_TEXT_MAX];
} MoveInput;

MoveInput move_input_read(const Position *pos, const char *text);

/* The same for two squares that the user selected; a promotion leaves a choice. */
MoveInput move_input_from_squares(const Position *pos, Square from, Square to);

/* The legal moves of the piece on a square. */
void move_input_moves_from(const Position *pos, Square from, MoveList *out);

/* The one of `choices` that the text selects: by number from 1, letter of the promotion, square or
 * file of origin, or any notation of the move; NO_MOVE if none or several match. */
Move move_input_pick(const Position *pos, const MoveList *choices, const char *text);

#endif
