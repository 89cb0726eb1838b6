// SPDX-License-Identifier: MIT
//
// Puzzles for human solvers.  The generator draws a random solution, excludes every other solution
// by a clue, and then removes the clues that are not needed.
#include "base/os/clock.h"
#include "base/rng.h"
#include "solve/loop/loop_internal.h"

#include <stdlib.h>
#include <string.h>

int loop_trace(const LoopPuzzle *puzzle, const LoopSolution *solution, LoopStep steps[]) {
    const LoopKernel *kernel = loop_kernel_for(puzzle);
    LoopSymmetry symmetry;
    loop_symmetry_init(&symmetry, puzzle);
    void *plan = kernel->plan_new(puzzle, &symmetry);
    int count = plan ? kernel->trace(plan, solution, steps) : 0;
    kernel->plan_free(plan);
    return count;
}

LoopResult loop_next_step(const LoopPuzzle *puzzle, const LoopOptions *options,
                          LoopSolution *solution, LoopStep *step) {
    LoopStep steps[LOOP_MAX_SQUARES];
    LoopResult r = loop_solve(puzzle, options, solution);
    int count = r.solutions ? loop_trace(puzzle, solution, steps) : 0, next = 0;
    if (r.solutions && !count) r.end = LOOP_NO_MEMORY;
    while (next < count && puzzle->mark[solution->square[steps[next].place]] != LOOP_UNKNOWN)
        next++;
    *step = next < count ? steps[next] : (LoopStep){.place = -1};
    return r;
}

static void fill_placement(const LoopSolution *solution, uint8_t board[LOOP_MAX_SQUARES]) {
    memset(board, 0, LOOP_MAX_SQUARES);
    for (int i = 0; i < solution->length; i++)
        board[solution->square[i]] = i & 1 ? LOOP_SECOND : LOOP_FIRST;
}

void loop_collect_two(void *pair, const LoopSolution *solution) {
    LoopPair *kept = pair;
    if (kept->count < 2) kept->solution[kept->count++] = *solution;
}

/* Applies the limits to a search; false if a limit has been reached already. */
static bool apply_limits(const LoopLimits *limits, LoopOptions *options) {
    options->stop = limits->stop;
    if (loop_is_stopped(limits->stop)) return false;
    if (!limits->deadline) return true;
    options->seconds = (double)(limits->deadline - clock_ms()) / 1000;
    return options->seconds > 0;
}

/* Searches for a second solution; `nodes` returns the search effort. */
static LoopEnd find_two_solutions(const LoopPuzzle *puzzle, const LoopLimits *limits,
                                  LoopPair *pair, uint64_t *nodes) {
    pair->count = 0;
    LoopOptions options = {
        .threads = 1, .stop_after = 2, .on_solution = loop_collect_two, .context = pair};
    if (!apply_limits(limits, &options)) return LOOP_INCOMPLETE;
    LoopResult r = loop_enumerate(puzzle, &options);
    *nodes = r.nodes;
    return r.end == LOOP_INCOMPLETE && pair->count == 2 ? LOOP_COMPLETE : r.end;
}

/* Adds a clue that holds for the target and not for the other solution: a piece, or an empty square
 * where the other solution has a piece. */
static void add_clue(Rng *rng, LoopPuzzle *puzzle, const uint8_t *target, const uint8_t *other) {
    int square[LOOP_MAX_SQUARES], count = 0;
    bool empty = rng_below(rng, 2) == 0;
    for (int round = 0; round < 2 && count == 0; round++, empty = !empty)
        for (int s = 0; s < puzzle->rows * puzzle->cols; s++)
            if (target[s] != other[s] && (target[s] == 0) == empty) square[count++] = s;
    int s = square[rng_below(rng, (uint32_t)count)];
    puzzle->mark[s] = target[s] ? target[s] : LOOP_EMPTY;
}

/* Removes clues in random order while the solution stays unique. */
static LoopEnd drop_clues(Rng *rng, const LoopPuzzle *frame, const LoopLimits *limits,
                          LoopGradedPuzzle *graded, LoopPair *pair) {
    int square[LOOP_MAX_SQUARES], count = 0;
    LoopPuzzle *puzzle = &graded->puzzle;
    for (int s = 0; s < puzzle->rows * puzzle->cols; s++)
        if (puzzle->mark[s] != frame->mark[s]) square[count++] = s;
    for (; count > 0; count--) {
        int chosen = (int)rng_below(rng, (uint32_t)count), s = square[chosen];
        square[chosen] = square[count - 1];
        uint8_t mark = puzzle->mark[s];
        uint64_t nodes;
        puzzle->mark[s] = frame->mark[s];
        LoopEnd end = find_two_solutions(puzzle, limits, pair, &nodes);
        if (end != LOOP_COMPLETE) return end;
        if (pair->count != 1) puzzle->mark[s] = mark;
    }
    return LOOP_COMPLETE;
}

static LoopEnd make_unique(Rng *rng, const LoopPuzzle *frame, const LoopLimits *limits,
                           LoopGradedPuzzle *graded) {
    uint8_t target[LOOP_MAX_SQUARES], other[LOOP_MAX_SQUARES];
    LoopPair pair;
    fill_placement(&graded->solution, target);
    for (;;) {
        LoopEnd end = find_two_solutions(&graded->puzzle, limits, &pair, &graded->nodes);
        if (end != LOOP_COMPLETE) return end;
        if (pair.count < 2) break;
        fill_placement(&pair.solution[0], other);
        if (memcmp(target, other, sizeof target) == 0) fill_placement(&pair.solution[1], other);
        add_clue(rng, &graded->puzzle, target, other);
    }
    LoopEnd end = drop_clues(rng, frame, limits, graded, &pair);
    return end == LOOP_COMPLETE ? find_two_solutions(&graded->puzzle, limits, &pair, &graded->nodes)
                                : end;
}

/* Sets level and steps; LOOP_NO_MEMORY if loop_trace fails. */
static LoopEnd grade(LoopGradedPuzzle *graded) {
    static const uint64_t bound[] = {30, 300, 3000, 30000};
    graded->level = 1;
    while (graded->level < 5 && graded->nodes >= bound[graded->level - 1]) graded->level++;
    int steps = loop_trace(&graded->puzzle, &graded->solution, graded->steps);
    graded->forced = 0;
    for (int i = 0; i < steps; i++) graded->forced += graded->steps[i].choices == 1;
    return steps ? LOOP_COMPLETE : LOOP_NO_MEMORY;
}

LoopEnd loop_generate(const LoopPuzzle *frame, bool unique, uint64_t seed, const LoopLimits *limits,
                      LoopGradedPuzzle *graded) {
    Rng rng = rng_seeded(seed);
    LoopPuzzle start;
    if (frame) {
        start = *frame;
        LoopOptions options = {.threads = 1, .seed = rng_next(&rng)};
        graded->solution.length = 0;
        if (!apply_limits(limits, &options)) return LOOP_INCOMPLETE;
        LoopResult r = loop_solve(&start, &options, &graded->solution);
        graded->nodes = r.nodes;
        if (r.solutions == 0) return r.end;
    } else if (!loop_random_puzzle(rng_next(&rng), 7, &start, &graded->solution)) {
        return LOOP_NO_MEMORY;
    }
    graded->puzzle = start;
    LoopEnd end = unique ? make_unique(&rng, &start, limits, graded) : LOOP_COMPLETE;
    return end == LOOP_COMPLETE ? grade(graded) : end;
}

/* Draws two types that can form a loop. */
static void draw_types(Rng *rng, LoopType type[2]) {
    do {
        type[0] = (LoopType)rng_below(rng, LOOP_TYPES);
        type[1] = (LoopType)rng_below(rng, LOOP_TYPES);
    } while (!loop_pair_is_possible(type[0], type[1]));
}

LoopEnd loop_generate_level(int level, int seed, const LoopLimits *limits,
                            LoopGradedPuzzle *graded) {
    static const struct {
        int side, n;
    } BOARDS[LOOP_LEVELS] = {{4, 2}, {4, 3}, {5, 4}, {6, 5}, {8, 7}};
    int side = BOARDS[level - 1].side;
    Rng rng = rng_seeded((uint64_t)seed * LOOP_LEVELS + (uint64_t)level);
    LoopEnd end;
    do { // some types have no loop on this board
        LoopPuzzle frame = {.rows = side, .cols = side, .n = BOARDS[level - 1].n};
        draw_types(&rng, frame.type);
        end = loop_generate(&frame, true, rng_next(&rng), limits, graded);
    } while (end == LOOP_COMPLETE && graded->solution.length == 0);
    return end;
}
