// SPDX-License-Identifier: MIT
//
// The FEN contract: a program gets a position as six fields and answers with the position after
// its move.  Here the answer is read back as a move, or what is wrong with it is put into words:
//
//     half-move clock 1 instead of 0
//     e2e5: a pawn does not move like that
//     two moves were made
//     says OUTCOME_CHECKMATE, but the game goes on
#ifndef PLAY_PLAYERS_FEN_REPLY_H
#define PLAY_PLAYERS_FEN_REPLY_H

#include "core/position.h"

enum { FEN_REPLY_FAULT_MAX = 512 };

/* What was answered. */
typedef struct {
    Move move;     // NO_MOVE: see `fault`
    bool omits_ep; // the en-passant field is '-' after a double step, where no pawn can capture
    char fault[FEN_REPLY_FAULT_MAX]; // with NO_MOVE: what is wrong with the answer, as one line
} ContractAnswer;

/* What a program does whose answer `omits_ep`, as a sentence about it: "writes '-' …". */
extern const char CONTRACT_OMITS_EP[];

/* Finds the move that leads from `pos`, where the game goes on, to the position of the answer.
 *
 * The contract asks for the square behind the pawn after every double step.  Most chess libraries
 * name it only where a pawn can capture there, so '-' is read elsewhere, too, and `omits_ep` says
 * so; with `strict` it is a fault. */
ContractAnswer fen_reply_read(const Position *pos, const char *answer, bool strict);

#endif
