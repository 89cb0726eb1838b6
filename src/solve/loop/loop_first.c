// SPDX-License-Identifier: MIT
//
// Search for one solution: many short attempts in random order (random restarts, Gomes et al.
// 1998). The search times of such attempts vary widely, so a short attempt often succeeds where a
// systematic search needs seconds.  Attempts are numbered and the successful one with the lowest
// number wins, so the number of threads does not matter.  If no attempt succeeds, the exhaustive
// search decides.
#include "base/os/clock.h"
#include "base/rng.h"
#include "base/thread/thread.h"
#include "solve/loop/loop_internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPT_NODES = 500, ATTEMPTS = 4000, QUICK_ATTEMPTS = 60 };

typedef struct {
    const LoopKernel *kernel;
    const LoopOptions *options;
    void *plan;
    LoopSymmetry symmetry;
    int length;
    atomic_int next;
    atomic_int winner; // the lowest attempt that was decisive: a solution, or proof of none
    atomic_bool stop;  // never set; attempts are short
    atomic_uint_fast64_t nodes;
    int64_t deadline;
    pthread_mutex_t lock;
    bool solved; // by the winner; under the lock
    LoopSolution solution;
} AttemptPool;

typedef struct {
    AttemptPool *pool;
    bool found;
    LoopSolution solution;
} Attempt;

/* The Luby sequence 1 1 2 1 1 2 4 1 1 2 … (Luby, Sinclair, Zuckerman 1993): a restart schedule that
 * is within a logarithmic factor of the best fixed length. */
static uint64_t luby(uint64_t i) {
    for (;;) {
        uint64_t size = 1;
        while (size - 1 < i) size *= 2;
        if (size - 1 == i) return size / 2;
        i -= size / 2 - 1;
    }
}

static void store_loop(void *context, const uint16_t *loop) {
    Attempt *attempt = context;
    const AttemptPool *pool = attempt->pool;
    attempt->found = true;
    attempt->solution = loop_image(loop, pool->length, pool->kernel->plan_root_type(pool->plan),
                                   pool->symmetry.map[0]);
}

static void record_winner(AttemptPool *pool, int number, const Attempt *attempt) {
    pthread_mutex_lock(&pool->lock);
    if (number < atomic_load(&pool->winner)) {
        atomic_store(&pool->winner, number);
        pool->solved = attempt->found;
        pool->solution = attempt->solution;
    }
    pthread_mutex_unlock(&pool->lock);
}

static void *attempt_worker(void *context) {
    AttemptPool *pool = context;
    LoopWorker worker;
    for (int i; (i = atomic_fetch_add(&pool->next, 1)) < atomic_load(&pool->winner);) {
        if (pool->deadline && clock_ms() >= pool->deadline) break;
        if (loop_is_stopped(pool->options->stop)) break;
        Attempt attempt = {.pool = pool};
        Rng rng = rng_seeded(pool->options->seed + (uint64_t)i * 0x51ed2701);
        worker = (LoopWorker){.plan = pool->plan,
                              .budget = ATTEMPT_NODES * luby((uint64_t)i + 1),
                              .stop = &pool->stop,
                              .rng = rng_next(&rng) | 1,
                              .first_only = true,
                              .found = store_loop,
                              .context = &attempt};
        pool->kernel->attempt_run(&worker);
        atomic_fetch_add(&pool->nodes, worker.nodes);
        if (attempt.found || !worker.stopped) record_winner(pool, i, &attempt);
    }
    return NULL;
}

static void run_attempts(AttemptPool *pool) {
    int helpers = pool->options->threads - 1, started = 0;
    pthread_t threads[64];
    if (helpers > 64) helpers = 64;
    while (started < helpers && thread_start(&threads[started], attempt_worker, pool)) started++;
    attempt_worker(pool);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

static void store_solution(void *context, const LoopSolution *solution) {
    *(LoopSolution *)context = *solution;
}

/* The systematic search, up to its first solution. */
static LoopResult search_exhaustively(const LoopPuzzle *puzzle, const LoopOptions *options,
                                      int64_t started, uint64_t nodes, LoopSolution *solution) {
    LoopOptions rest = {.threads = options->threads,
                        .stop_after = 1,
                        .on_solution = store_solution,
                        .stop = options->stop};
    rest.context = solution;
    if (options->seconds > 0) {
        rest.seconds = options->seconds - (double)(clock_ms() - started) / 1000;
        if (rest.seconds <= 0) return (LoopResult){.end = LOOP_INCOMPLETE, .nodes = nodes};
    }
    LoopResult result = loop_enumerate(puzzle, &rest);
    result.nodes += nodes;
    if (result.solutions) result.solutions = result.orbits = 1;
    return result;
}

LoopResult loop_attempts(const LoopPuzzle *puzzle, const LoopOptions *options, int attempts,
                         LoopSolution *solution) {
    AttemptPool *pool = calloc(1, sizeof *pool);
    if (!pool) return (LoopResult){.end = LOOP_NO_MEMORY};
    pool->kernel = loop_kernel_for(puzzle);
    pool->options = options;
    pool->length = 2 * puzzle->n;
    pool->deadline = options->seconds > 0 ? clock_ms() + (int64_t)(options->seconds * 1000) : 0;
    atomic_store(&pool->winner, attempts);
    pthread_mutex_init(&pool->lock, NULL);
    loop_symmetry_init(&pool->symmetry, puzzle);
    pool->plan = pool->kernel->plan_new(puzzle, &pool->symmetry);
    LoopResult result = {.end = LOOP_NO_MEMORY, .symmetries = pool->symmetry.count};
    if (pool->plan) {
        run_attempts(pool);
        result.end = atomic_load(&pool->winner) < attempts ? LOOP_COMPLETE : LOOP_INCOMPLETE;
        result.nodes = atomic_load(&pool->nodes);
    }
    if (pool->solved) {
        result.solutions = result.orbits = 1;
        *solution = pool->solution;
    }
    pool->kernel->plan_free(pool->plan);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
    return result;
}

LoopResult loop_solve(const LoopPuzzle *puzzle, const LoopOptions *options,
                      LoopSolution *solution) {
    int64_t started = clock_ms();
    LoopResult result = loop_attempts(puzzle, options, ATTEMPTS, solution);
    if (result.end != LOOP_INCOMPLETE || loop_is_stopped(options->stop)) return result;
    return search_exhaustively(puzzle, options, started, result.nodes, solution);
}

bool loop_solve_quickly(const LoopPuzzle *puzzle, int effort, const atomic_bool *stop,
                        LoopSolution *solution) {
    LoopOptions options = {.threads = 1, .seed = 1, .stop = stop};
    return loop_attempts(puzzle, &options, effort * QUICK_ATTEMPTS, solution).solutions > 0;
}
