// SPDX-License-Identifier: MIT
//
// The FEN contract: a program gets a position as six fields and answers with the position after
// its move.  Here the answer is read back as a move, or what is wrong with it is put into words:
//
//     half-move clock 1 instead of 0
//     e2e5: a pawn does not move like that
//     two moves were made
//     says CHECKMATE, but the game goes on
#ifndef PLAY_PLAYERS_FEN_REPLY_H
#define PLAY_PLAYERS_FEN_REPLY_H

#include "core/position.h"

enum { CONTRACT_FAULT_MAX = 512 };

/* The move that leads from `pos`, where the game goes on, to the position of the answer; NO_MOVE
 * and the fault if there is none or a field is not as it must be. */
Move contract_read(const Position *pos, const char *answer, char fault[CONTRACT_FAULT_MAX]);

#endif
