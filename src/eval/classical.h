// SPDX-License-Identifier: MIT
//
// The terms of the hand-crafted evaluation of chess, in the order of their weights.
//
// Each row: name, number of weights, group as shown to users. Rows of one group stand together. The
// weights (classical_weights.c) are fitted to the results of Roek's own games (tools/tune_eval.c).
#ifndef EVAL_CLASSICAL_H
#define EVAL_CLASSICAL_H

#include "eval/linear.h"

// clang-format off
#define CLASSICAL_TERMS(X)                                                   \
    X(MATERIAL, 5, "material")          /* pawn … queen */                   \
    X(BISHOP_PAIR, 1, "material")                                            \
    X(SQUARE, 384, "placement")         /* by role and relative square */    \
    X(KNIGHT_MOBILITY, 9, "mobility")   /* by number of safe targets */      \
    X(BISHOP_MOBILITY, 14, "mobility")                                       \
    X(ROOK_MOBILITY, 15, "mobility")                                         \
    X(QUEEN_MOBILITY, 28, "mobility")                                        \
    X(DOUBLED, 1, "pawns")                                                   \
    X(ISOLATED, 2, "pawns")             /* closed, open file */              \
    X(BACKWARD, 2, "pawns")             /* closed, open file */              \
    X(PHALANX, 8, "pawns")              /* by rank */                        \
    X(SUPPORTED, 8, "pawns")            /* by rank */                        \
    X(PASSED, 8, "passed pawns")        /* by rank */                        \
    X(PASSED_BLOCKED, 8, "passed pawns")                                     \
    X(PASSED_SAFE_STEP, 8, "passed pawns")                                   \
    X(PASSED_OWN_KING, 8, "passed pawns")   /* distance to the square ahead */ \
    X(PASSED_ENEMY_KING, 8, "passed pawns")                                  \
    X(PASSED_ROOK_BEHIND, 2, "passed pawns") /* own, enemy */                \
    X(PASSED_RUNNER, 1, "passed pawns") /* the bare king cannot catch it */  \
    X(ROOK_FILE, 2, "pieces")           /* half-open, open */                \
    X(ROOK_SEVENTH, 1, "pieces")                                             \
    X(OUTPOST, 2, "pieces")             /* knight, bishop */                 \
    X(BEHIND_PAWN, 1, "pieces")                                              \
    X(BAD_BISHOP, 1, "pieces")          /* per own pawn on its colour */     \
    X(LONG_DIAGONAL, 1, "pieces")                                            \
    X(KING_SHIELD, 16, "king safety")   /* own pawn's rank, near or own file */ \
    X(KING_STORM, 16, "king safety")    /* enemy pawn's rank, free or blocked */ \
    X(KING_OPEN_FILE, 2, "king safety")                                      \
    X(KING_DANGER, 32, "king safety")   /* by weight of the attack */        \
    X(SAFE_CHECK, 4, "king safety")     /* knight … queen */                 \
    X(PAWN_THREAT, 4, "threats")        /* on knight … queen */              \
    X(MINOR_THREAT, 5, "threats")       /* on pawn … queen */                \
    X(ROOK_THREAT, 5, "threats")                                             \
    X(KING_THREAT, 1, "threats")                                             \
    X(HANGING, 1, "threats")                                                 \
    X(PUSH_THREAT, 1, "threats")                                             \
    X(QUEEN_HARASSED, 2, "threats")     /* a knight, a slider can attack it next move */ \
    X(SPACE, 1, "space")                                                     \
    X(TEMPO, 1, "tempo")
// clang-format on

enum {
#define X(name, count, group) \
    CLASSICAL_##name, CLASSICAL_##name##_END = CLASSICAL_##name + (count)-1,
    CLASSICAL_TERMS(X)
#undef X
        CLASSICAL_COUNT
};

extern const Tapered CLASSICAL_WEIGHTS[CLASSICAL_COUNT];

extern const Evaluator CLASSICAL_EVALUATOR;

#endif
