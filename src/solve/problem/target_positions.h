// SPDX-License-Identifier: MIT
//
// The final positions of help play, listed before the search and narrowed down move by move.
//
// A final position is known by its parts.  The mating side's part says which of its pieces stand
// where: those it takes to attack the king and the squares beside it.  The victim's says where the
// king stands and which of its pieces take the squares that are not attacked.  Whoever has no part
// may be anywhere.  Parts that fit together form a group, in which each of one side goes with each
// of the other:
//
//     group       king's square, squares to be taken, and by whom they must not be
//       mating    Kc2 Sb3, Kc1 Sb3, …        and the moves each part is away
//       victim    ka1 ra2, ka1 ba2, …
//
// A move brings some parts of the mover's nearer and puts others beyond the moves that are left; a
// capture also ends the parts of who was taken.  A group with no part left for either side is gone,
// and where no group is left there is no mate.  The moves a part is away are counted for each piece
// on an empty board (reachability.h), so never a mate is ruled out that there is.
//
// Unlike the pictures (feasibility.h), which only know which squares can be covered at all, the
// list knows who stands in whose way, who could take the checking piece or step between, and whose
// king would be in check.  But it has to be short enough to be kept.
#ifndef SOLVE_PROBLEM_TARGET_POSITIONS_H
#define SOLVE_PROBLEM_TARGET_POSITIONS_H

#include "core/position.h"
#include "solve/problem/reachability.h"

#include <stddef.h>

enum { TARGET_PIECES = 16, TARGET_MOVES_MAX = 15, TARGET_NO_PIECE = 255 };

/* Moves of each colour still to come. */
typedef struct {
    int of[2];
} TargetMovesLeft;

typedef struct TargetPositions TargetPositions;

/* A position of the search and what can still come of it. */
typedef struct {
    uint8_t at[2][TARGET_PIECES]; // by colour and number
    uint8_t role[2][TARGET_PIECES];
    uint8_t number[64];    // of the piece on a square, or TARGET_NO_PIECE
    bool unknown;          // memory ran out: anything may come
    uint32_t first, count; // groups
    uint32_t groups_before, entries_before;
} TargetNode;

TargetPositions *target_positions_new(void);
void target_positions_free(TargetPositions *targets);

/* Lists all mates of the victim that can come of the position within these moves.  NULL: too many,
 * or some that cannot be listed (castling).  Owned by `finals`, valid until the next call; the
 * same question once more costs nothing. */
const TargetNode *target_positions_list(TargetPositions *targets, const Board *b, Key key,
                                        Color victim, TargetMovesLeft moves);

/* Where the pieces of the mover may go, by number, for a mate with these moves, the next one
 * included. */
void target_positions_destinations(const TargetPositions *targets, const TargetNode *node,
                                   Color mover, TargetMovesLeft moves,
                                   Bitboard destinations[TARGET_PIECES]);

/* What is left after a move, with so many moves after it; false if nothing is.  True has to be
 * followed by target_positions_pop, in reverse order. */
bool target_positions_push(TargetPositions *targets, const TargetNode *node, const Board *b,
                           Move move, TargetMovesLeft moves, TargetNode *next);
void target_positions_pop(TargetPositions *targets, const TargetNode *node);

#endif
