// SPDX-License-Identifier: MIT
//
// Puzzles for people.  A random solution is fixed first; every other solution the search still
// finds is then ruled out by a clue, and clues that turn out not to be needed are taken back.
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

LoopResult loop_next_step(const LoopPuzzle *puzzle, const LoopOrder *order, LoopSolution *solution,
                          LoopStep *step) {
    LoopStep steps[LOOP_MAX_SQUARES];
    LoopResult r = loop_first(puzzle, order, solution);
    int count = r.solutions ? loop_trace(puzzle, solution, steps) : 0, next = 0;
    if (r.solutions && !count) r.end = LOOP_NO_MEMORY;
    while (next < count && puzzle->mark[solution->square[steps[next].place]] != LOOP_OPEN) next++;
    *step = next < count ? steps[next] : (LoopStep){.place = -1};
    return r;
}

static void fill_board(const LoopSolution *solution, uint8_t board[LOOP_MAX_SQUARES]) {
    memset(board, 0, LOOP_MAX_SQUARES);
    for (int i = 0; i < solution->length; i++)
        board[solution->square[i]] = i & 1 ? LOOP_SECOND : LOOP_FIRST;
}

void loop_keep_two(void *pair, const LoopSolution *solution) {
    LoopPair *kept = pair;
    if (kept->count < 2) kept->solution[kept->count++] = *solution;
}

/* Lets an order end in time; false if it is time already. */
static bool limit_order(const LoopUntil *until, LoopOrder *order) {
    order->stop = until->stop;
    if (loop_is_stopped(until->stop)) return false;
    if (!until->deadline) return true;
    order->seconds = (double)(until->deadline - clock_ms()) / 1000;
    return order->seconds > 0;
}

/* Looks for a second solution; `nodes` is what that took. */
static LoopEnd find_two(const LoopPuzzle *puzzle, const LoopUntil *until, LoopPair *pair,
                        uint64_t *nodes) {
    pair->count = 0;
    LoopOrder order = {
        .threads = 1, .stop_after = 2, .on_solution = loop_keep_two, .context = pair};
    if (!limit_order(until, &order)) return LOOP_CUT_SHORT;
    LoopResult r = loop_enumerate(puzzle, &order);
    *nodes = r.nodes;
    return r.end == LOOP_CUT_SHORT && pair->count == 2 ? LOOP_COMPLETE : r.end;
}

/* Adds a clue that holds for the wanted board and not for the other: a piece, or an empty square
 * where the other has a piece. */
static void add_clue(Rng *rng, LoopPuzzle *puzzle, const uint8_t *wanted, const uint8_t *other) {
    int square[LOOP_MAX_SQUARES], count = 0;
    bool empty = rng_below(rng, 2) == 0;
    for (int round = 0; round < 2 && count == 0; round++, empty = !empty)
        for (int s = 0; s < puzzle->rows * puzzle->cols; s++)
            if (wanted[s] != other[s] && (wanted[s] == 0) == empty) square[count++] = s;
    int s = square[rng_below(rng, (uint32_t)count)];
    puzzle->mark[s] = wanted[s] ? wanted[s] : LOOP_EMPTY;
}

/* Takes clues back, in random order, while the solution stays the only one. */
static LoopEnd drop_clues(Rng *rng, const LoopPuzzle *frame, const LoopUntil *until, LoopTask *task,
                          LoopPair *pair) {
    int square[LOOP_MAX_SQUARES], count = 0;
    LoopPuzzle *puzzle = &task->puzzle;
    for (int s = 0; s < puzzle->rows * puzzle->cols; s++)
        if (puzzle->mark[s] != frame->mark[s]) square[count++] = s;
    for (; count > 0; count--) {
        int chosen = (int)rng_below(rng, (uint32_t)count), s = square[chosen];
        square[chosen] = square[count - 1];
        uint8_t mark = puzzle->mark[s];
        uint64_t nodes;
        puzzle->mark[s] = frame->mark[s];
        LoopEnd end = find_two(puzzle, until, pair, &nodes);
        if (end != LOOP_COMPLETE) return end;
        if (pair->count != 1) puzzle->mark[s] = mark;
    }
    return LOOP_COMPLETE;
}

static LoopEnd make_unique(Rng *rng, const LoopPuzzle *frame, const LoopUntil *until,
                           LoopTask *task) {
    uint8_t wanted[LOOP_MAX_SQUARES], other[LOOP_MAX_SQUARES];
    LoopPair pair;
    fill_board(&task->solution, wanted);
    for (;;) {
        LoopEnd end = find_two(&task->puzzle, until, &pair, &task->nodes);
        if (end != LOOP_COMPLETE) return end;
        if (pair.count < 2) break;
        fill_board(&pair.solution[0], other);
        if (memcmp(wanted, other, sizeof wanted) == 0) fill_board(&pair.solution[1], other);
        add_clue(rng, &task->puzzle, wanted, other);
    }
    LoopEnd end = drop_clues(rng, frame, until, task, &pair);
    return end == LOOP_COMPLETE ? find_two(&task->puzzle, until, &pair, &task->nodes) : end;
}

/* How hard it is; without the memory for its steps there is no puzzle. */
static LoopEnd grade(LoopTask *task) {
    static const uint64_t bound[] = {30, 300, 3000, 30000};
    task->level = 1;
    while (task->level < 5 && task->nodes >= bound[task->level - 1]) task->level++;
    int steps = loop_trace(&task->puzzle, &task->solution, task->steps);
    task->forced = 0;
    for (int i = 0; i < steps; i++) task->forced += task->steps[i].choices == 1;
    return steps ? LOOP_COMPLETE : LOOP_NO_MEMORY;
}

LoopEnd loop_generate(const LoopPuzzle *frame, bool unique, uint64_t seed, const LoopUntil *until,
                      LoopTask *task) {
    Rng rng = rng_seeded(seed);
    LoopPuzzle start;
    if (frame) {
        start = *frame;
        LoopOrder order = {.threads = 1, .seed = rng_next(&rng)};
        task->solution.length = 0;
        if (!limit_order(until, &order)) return LOOP_CUT_SHORT;
        LoopResult r = loop_first(&start, &order, &task->solution);
        task->nodes = r.nodes;
        if (r.solutions == 0) return r.end;
    } else if (!loop_random(rng_next(&rng), 7, &start, &task->solution)) {
        return LOOP_NO_MEMORY;
    }
    task->puzzle = start;
    LoopEnd end = unique ? make_unique(&rng, &start, until, task) : LOOP_COMPLETE;
    return end == LOOP_COMPLETE ? grade(task) : end;
}

/* Any two types that can make a loop at all. */
static void draw_types(Rng *rng, LoopType type[2]) {
    do {
        type[0] = (LoopType)rng_below(rng, LOOP_TYPES);
        type[1] = (LoopType)rng_below(rng, LOOP_TYPES);
    } while (!loop_pair_is_live(type[0], type[1]));
}

LoopEnd loop_generate_level(int level, int seed, const LoopUntil *until, LoopTask *task) {
    static const struct {
        int side, n;
    } BOARDS[LOOP_LEVELS] = {{4, 2}, {4, 3}, {5, 4}, {6, 5}, {8, 7}};
    int side = BOARDS[level - 1].side;
    Rng rng = rng_seeded((uint64_t)seed * LOOP_LEVELS + (uint64_t)level);
    LoopEnd end;
    do { // some types have no loop on this board
        LoopPuzzle frame = {.rows = side, .cols = side, .n = BOARDS[level - 1].n};
        draw_types(&rng, frame.type);
        end = loop_generate(&frame, true, rng_next(&rng), until, task);
    } while (end == LOOP_COMPLETE && task->solution.length == 0);
    return end;
}
