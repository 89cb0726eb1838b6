// SPDX-License-Identifier: MIT
//
// Mate problems to solve: the user tries moves and gets the best defence, or the refutation.
#ifndef PLAY_GAME_PUZZLE_H
#define PLAY_GAME_PUZZLE_H

#include "solve/mate/mate.h"

enum { PUZZLE_MOVES_MAX = 5 };

/* The side to move can mate in `moves` moves and not sooner. */
typedef struct {
    int moves;
    const char *fen;
} Puzzle;

/* The built-in puzzles, shortest first; NULL after the last. */
const Puzzle *puzzle_at(int index);

typedef enum {
    PUZZLE_SOLVED,    // it is mate
    PUZZLE_CONTINUES, // correct; `reply` is the longest defence
    PUZZLE_REFUTED,   // wrong: `reply` avoids the mate; NO_MOVE: stalemate
    PUZZLE_UNKNOWN,   // no proof within the time limit
} PuzzleVerdict;

typedef struct {
    PuzzleVerdict verdict;
    Move reply;
    int left; // with PUZZLE_CONTINUES: moves to mate after the reply
} PuzzleAnswer;

/* Tries a legal move where mate within `moves` is required, this move included. */
PuzzleAnswer puzzle_try(MateSolver *solver, const Position *pos, int moves, Move move);

/* A move that mates within `moves`; NO_MOVE if none was found. */
Move puzzle_key(MateSolver *solver, const Position *pos, int moves);

#endif
