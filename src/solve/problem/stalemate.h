// SPDX-License-Identifier: MIT
//
// Stalemate in one and in two, on bare boards: where the searches for stalemate spend their time.
//
// A unit is *free* if it can step to an empty square, and no enemy piece could pin it on a line
// with its king. To stop a free unit it must be captured, or, if it is a pawn, blocked. One move
// stops at most one of them, so a side with two free units is not stalemated by the next move.
#ifndef SOLVE_PROBLEM_STALEMATE_H
#define SOLVE_PROBLEM_STALEMATE_H

#include "solve/mate/mate_search.h"

/* Is the side to move stalemated? `hint` holds a move that it had on a similar board, and usually
 * has again. */
bool stalemate_is_reached(const Board *b, Move *hint);

/* Lists moves that stalemate at once, at most `most`. */
void stalemate_list_in_one(const Board *b, int most, MoveList *out);

/* The side to move helps the other to stalemate it by the next move. Which of its moves may do so
 * is decided without playing them: those that leave it at most one free unit. */
typedef struct {
    Bitboard king;
    Bitboard free;
    int count;                        // number of free units that can only step to one square …
    Bitboard unit[16], only_step[16]; // … the units and these squares
    bool unclear;                     // any move may do
} StalemateHelp;

void stalemate_help_init(StalemateHelp *help, const Board *b);
bool stalemate_help_allows(const StalemateHelp *help, Move move);

/* A move that stalemates within two moves against any defence, or NO_MOVE. */
Move stalemate_in_two(MateWorker *w, const Board *b);

#endif
