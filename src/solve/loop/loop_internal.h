// SPDX-License-Identifier: MIT
//
// Declarations shared by the files of the loop solver: movement of the five types, symmetries of
// the board, and the interface of the search kernel.
//
// Every type moves along rays: a rook has four long ones, a knight eight of length one.  Then one
// rule covers all types: exactly one ray of a piece holds pieces, and the nearest piece on it is
// its target.  Directions come in opposite pairs, d and d ^ 1; the even one leads to greater
// squares.
#ifndef SOLVE_LOOP_LOOP_INTERNAL_H
#define SOLVE_LOOP_LOOP_INTERNAL_H

#include "solve/loop/loop.h"

#include <stdatomic.h>

typedef struct {
    int rays;
    bool leaps; // all rays have length one
    int8_t step[8][2];
} LoopMoves;

const LoopMoves *loop_moves(LoopType type);

/* The symmetries of the rectangle that keep the marks; map[0] is the identity. */
typedef struct {
    int count;
    uint16_t map[8][LOOP_MAX_SQUARES];
} LoopSymmetry;

void loop_symmetry_init(LoopSymmetry *symmetry, const LoopPuzzle *puzzle);

/* The image of a loop under a map of the squares, rotated to start as LoopSolution requires.
 * `type` is the type (0 or 1) of loop[0]. */
LoopSolution loop_image(const uint16_t *loop, int length, int type, const uint16_t *map);

/* Counts of one branch.  A solution with k pieces in the orbit of its root is seen k times in all,
 * once from each of them; seen[k] counts such solutions, stabilisers[k] adds up the number of
 * symmetries that keep each of them. */
typedef struct {
    uint64_t seen[9], stabilisers[9];
} LoopOrbitCounts;

/* The state of one search thread. */
typedef struct {
    const void *plan;
    uint64_t nodes, budget;  // the search stops when nodes reaches budget
    uint64_t next_poll;      // number of nodes at which the limits are checked next; 0 at the start
    uint64_t nodes_reported; // nodes already added to `total`
    atomic_uint_fast64_t *total;    // nodes of all threads, for the progress report; may be NULL
    const atomic_bool *stop;        // the search ends soon after this becomes true
    void (*on_poll)(void *context); // called when the limits are checked; may be NULL
    uint64_t rng;                   // state of the generator that shuffles candidates; 0: by square
    bool stopped;                   // the search did not finish
    bool first_only;                // stop at the first solution
    LoopOrbitCounts counts;
    void (*found)(void *context, const uint16_t *loop); // canonical loops, root first
    void *context;
    uint16_t path[2 * LOOP_MAX_SQUARES + 2]; // a deque with the root in the middle
    int low, high;
} LoopWorker;

/* The search, compiled for several sizes of square sets. */
typedef struct {
    int max_squares;
    /* Prepares the tables and the roots; NULL when memory is short. */
    void *(*plan_new)(const LoopPuzzle *puzzle, const LoopSymmetry *symmetry);
    void (*plan_free)(void *plan);
    /* Makes one branch per root and second piece; false when memory is short. */
    bool (*plan_start)(void *plan);
    /* Splits all branches but the first `done` into smaller ones and keeps their order. */
    bool (*plan_split)(void *plan, int done);
    /* The type (0 or 1) of the first piece of the loops given to `found`. */
    int (*plan_root_type)(const void *plan);
    int (*plan_branches)(const void *plan);
    /* How many symmetric branches this one stands for: its counts are multiplied by this. */
    int (*branch_weight)(const void *plan, int branch);
    void (*branch_run)(LoopWorker *worker, int branch);
    /* One random attempt over the whole puzzle; needs no branches. */
    void (*attempt_run)(LoopWorker *worker);
    /* The steps in which the search would reach a solution, one per piece; see loop_trace. */
    int (*trace)(const void *plan, const LoopSolution *solution, LoopStep steps[]);
} LoopKernel;

/* Makes at most `attempts` random attempts; LOOP_INCOMPLETE when none of them was decisive. */
LoopResult loop_attempts(const LoopPuzzle *puzzle, const LoopOptions *options, int attempts,
                         LoopSolution *solution);

/* The smallest kernel that has room for the board. */
const LoopKernel *loop_kernel_for(const LoopPuzzle *puzzle);

extern const LoopKernel loop_kernel_64, loop_kernel_128, loop_kernel_256, loop_kernel_1024;

#endif
