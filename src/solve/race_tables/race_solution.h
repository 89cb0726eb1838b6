// SPDX-License-Identifier: MIT
//
// The solution of one material in memory: one byte for each index and side to move.
//
//     0           the index stands for no position
//     1 … 254     the game ends after that many plies: odd, the side to move wins; even, it loses
//     255         a draw
//
// The parity gives the winner, because in all positions with an index the winner makes the last
// move. (A loser's move can end the game only after White's king has arrived: Black does not follow
// to the eighth rank.  A move that draws was then available.)
#ifndef SOLVE_RACE_TABLES_RACE_SOLUTION_H
#define SOLVE_RACE_TABLES_RACE_SOLUTION_H

#include "solve/race_tables/material_index.h"

enum { RACE_VALUE_NONE = 0, RACE_VALUE_PLIES_MAX = 254, RACE_VALUE_DRAW = 255 };

typedef enum { TABLE_LOSS = -1, TABLE_DRAW = 0, TABLE_WIN = 1 } TableResult;

/* The value of a position for the side to move under best play. */
typedef struct {
    TableResult result;
    int plies; // until the end of the game; 0 for draws
} TableValue;

/* Statistics of all positions with one result. */
typedef struct {
    uint64_t count;
    int plies;           // of the longest win or loss
    uint64_t longest_at; // index of that position
} ResultStatistics;

typedef struct {
    Material material;
    uint8_t *value[2];              // by side to move
    ResultStatistics only_moves[2]; // positions with exactly one winning move, by side to move;
                                    // zero: not counted
} RaceSolution;

/* Allocates the values and sets them to RACE_VALUE_NONE; false if memory is short. */
bool race_solution_init(RaceSolution *solution, int id);
void race_solution_free(RaceSolution *solution);

static inline TableValue race_value_decode(uint8_t code) {
    if (code == RACE_VALUE_DRAW || code == RACE_VALUE_NONE) return (TableValue){TABLE_DRAW, 0};
    return (TableValue){code & 1 ? TABLE_WIN : TABLE_LOSS, code};
}

/* The value of positions that the rules decide, those with a king on the eighth rank: the game is
 * over, or Black can still arrive and draw.  False for all other positions. */
bool race_value_by_rules(const Board *b, TableValue *out);

/* The position after a legal move. */
Board race_after(const Board *b, Move move);

/* The value of a move for the player who makes it, from the value of the position after it. */
static inline TableValue race_value_before(TableValue after) {
    bool decided = after.result != TABLE_DRAW;
    return (TableValue){(TableResult)-after.result, decided ? after.plies + 1 : 0};
}

/* Does the player to move prefer `a`?  Quick wins come first, then draws, then slow losses. */
bool race_value_is_better(TableValue a, TableValue b);

/* Mutual zugzwang: each side does worse when it is to move than when the opponent is. */
typedef enum {
    ZUGZWANG_BOTH_LOSE,
    ZUGZWANG_WHITE_DRAWS, // Black, to move, loses
    ZUGZWANG_BLACK_DRAWS, // White, to move, loses
    ZUGZWANG_KINDS,
} Zugzwang;

typedef struct {
    ResultStatistics of[2][3];                 // by side to move and its result: [result + 1]
    ResultStatistics only_moves[2];            // as in RaceSolution
    ResultStatistics zugzwang[ZUGZWANG_KINDS]; // plies: the sum of both sides
} TableStatistics;

TableStatistics race_solution_statistics(const RaceSolution *solution);

#endif
