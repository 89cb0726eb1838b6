// SPDX-License-Identifier: MIT
#include "base/rng.h"
#include "solve/loop/loop_internal.h"

#include <string.h>

/* Draws two types until they are one of the seven pairs that can form a loop. */
static void draw_types(Rng *rng, LoopPuzzle *p) {
    do {
        p->type[0] = (LoopType)rng_below(rng, LOOP_TYPES);
        p->type[1] = (LoopType)rng_below(rng, LOOP_TYPES);
    } while (!loop_pair_is_possible(p->type[0], p->type[1]));
}

static int draw_between(Rng *rng, int low, int high) {
    return low + (int)rng_below(rng, (uint32_t)(high - low + 1));
}

/* Draws the pair once, so that all pairs are equally likely; draws board and number until a
 * solution is found.  A number of at most the mean of the two sides keeps many boards solvable. */
bool loop_random_puzzle(uint64_t seed, int side, LoopPuzzle *p, LoopSolution *solution) {
    Rng rng = rng_seeded(seed);
    memset(p, 0, sizeof *p);
    draw_types(&rng, p);
    for (;;) {
        p->rows = draw_between(&rng, 2, side);
        p->cols = draw_between(&rng, 3, side);
        p->n = draw_between(&rng, 2, (p->rows + p->cols) / 2);
        if (loop_fault(p) != LOOP_OK) continue;
        LoopOptions options = {.threads = 1, .seed = rng_next(&rng)};
        LoopResult r = loop_attempts(p, &options, 100, solution);
        if (r.end == LOOP_NO_MEMORY) return false;
        if (r.solutions) return true;
    }
}
