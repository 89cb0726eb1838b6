// SPDX-License-Identifier: MIT
//
// Target positions of help play: all mates that can still be reached, listed before the search and
// filtered after every move.
//
// A target position consists of two parts. The mating side's part is the set of its pieces that
// attack the king or the squares beside it, with their squares. The victim's part is the square of
// its king and the pieces that block the squares that are not attacked. Pieces without a part may
// stand anywhere. Parts that fit together form a group, in which each part of one side fits each of
// the other:
//
//     group       king's square, squares to be blocked, and roles that must not stand there
//       mating    Kc2 Sb3, Kc1 Sb3, …        and the moves each part is away
//       victim    ka1 ra2, ka1 ba2, …
//
// A move brings some of the mover's parts nearer and puts others out of reach of the moves left; a
// capture removes the parts of the captured piece. A group with no part left for one side is
// dropped; if no group is left there is no mate. The distance of a part is a lower bound, computed
// for each piece on an empty board (reachability.h), so no possible mate is excluded.
//
// The feasibility test (feasibility.h) only considers which squares can be covered at all. The list
// also considers pieces that block each other, captures of the checking piece, interpositions, and
// checks to the other king. But it must be short enough to be stored.
#ifndef SOLVE_PROBLEM_TARGET_POSITIONS_H
#define SOLVE_PROBLEM_TARGET_POSITIONS_H

#include "core/position.h"
#include "solve/problem/reachability.h"

#include <stddef.h>

enum { TARGET_PIECES = 16, TARGET_MOVES_MAX = 15, TARGET_NO_PIECE = 255 };

/* The moves left to each colour. */
typedef struct {
    int of[2];
} TargetMovesLeft;

typedef struct TargetPositions TargetPositions;

/* A node of the search, and the target positions that can still be reached from it. */
typedef struct {
    uint8_t at[2][TARGET_PIECES]; // by colour and number
    uint8_t role[2][TARGET_PIECES];
    uint8_t number[64];    // number of the piece on a square, or TARGET_NO_PIECE
    bool unknown;          // memory ran out: nothing is excluded
    uint32_t first, count; // range of its groups
    uint32_t groups_before, entries_before;
} TargetNode;

TargetPositions *target_positions_new(void);
void target_positions_free(TargetPositions *targets);

/* Lists all mates of the victim that can be reached within these moves. NULL if there are too many,
 * or some cannot be listed (castling). The list is owned by `targets` and valid until the next
 * call; a call with the same arguments returns the same list at once. */
const TargetNode *target_positions_list(TargetPositions *targets, const Board *b, Key key,
                                        Color victim, TargetMovesLeft moves);

/* For each piece of the mover, by number: the squares it may move to if a target position is to be
 * reached with these moves, the next one included. */
void target_positions_destinations(const TargetPositions *targets, const TargetNode *node,
                                   Color mover, TargetMovesLeft moves,
                                   Bitboard destinations[TARGET_PIECES]);

/* Computes the target positions left after a move, with `moves` left after it; false if there are
 * none. After true the caller must call target_positions_pop(), in reverse order. */
bool target_positions_push(TargetPositions *targets, const TargetNode *node, const Board *b,
                           Move move, TargetMovesLeft moves, TargetNode *next);
void target_positions_pop(TargetPositions *targets, const TargetNode *node);

#endif
