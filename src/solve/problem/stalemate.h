// SPDX-License-Identifier: MIT
//
// Stalemate in one and in two: the end of every stalemate, on bare boards.
//
// A unit that can step to an empty square and stands on no line with its king along which somebody
// could pin it is *free*: it has to be taken or, if it is a pawn, to be stood before.  So one move
// stops one of them, and who has two is not stalemated by the next move.
#ifndef SOLVE_PROBLEM_STALEMATE_H
#define SOLVE_PROBLEM_STALEMATE_H

#include "solve/mate/mate_search.h"

/* Is the side to move stalemated?  `hint` is a move it had on a board like this one, which it
 * mostly has again. */
bool stalemate_is_reached(const Board *b, Move *hint);

/* Moves that stalemate at once: all of them, or as many as are wanted. */
void stalemate_list_in_one(const Board *b, int most, MoveList *out);

/* The side to move helps to be stalemated by the other's next move.  Which of its moves may do,
 * told without playing them: those that leave it one free unit at most. */
typedef struct {
    Bitboard king;
    Bitboard free;
    int count;                        // of free units that have nowhere to go but one square …
    Bitboard unit[16], only_step[16]; // … and these
    bool unclear;                     // anything may do
} StalemateHelp;

void stalemate_help_init(StalemateHelp *help, const Board *b);
bool stalemate_help_allows(const StalemateHelp *help, Move move);

/* A move that stalemates within two moves whatever the defence, or NO_MOVE. */
Move stalemate_in_two(MateWorker *w, const Board *b);

#endif
