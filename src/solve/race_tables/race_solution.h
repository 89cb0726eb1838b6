// SPDX-License-Identifier: MIT
//
// A solved ending in memory: one byte for each position and side to move.
//
//     0           the number stands for no position
//     1 … 254     the game ends after that many plies: odd, the side to move wins; even, it loses
//     255         a draw
//
// That parity tells the winner holds for all live positions: a game is won by the winner's own
// move.  (Only after White's arrival can a loser's move end it, by not following to the eighth
// rank, and then a draw was to be had.)
#ifndef SOLVE_RACE_TABLES_RACE_SOLUTION_H
#define SOLVE_RACE_TABLES_RACE_SOLUTION_H

#include "solve/race_tables/material_index.h"

enum { RACE_VALUE_NONE = 0, RACE_VALUE_PLIES_MAX = 254, RACE_VALUE_DRAW = 255 };

typedef enum { TABLE_LOSS = -1, TABLE_DRAW = 0, TABLE_WIN = 1 } TableResult;

/* What a position is worth to the side to move when both play their best. */
typedef struct {
    TableResult result;
    int plies; // until the game is over; 0 for draws
} TableValue;

/* What is known of all positions with one result. */
typedef struct {
    uint64_t count;
    int plies;           // of the longest
    uint64_t longest_at; // and where to find it
} ResultStatistics;

typedef struct {
    Material material;
    uint8_t *value[2]; // by side to move
    ResultStatistics
        only_moves[2]; // won by one move alone, by side to move; zero if nobody counted
} RaceSolution;

/* Allocates the values, all RACE_VALUE_NONE; false if there is no memory for them. */
bool race_solution_init(RaceSolution *solution, int id);
void race_solution_free(RaceSolution *solution);

static inline TableValue race_value_decode(uint8_t code) {
    if (code == RACE_VALUE_DRAW || code == RACE_VALUE_NONE) return (TableValue){TABLE_DRAW, 0};
    return (TableValue){code & 1 ? TABLE_WIN : TABLE_LOSS, code};
}

/* Positions the rules alone decide, those with a king on the eighth rank: the game is over, or
 * Black can still arrive and so draw.  False for all others. */
bool race_value_by_rules(const Board *b, TableValue *out);

/* The position after a legal move. */
Board race_after(const Board *b, Move move);

/* What a move is worth to the player who makes it, from what the position after it is worth. */
static inline TableValue race_value_before(TableValue after) {
    bool decided = after.result != TABLE_DRAW;
    return (TableValue){(TableResult)-after.result, decided ? after.plies + 1 : 0};
}

/* Does the player to move prefer the first?  Quick wins, then draws, then slow losses. */
bool race_value_is_better(TableValue a, TableValue b);

/* Mutual zugzwang: whoever is to move does worse than if the other were. */
typedef enum {
    ZUGZWANG_BOTH_LOSE,
    ZUGZWANG_WHITE_DRAWS, // Black, to move, loses
    ZUGZWANG_BLACK_DRAWS, // White, to move, loses
    ZUGZWANG_KINDS,
} Zugzwang;

typedef struct {
    ResultStatistics of[2][3];      // by side to move and, for it, loss, draw, win: [result + 1]
    ResultStatistics only_moves[2]; // as in the solution
    ResultStatistics zugzwang[ZUGZWANG_KINDS]; // plies of both sides together
} TableStatistics;

TableStatistics race_solution_statistics(const RaceSolution *solution);

#endif
