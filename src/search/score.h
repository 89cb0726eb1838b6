// SPDX-License-Identifier: MIT
//
// Scores of the search: static evaluations, and wins by their distance in plies from the root.
#ifndef SEARCH_SCORE_H
#define SEARCH_SCORE_H

#include "eval/eval.h"

enum {
    MAX_PLY = 128,
    SCORE_DRAW = 0,
    SCORE_INFINITE = 32001,
    SCORE_NONE = 32002,
    SCORE_MATE = 32000,
    SCORE_MATE_BOUND = SCORE_MATE - 256, // scores beyond this encode the plies to the end
    SCORE_TABLE_WIN = 31000,             // a tablebase win whose length is not known
    SCORE_TABLE_BOUND = SCORE_TABLE_WIN - 256,
};

static inline bool score_is_mate(Score s) {
    return s >= SCORE_MATE_BOUND || s <= -SCORE_MATE_BOUND;
}
static inline bool score_is_decided(Score s) {
    return s >= SCORE_TABLE_BOUND || s <= -SCORE_TABLE_BOUND;
}

/* Moves until mate, negative when being mated; only for mate scores. */
static inline int score_mate_moves(Score s) {
    return s > 0 ? (SCORE_MATE - s + 1) / 2 : -(SCORE_MATE + s + 1) / 2;
}

#endif
