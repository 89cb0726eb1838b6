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

enum { FINAL_PIECES = 16, FINAL_MOVES_MAX = 15, FINAL_NOBODY = 255 };

/* Moves of each colour still to come. */
typedef struct {
    int of[2];
} FinalMoves;

typedef struct Finals Finals;

/* A position of the search and what can still come of it. */
typedef struct {
    uint8_t at[2][FINAL_PIECES]; // by colour and number
    uint8_t role[2][FINAL_PIECES];
    uint8_t number[64];    // of the piece on a square, or FINAL_NOBODY
    bool blind;            // memory ran out: anything may come
    uint32_t first, count; // groups
    uint32_t groups_before, entries_before;
} FinalNode;

Finals *finals_new(void);
void finals_free(Finals *finals);

/* Lists all mates of the victim that can come of the position within these moves.  NULL: too many,
 * or some that cannot be listed (castling).  Owned by `finals`, valid until the next call; the
 * same question once more costs nothing. */
const FinalNode *finals_list(Finals *finals, const Board *b, Key key, Color victim,
                             FinalMoves moves);

/* Where the pieces of the mover may go, by number, for a mate with these moves, the next one
 * included. */
void finals_goals(const Finals *finals, const FinalNode *node, Color mover, FinalMoves moves,
                  Bitboard goals[FINAL_PIECES]);

/* What is left after a move, with so many moves after it; false if nothing is.  True has to be
 * followed by finals_leave, in reverse order. */
bool finals_enter(Finals *finals, const FinalNode *node, const Board *b, Move move,
                  FinalMoves moves, FinalNode *next);
void finals_leave(Finals *finals, const FinalNode *node);

#endif
