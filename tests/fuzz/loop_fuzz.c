// SPDX-License-Identifier: MIT
//
// Any bytes make a small puzzle with marks.  loop_solve, loop_enumerate and loop_check must agree.
#include "solve/loop/loop.h"

#include <stddef.h>
#include <stdlib.h>

static void require(bool holds) {
    if (!holds) abort();
}

static void judge(void *context, const LoopSolution *solution) {
    uint8_t placement[LOOP_MAX_SQUARES] = {0};
    for (int i = 0; i < solution->length; i++)
        placement[solution->square[i]] = i & 1 ? LOOP_SECOND : LOOP_FIRST;
    require(loop_check(context, placement).verdict == LOOP_SOLVED);
}

static void solve(LoopPuzzle *p) {
    LoopOptions options = {.threads = 1, .all = true, .on_solution = judge, .context = p};
    LoopResult all = loop_enumerate(p, &options);
    options.on_solution = NULL;
    LoopResult counted = loop_enumerate(p, &options);
    require(all.end == LOOP_COMPLETE && counted.end == LOOP_COMPLETE);
    require(all.solutions == counted.solutions && all.orbits == counted.orbits);
    LoopSolution first;
    LoopResult one = loop_solve(p, &options, &first);
    require(one.solutions == (all.solutions > 0));
    if (one.solutions) judge(p, &first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 5) return 0;
    LoopPuzzle p = {.rows = data[0] % 5, .cols = data[1] % 9, .n = data[2] % 6};
    p.type[0] = (LoopType)(data[3] % LOOP_TYPES);
    p.type[1] = (LoopType)(data[4] % LOOP_TYPES);
    for (size_t i = 5; i < size && i < 40; i++) p.mark[data[i] & 31] = data[i] >> 6;
    if (loop_fault(&p) == LOOP_OK) solve(&p);

    uint8_t placement[LOOP_MAX_SQUARES] = {0};
    for (size_t i = 5; i < size; i++) placement[(i - 5) % LOOP_MAX_SQUARES] = data[i] & 3;
    if (loop_fault(&p) == LOOP_OK) loop_check(&p, placement);
    return 0;
}
