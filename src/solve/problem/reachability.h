// SPDX-License-Identifier: MIT
//
// The number of moves a piece needs from one square to another on an empty board: a lower bound for
// any board. A pawn can be asked for as a pawn, or as the piece it promotes to (its role).
#ifndef SOLVE_PROBLEM_REACHABILITY_H
#define SOLVE_PROBLEM_REACHABILITY_H

#include "core/types.h"

/* The role in which a piece has to arrive; all but the first are for pawns. */
typedef enum {
    REACH_AS_ITSELF,
    REACH_AS_KNIGHT,
    REACH_AS_RIDER, // bishop, rook or queen; assumed to move like a queen
    REACH_AS_OFFICER,
    REACH_ROLES
} ReachRole;

enum { REACH_ROWS = 14, REACH_MOVES_MAX = 15, REACH_NEVER = 100 };

typedef struct {
    uint8_t moves[REACH_ROWS][64][64];                    // by row, to, from
    Bitboard within[REACH_ROWS][64][REACH_MOVES_MAX + 1]; // by row, to, moves: the squares
    int captures[2]; // the most captures that pawns of a colour can make
} Reachability;

/* The row of a piece that has to arrive in `reach_role`. */
int reach_row(Color color, Role role, ReachRole reach_role);

/* Prepares the tables for `captures`, the most captures that the pawns of each colour can make. The
 * first call, for which `reach` is all zero, fills in the other rows. */
void reach_prepare(Reachability *reach, const int captures[2]);

#endif
