// SPDX-License-Identifier: MIT
//
// Mates as problems to be played: somebody tries moves, and is answered by the best defence or told
// what refutes them.
#ifndef PLAY_GAME_PUZZLE_H
#define PLAY_GAME_PUZZLE_H

#include "solve/mate/mate.h"

enum { PUZZLE_MOVES_MAX = 5 };

/* The side to move mates in so many moves, and not sooner. */
typedef struct {
    int moves;
    const char *fen;
} Puzzle;

/* All of ours, the shortest first; NULL past the last. */
const Puzzle *puzzle_at(int index);

typedef enum {
    PUZZLE_SOLVED,    // it is mate
    PUZZLE_CONTINUES, // right; `reply` holds out longest
    PUZZLE_REFUTED,   // wrong: `reply` averts the mate, or NO_MOVE: it is stalemate
    PUZZLE_UNKNOWN,   // could not be settled in time
} PuzzleVerdict;

typedef struct {
    PuzzleVerdict verdict;
    Move reply;
    int left; // with PUZZLE_CONTINUES: how many moves the mate takes after the reply
} PuzzleAnswer;

/* What becomes of a legal move, when there shall be mate within `moves`, this one included. */
PuzzleAnswer puzzle_try(MateSolver *solver, const Position *pos, int moves, Move move);

/* A move that mates within `moves`; NO_MOVE if none was found. */
Move puzzle_key(MateSolver *solver, const Position *pos, int moves);

#endif
