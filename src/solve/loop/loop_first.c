// SPDX-License-Identifier: MIT
//
// One solution: many short attempts in random order, because a loop that a systematic search
// meets after ten seconds is often one lucky branch away.  Attempts are numbered and the
// successful one with the lowest number wins, so the number of threads does not matter.  When
// luck does not help, the exhaustive search decides.
#include "base/os/clock.h"
#include "base/rng.h"
#include "base/thread/thread.h"
#include "solve/loop/loop_internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPT_NODES = 500, ATTEMPTS = 4000, GLANCE_ATTEMPTS = 60 };

typedef struct {
    const LoopKernel *kernel;
    const LoopOrder *order;
    void *plan;
    LoopSymmetry symmetry;
    int length;
    atomic_int next;
    atomic_int winner; // the lowest attempt that succeeded, or came to an end without a solution
    atomic_bool stop;  // never set; attempts are short
    atomic_uint_fast64_t nodes;
    int64_t deadline;
    pthread_mutex_t lock;
    bool solved; // by the winner; under the lock
    LoopSolution solution;
} Race;

typedef struct {
    Race *race;
    bool found;
    LoopSolution solution;
} Attempt;

/* 1 1 2 1 1 2 4 1 1 2 …: as good as knowing the best length of an attempt, up to a factor. */
static uint64_t luby(uint64_t i) {
    for (;;) {
        uint64_t size = 1;
        while (size - 1 < i) size *= 2;
        if (size - 1 == i) return size / 2;
        i -= size / 2 - 1;
    }
}

static void keep_first(void *context, const uint16_t *loop) {
    Attempt *attempt = context;
    const Race *race = attempt->race;
    attempt->found = true;
    attempt->solution = loop_image(loop, race->length, race->kernel->plan_root_type(race->plan),
                                   race->symmetry.map[0]);
}

static void settle(Race *race, int number, const Attempt *attempt) {
    pthread_mutex_lock(&race->lock);
    if (number < atomic_load(&race->winner)) {
        atomic_store(&race->winner, number);
        race->solved = attempt->found;
        race->solution = attempt->solution;
    }
    pthread_mutex_unlock(&race->lock);
}

static void *compete(void *context) {
    Race *race = context;
    LoopWorker worker;
    for (int i; (i = atomic_fetch_add(&race->next, 1)) < atomic_load(&race->winner);) {
        if (race->deadline && clock_ms() >= race->deadline) break;
        if (loop_is_stopped(race->order->stop)) break;
        Attempt attempt = {.race = race};
        Rng rng = rng_seeded(race->order->seed + (uint64_t)i * 0x51ed2701);
        worker = (LoopWorker){.plan = race->plan,
                              .budget = ATTEMPT_NODES * luby((uint64_t)i + 1),
                              .stop = &race->stop,
                              .rng = rng_next(&rng) | 1,
                              .want_first = true,
                              .found = keep_first,
                              .context = &attempt};
        race->kernel->attempt_run(&worker);
        atomic_fetch_add(&race->nodes, worker.nodes);
        if (attempt.found || !worker.stopped) settle(race, i, &attempt);
    }
    return NULL;
}

static void race_run(Race *race) {
    int helpers = race->order->threads - 1, started = 0;
    pthread_t threads[64];
    if (helpers > 64) helpers = 64;
    while (started < helpers && thread_start(&threads[started], compete, race)) started++;
    compete(race);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
}

static void take(void *context, const LoopSolution *solution) {
    *(LoopSolution *)context = *solution;
}

/* The systematic search, up to its first solution. */
static LoopResult decide(const LoopPuzzle *puzzle, const LoopOrder *order, int64_t started,
                         uint64_t nodes, LoopSolution *solution) {
    LoopOrder rest = {
        .threads = order->threads, .stop_after = 1, .on_solution = take, .stop = order->stop};
    rest.context = solution;
    if (order->seconds > 0) {
        rest.seconds = order->seconds - (double)(clock_ms() - started) / 1000;
        if (rest.seconds <= 0) return (LoopResult){.end = LOOP_CUT_SHORT, .nodes = nodes};
    }
    LoopResult result = loop_enumerate(puzzle, &rest);
    result.nodes += nodes;
    if (result.solutions) result.solutions = result.orbits = 1;
    return result;
}

LoopResult loop_attempts(const LoopPuzzle *puzzle, const LoopOrder *order, int attempts,
                         LoopSolution *solution) {
    Race *race = calloc(1, sizeof *race);
    if (!race) return (LoopResult){.end = LOOP_NO_MEMORY};
    race->kernel = loop_kernel_for(puzzle);
    race->order = order;
    race->length = 2 * puzzle->n;
    race->deadline = order->seconds > 0 ? clock_ms() + (int64_t)(order->seconds * 1000) : 0;
    atomic_store(&race->winner, attempts);
    pthread_mutex_init(&race->lock, NULL);
    loop_symmetry_init(&race->symmetry, puzzle);
    race->plan = race->kernel->plan_new(puzzle, &race->symmetry);
    LoopResult result = {.end = LOOP_NO_MEMORY, .symmetries = race->symmetry.count};
    if (race->plan) {
        race_run(race);
        result.end = atomic_load(&race->winner) < attempts ? LOOP_COMPLETE : LOOP_CUT_SHORT;
        result.nodes = atomic_load(&race->nodes);
    }
    if (race->solved) {
        result.solutions = result.orbits = 1;
        *solution = race->solution;
    }
    race->kernel->plan_free(race->plan);
    pthread_mutex_destroy(&race->lock);
    free(race);
    return result;
}

LoopResult loop_first(const LoopPuzzle *puzzle, const LoopOrder *order, LoopSolution *solution) {
    int64_t started = clock_ms();
    LoopResult result = loop_attempts(puzzle, order, ATTEMPTS, solution);
    if (result.end != LOOP_CUT_SHORT || loop_is_stopped(order->stop)) return result;
    return decide(puzzle, order, started, result.nodes, solution);
}

bool loop_glance(const LoopPuzzle *puzzle, int effort, LoopSolution *solution) {
    LoopOrder order = {.threads = 1, .seed = 1};
    return loop_attempts(puzzle, &order, effort * GLANCE_ATTEMPTS, solution).solutions > 0;
}
