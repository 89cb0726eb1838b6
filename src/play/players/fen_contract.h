// SPDX-License-Identifier: MIT
//
// The FEN contract: a program gets a position as the six fields of a FEN and prints the position
// after its move.  The functions here find that move, or describe what is wrong with the output:
//
//     half-move clock 1 instead of 0
//     e2e5: a pawn does not move like that
//     two moves were made
//     says OUTCOME_CHECKMATE, but the game goes on
#ifndef PLAY_PLAYERS_FEN_CONTRACT_H
#define PLAY_PLAYERS_FEN_CONTRACT_H

#include "core/position.h"

enum { FEN_REPLY_FAULT_MAX = 512 };

/* What the program printed. */
typedef struct {
    Move move;     // NO_MOVE: see `fault`
    bool omits_ep; // the en-passant field is '-' although a pawn made a double step (see below)
    char fault[FEN_REPLY_FAULT_MAX]; // with NO_MOVE: what is wrong, as one line
} FenReply;

/* Describes an answer that `omits_ep`, as the end of a sentence: "writes '-' …". */
extern const char FEN_REPLY_OMITS_EP[];

/* Finds the move that leads from `pos`, where the game is not over, to the position in `answer`.
 *
 * The contract requires the square behind the pawn after every double step.  Most chess libraries
 * write it only if a pawn can capture there.  So '-' is accepted if no pawn can capture, and
 * `omits_ep` is set; with `strict` it is a fault. */
FenReply fen_reply_read(const Position *pos, const char *answer, bool strict);

#endif
