// SPDX-License-Identifier: MIT
//
// Mate in two: the exhaustive search (exhaustive.c) on bare boards.
#include "solve/mate/mate_in_two.h"

ROEK_INLINE bool still_mates(MateWorker *w, const Board *b) {
    w->nodes++;
    return mate_in_one(b) != NO_MOVE;
}

ROEK_INLINE Move mate_in_two_of(MateWorker *w, const Board *b, Color us) {
    const TwoMoveGoal last = {still_mates, true};
    return reach_in_two(w, b, us, &last, false);
}

static Move mate_in_two_white(MateWorker *w, const Board *b) {
    return mate_in_two_of(w, b, WHITE);
}

static Move mate_in_two_black(MateWorker *w, const Board *b) {
    return mate_in_two_of(w, b, BLACK);
}

Move mate_in_two(MateWorker *w, const Board *b) {
    return b->turn == WHITE ? mate_in_two_white(w, b) : mate_in_two_black(w, b);
}
