// SPDX-License-Identifier: MIT
//
// What the parts of the loop solver share: geometry of the five types, symmetries of the board,
// and the face of the search kernel.
//
// Every type moves along rays: a rook has four long ones, a knight eight of length one.  Then one
// rule covers all types: exactly one ray of a piece is not empty, and the nearest piece on it is
// its target.  Directions come in opposite pairs, d and d ^ 1, even ones towards greater squares.
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

/* The image of a loop under a map of the squares, turned so that it starts as LoopSolution
 * promises.  `type` is the type (0 or 1) of loop[0]. */
LoopSolution loop_image(const uint16_t *loop, int length, int type, const uint16_t *map);

/* What the search of one branch adds up: solutions seen from their root square, sorted by how many
 * pieces share the root's orbit (each such solution is seen once from each of them). */
typedef struct {
    uint64_t seen[9], stabilisers[9];
} LoopOrbitCounts;

/* One searching thread. */
typedef struct {
    const void *plan;
    uint64_t nodes, budget;         // stops when nodes reaches budget
    uint64_t next_poll;             // when to look around again; 0 at the start
    uint64_t nodes_reported;        // nodes added to the total so far
    atomic_uint_fast64_t *total;    // of all threads, for those who watch; NULL: nobody
    const atomic_bool *stop;        // somebody else says stop
    void (*on_poll)(void *context); // called from time to time; may be NULL
    uint64_t rng;                   // order of branches; 0: by square
    bool stopped;                   // the search did not finish
    bool first_only;                // stop at the first solution
    LoopOrbitCounts counts;
    void (*found)(void *context, const uint16_t *loop); // canonical ones, root first
    void *context;
    uint16_t path[2 * LOOP_MAX_SQUARES + 2]; // a deque with the root in the middle
    int low, high;
} LoopWorker;

/* The search, compiled for several sizes of bit sets. */
typedef struct {
    int max_squares;
    /* Prepares the tables and the roots; NULL when memory is short. */
    void *(*plan_new)(const LoopPuzzle *puzzle, const LoopSymmetry *symmetry);
    void (*plan_free)(void *plan);
    /* Makes the branches; false when memory is short. */
    bool (*plan_start)(void *plan);
    /* Splits all branches but the first `done` into many more, in the same order. */
    bool (*plan_split)(void *plan, int done);
    /* Which type the loops handed to `found` start with. */
    int (*plan_root_type)(const void *plan);
    int (*plan_branches)(const void *plan);
    /* How many symmetric branches it stands for: what its tally must be multiplied by. */
    int (*branch_weight)(const void *plan, int branch);
    void (*branch_run)(LoopWorker *worker, int branch);
    /* One random attempt over the whole puzzle, needs no branches. */
    void (*attempt_run)(LoopWorker *worker);
    /* How the search would come to a solution: one step per piece; see loop_trace. */
    int (*trace)(const void *plan, const LoopSolution *solution, LoopStep steps[]);
} LoopKernel;

/* At most so many random attempts; LOOP_INCOMPLETE when they decided nothing. */
LoopResult loop_attempts(const LoopPuzzle *puzzle, const LoopOptions *options, int attempts,
                         LoopSolution *solution);

/* The smallest one for the board. */
const LoopKernel *loop_kernel_for(const LoopPuzzle *puzzle);

extern const LoopKernel loop_kernel_64, loop_kernel_128, loop_kernel_256, loop_kernel_1024;

#endif
