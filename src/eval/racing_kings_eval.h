// SPDX-License-Identifier: MIT
//
// The terms of the hand-crafted evaluation of Racing Kings, in the order of their weights.
//
// Both kings run up the same board, and Black may still draw in the move after White's king reaches
// the eighth rank. So nothing about kings is symmetric in colour, and those terms have weights per
// colour. Files are mirrored.
#ifndef EVAL_RACING_KINGS_EVAL_H
#define EVAL_RACING_KINGS_EVAL_H

#include "eval/linear.h"

// clang-format off
#define RACING_KINGS_TERMS(X)                                                          \
    X(MATERIAL, 6, "material")                                                         \
    X(SQUARE, 192, "placement")        /* by role, rank and mirrored file */           \
    X(KNIGHT_MOBILITY, 9, "mobility")                                                  \
    X(BISHOP_MOBILITY, 14, "mobility")                                                 \
    X(ROOK_MOBILITY, 15, "mobility")                                                   \
    X(QUEEN_MOBILITY, 28, "mobility")                                                  \
    X(WHITE_KING, 32, "kings")         /* by rank and mirrored file */                 \
    X(BLACK_KING, 32, "kings")                                                         \
    X(WHITE_WAY, 24, "the way")        /* safe steps to rank 8: to move or not */      \
    X(BLACK_WAY, 24, "the way")                                                        \
    X(WHITE_OPEN_WAY, 24, "the way")   /* the same if own pieces did not block */      \
    X(BLACK_OPEN_WAY, 24, "the way")                                                   \
    X(STEPS, 8, "the way")             /* safe steps upwards now: to move or not */    \
    X(BLOCKADE, 8, "blockade")         /* attacked squares ahead of the enemy king */  \
    X(CONTROL, 27, "blockade")         /* attacked squares on ranks 6, 7, 8 */         \
    X(VEIL, 2, "pieces")               /* lone blockers of a line to own, enemy king */\
    X(TEMPO, 2, "tempo")               /* White's, Black's */
// clang-format on

enum {
#define X(name, count, group) RK_##name, RK_##name##_END = RK_##name + (count)-1,
    RACING_KINGS_TERMS(X)
#undef X
        RK_COUNT
};

extern const Tapered RACING_KINGS_WEIGHTS[RK_COUNT];

extern const Evaluator RACING_KINGS_EVALUATOR;

#endif
