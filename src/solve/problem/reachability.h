// SPDX-License-Identifier: MIT
//
// How many moves a piece needs from one square to another when nothing is in its way: never more
// than it needs on any board.  A pawn may be wanted as what it is, or as what it will have become.
#ifndef SOLVE_PROBLEM_REACHABILITY_H
#define SOLVE_PROBLEM_REACHABILITY_H

#include "core/types.h"

/* As what a piece is wanted; all but the first are for pawns. */
typedef enum {
    REACH_AS_ITSELF,
    REACH_AS_KNIGHT,
    REACH_AS_RIDER, // bishop, rook or queen, taken to move as a queen until it is one of them
    REACH_AS_OFFICER,
    REACH_ROLES
} ReachRole;

enum { REACH_ROWS = 14, REACH_MOVES_MAX = 15, REACH_NEVER = 100 };

typedef struct {
    uint8_t moves[REACH_ROWS][64][64];                    // by row, to, from
    Bitboard within[REACH_ROWS][64][REACH_MOVES_MAX + 1]; // by row, to, moves: from where
    int captures[2];                                      // that pawns of a colour can make at most
} Reachability;

/* The row of a piece that is wanted in a guise. */
int reach_row(Color color, Role role, ReachRole reach_role);

/* Pawns of the colours can take so many pieces at most; the other rows are filled in by the first
 * call, for which `reach` is all zero. */
void reach_prepare(Reachability *reach, const int captures[2]);

#endif
