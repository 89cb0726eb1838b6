// SPDX-License-Identifier: MIT
//
// Enumeration of all solutions.  Worker threads search the branches of the plan.  The calling
// thread adds up the counts and reports the loops in the order of the branches, so the result does
// not depend on the speed of the threads.
#include "base/array.h"
#include "base/os/clock.h"
#include "base/thread/thread.h"
#include "base/uint128.h"
#include "solve/loop/loop_internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    STACK_BYTES = 64 << 20,
    BUFFER_SQUARES = 32 << 20,
    POLL_MS = 50,
    QUICK_BRANCH_NODES = 30000
};

/* What the search of a branch has found so far; the loops are stored one after the other. */
typedef struct {
    LoopOrbitCounts counts;
    uint16_t *loops;
    size_t count, capacity; // in squares
    bool done;
} BranchResult;

typedef struct {
    const LoopKernel *kernel;
    const LoopOptions *options;
    void *plan;
    LoopSymmetry symmetry;
    int length, branches;
    int part, parts;  // this run counts only the branches of its part; 1 part: all
    bool store_loops; // loops are needed, not only their number
    atomic_int next;
    atomic_bool stop;
    atomic_uint_fast64_t nodes, seen;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    // Under the lock:
    BranchResult *results;
    size_t results_capacity;
    int current;     // the branch whose loops are being reported
    size_t buffered; // squares stored in all results
    int unfinished;  // branches
    bool no_memory;
    // Of the calling thread:
    Uint128 solutions, orbits; // times 840
    uint64_t reported;
    int64_t deadline, next_progress; // ms; 0: no deadline
} LoopRun;

/* The search of one branch. */
typedef struct {
    LoopRun *run;
    LoopWorker *worker;
    int branch;
    uint64_t found;
} BranchSearch;

// --- worker threads ---

static bool result_append(LoopRun *run, BranchResult *result, const uint16_t *loop) {
    size_t length = (size_t)run->length;
    if (!array_reserve(&result->loops, &result->capacity, result->count + length,
                       sizeof *result->loops))
        return false;
    memcpy(result->loops + result->count, loop, length * sizeof *loop);
    result->count += length;
    run->buffered += length;
    return true;
}

/* Called by the search for each canonical loop.  When too many loops wait to be reported, only the
 * worker of the branch that is being reported continues. */
static void store_loop(void *context, const uint16_t *loop) {
    BranchSearch *search = context;
    LoopRun *run = search->run;
    BranchResult *result = &run->results[search->branch];
    pthread_mutex_lock(&run->lock);
    while (run->buffered > BUFFER_SQUARES &&
           !(search->branch == run->current && result->count == 0) && !atomic_load(&run->stop))
        pthread_cond_wait(&run->changed, &run->lock);
    if (!result_append(run, result, loop)) {
        run->no_memory = true;
        atomic_store(&run->stop, true);
    }
    if (run->buffered > BUFFER_SQUARES) pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
    if (run->options->stop_after && ++search->found >= run->options->stop_after)
        search->worker->stopped = true;
}

/* Searches one branch within a budget of nodes; false when the budget was too small. */
static bool search_branch(LoopRun *run, LoopWorker *worker, int branch, uint64_t budget) {
    BranchSearch search = {.run = run, .worker = worker, .branch = branch};
    worker->plan = run->plan;
    worker->budget = budget;
    worker->stop = &run->stop;
    worker->context = &search;
    worker->found = run->store_loops ? store_loop : NULL;
    worker->total = &run->nodes;
    worker->nodes = worker->nodes_reported = worker->next_poll = 0;
    worker->counts = (LoopOrbitCounts){0};
    worker->stopped = false;
    run->kernel->branch_run(worker, branch);
    atomic_fetch_add(&run->nodes, worker->nodes - worker->nodes_reported);
    if (worker->nodes >= budget) return false;
    for (int k = 1; k <= 8; k++) atomic_fetch_add(&run->seen, worker->counts.seen[k]);
    pthread_mutex_lock(&run->lock);
    run->results[branch].counts = worker->counts;
    run->results[branch].done = true;
    /* Waking the caller costs more than a small branch; it also polls every POLL_MS. */
    if (--run->unfinished == 0 || run->results[branch].count > 0)
        pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
    return true;
}

static bool is_ours(const LoopRun *run, int branch) {
    return branch % run->parts == run->part;
}

static void *worker_main(void *context) {
    LoopRun *run = context;
    LoopWorker worker = {0};
    for (int branch; (branch = atomic_fetch_add(&run->next, 1)) < run->branches;) {
        if (atomic_load(&run->stop)) break;
        if (is_ours(run, branch)) search_branch(run, &worker, branch, UINT64_MAX);
    }
    return NULL;
}

// --- the calling thread ---

static bool same_solution(const LoopSolution *a, const LoopSolution *b) {
    return memcmp(a->square, b->square, (size_t)a->length * sizeof a->square[0]) == 0;
}

/* Reports a loop or, with options->all, all its different images. */
static void report_loop(LoopRun *run, const uint16_t *loop) {
    int type = run->kernel->plan_root_type(run->plan);
    LoopSolution images[8];
    int count = 0;
    for (int g = 0; g < (run->options->all ? run->symmetry.count : 1); g++) {
        LoopSolution s = loop_image(loop, run->length, type, run->symmetry.map[g]);
        bool known = false;
        for (int i = 0; i < count; i++) known |= same_solution(&images[i], &s);
        if (known) continue;
        images[count++] = s;
        if (run->options->on_solution) run->options->on_solution(run->options->context, &s);
    }
    if (++run->reported == run->options->stop_after) atomic_store(&run->stop, true);
}

/* Reports the loops of the current branch.  Expects the lock and releases it while reporting. */
static void report_branch(LoopRun *run, BranchResult *result) {
    uint16_t *loops = result->loops;
    size_t count = result->count;
    result->loops = NULL;
    result->count = result->capacity = 0;
    run->buffered -= count;
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
    for (size_t i = 0; i < count; i += (size_t)run->length) {
        if (run->options->stop_after && run->reported >= run->options->stop_after) break;
        if (loop_is_stopped(run->options->stop)) break;
        report_loop(run, loops + i);
    }
    free(loops);
    pthread_mutex_lock(&run->lock);
}

static void add_counts(LoopRun *run, const LoopOrbitCounts *counts, int weight) {
    for (unsigned k = 1; k <= 8; k++) {
        uint64_t count = (uint64_t)weight * (840 / k);
        uint128_add(&run->solutions, uint128_product(count, counts->seen[k]));
        uint128_add(&run->orbits, uint128_product(count, counts->stabilisers[k]));
    }
}

/* When the search was stopped: adds what the branches found until then.  The sum over all branches
 * is exact and no term is negative, so a part of it is a lower bound. */
static void add_rest(LoopRun *run) {
    for (int i = run->current; i < run->branches; i++)
        add_counts(run, &run->results[i].counts, run->kernel->branch_weight(run->plan, i));
}

/* Looks at the clock and tells how far we are, every POLL_MS. */
static void report_progress(LoopRun *run) {
    const LoopOptions *options = run->options;
    int64_t now = clock_ms();
    if (now < run->next_progress) return;
    run->next_progress = now + POLL_MS;
    bool late = run->deadline && now >= run->deadline;
    if (late || loop_is_stopped(options->stop)) atomic_store(&run->stop, true);
    if (options->on_progress)
        options->on_progress(options->context, (double)run->current / run->branches,
                             atomic_load(&run->nodes), atomic_load(&run->seen));
}

/* Waits until a worker signals a change, but not longer than POLL_MS. */
static void wait_for_results(LoopRun *run) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += POLL_MS * 1000000l;
    until.tv_sec += until.tv_nsec / 1000000000l;
    until.tv_nsec %= 1000000000l;
    pthread_cond_timedwait(&run->changed, &run->lock, &until);
}

/* With the lock held: handles the next result of the branch that is being reported; false if there
 * is none yet. */
static bool collect_next(LoopRun *run) {
    BranchResult *result = &run->results[run->current];
    bool done = result->done;
    if (result->count > 0) {
        report_branch(run, result);
        return true;
    }
    if (!done) return false;
    add_counts(run, &result->counts, run->kernel->branch_weight(run->plan, run->current));
    run->current++;
    return true;
}

static void collect_all(LoopRun *run) {
    pthread_mutex_lock(&run->lock);
    while (run->current < run->branches && !atomic_load(&run->stop)) {
        report_progress(run);
        if (!collect_next(run)) wait_for_results(run);
    }
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
}

// --- setting up ---

static void poll_unthreaded(void *context) {
    const BranchSearch *search = context;
    report_progress(search->run);
    pthread_mutex_lock(&search->run->lock);
    collect_next(search->run);
    pthread_mutex_unlock(&search->run->lock);
}

/* Without threads: searches one branch after the other; loops are reported while it runs. */
static void run_unthreaded(LoopRun *run) {
    LoopWorker worker = {.on_poll = poll_unthreaded};
    pthread_mutex_lock(&run->lock);
    while (run->current < run->branches && !atomic_load(&run->stop)) {
        if (collect_next(run)) continue;
        pthread_mutex_unlock(&run->lock);
        search_branch(run, &worker, run->current, UINT64_MAX);
        pthread_mutex_lock(&run->lock);
    }
    pthread_mutex_unlock(&run->lock);
}

static void run_threads(LoopRun *run) {
    int wanted = run->options->threads > 0 ? run->options->threads : 1, started = 0;
    pthread_t *threads = calloc((size_t)wanted, sizeof *threads);
    while (threads && started < wanted &&
           thread_start_with_stack(&threads[started], STACK_BYTES, worker_main, run))
        started++;
    if (started > 0)
        collect_all(run);
    else
        run_unthreaded(run);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free(threads);
}

static void result_clear(LoopRun *run, BranchResult *result) {
    free(result->loops);
    run->buffered -= result->count;
    *result = (BranchResult){0};
}

static void results_free(LoopRun *run) {
    for (int i = 0; i < run->branches; i++) result_clear(run, &run->results[i]);
    free(run->results);
}

/* Makes room for one result per branch; existing results stay. */
static bool results_grow(LoopRun *run) {
    int branches = run->kernel->plan_branches(run->plan);
    if (!array_reserve(&run->results, &run->results_capacity, (size_t)branches + 1,
                       sizeof *run->results))
        return false;
    for (int i = run->branches; i < branches; i++) run->results[i] = (BranchResult){0};
    run->unfinished += branches - run->branches;
    run->branches = branches;
    return true;
}

/* Most puzzles are solved in less time than a thread needs to start.  So the calling thread
 * searches the first branches, up to QUICK_BRANCH_NODES nodes.  Returns how many branches it
 * completed. */
static int run_quick_branches(LoopRun *run) {
    LoopWorker worker = {0};
    uint64_t budget = QUICK_BRANCH_NODES;
    int branch = 0;
    while (branch < run->branches && search_branch(run, &worker, branch, budget)) {
        budget -= worker.nodes;
        branch++;
    }
    if (branch < run->branches) result_clear(run, &run->results[branch]);
    return branch;
}

/* Each part searches the quick branches, to find where the others begin; only part 0 counts them.
 */
static void discard_quick_branches(LoopRun *run, int done) {
    if (run->part == 0) return;
    for (int i = 0; i < done; i++) run->results[i].counts = (LoopOrbitCounts){0};
    atomic_store(&run->nodes, 0);
}

/* Marks the branches of other parts as done. */
static void skip_other_parts(LoopRun *run, int done) {
    for (int i = done; i < run->branches; i++) {
        if (is_ours(run, i)) continue;
        run->results[i].done = true;
        run->unfinished--;
    }
}

/* Splitting keeps the order of the branches, so the result is always the same. */
static void run_branches(LoopRun *run) {
    run->no_memory = !run->kernel->plan_start(run->plan) || !results_grow(run);
    if (run->no_memory) return;
    int done = run_quick_branches(run);
    discard_quick_branches(run, done);
    if (done == run->branches) {
        collect_all(run);
        return;
    }
    atomic_store(&run->next, done);
    run->no_memory = !run->kernel->plan_split(run->plan, done) || !results_grow(run);
    skip_other_parts(run, done);
    if (!run->no_memory) run_threads(run);
    if (!run->no_memory) add_rest(run);
}

static LoopPartCount part_count_of(const LoopRun *run) {
    bool complete = run->current == run->branches;
    return (LoopPartCount){.end = run->no_memory ? LOOP_NO_MEMORY
                                  : complete     ? LOOP_COMPLETE
                                                 : LOOP_INCOMPLETE,
                           .solutions = run->solutions,
                           .orbits = run->orbits,
                           .nodes = atomic_load(&run->nodes),
                           .symmetries = run->symmetry.count};
}

/* Enumerates one part; `reported` returns the number of loops given to on_solution. */
static LoopPartCount enumerate(const LoopPuzzle *puzzle, const LoopOptions *options, int part,
                               int parts, uint64_t *reported) {
    LoopRun *run = calloc(1, sizeof *run);
    if (!run) return (LoopPartCount){.end = LOOP_NO_MEMORY, .symmetries = 1};
    run->kernel = loop_kernel_for(puzzle);
    run->options = options;
    run->part = part;
    run->parts = parts;
    run->length = 2 * puzzle->n;
    run->store_loops = options->on_solution || options->stop_after;
    run->deadline = options->seconds > 0 ? clock_ms() + (int64_t)(options->seconds * 1000) : 0;
    run->next_progress = clock_ms() + POLL_MS;
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->changed, NULL);
    loop_symmetry_init(&run->symmetry, puzzle);
    run->plan = run->kernel->plan_new(puzzle, &run->symmetry);
    run->no_memory = !run->plan;
    if (run->plan) run_branches(run);
    LoopPartCount count = part_count_of(run);
    *reported = run->reported;
    results_free(run);
    run->kernel->plan_free(run->plan);
    pthread_cond_destroy(&run->changed);
    pthread_mutex_destroy(&run->lock);
    free(run);
    return count;
}

LoopResult loop_enumerate(const LoopPuzzle *puzzle, const LoopOptions *options) {
    uint64_t reported = 0;
    LoopPartCount count = enumerate(puzzle, options, 0, 1, &reported);
    LoopResult result = loop_part_count_total(&count);
    bool store_loops = options->on_solution || options->stop_after;
    if (count.end == LOOP_INCOMPLETE && store_loops) result.solutions = result.orbits = reported;
    return result;
}

LoopPartCount loop_count_part(const LoopPuzzle *puzzle, const LoopOptions *options, int part,
                              int parts) {
    LoopOptions count = *options;
    uint64_t reported;
    count.on_solution = NULL;
    count.stop_after = 0;
    return enumerate(puzzle, &count, part, parts, &reported);
}

void loop_part_count_add(LoopPartCount *sum, const LoopPartCount *part) {
    if (part->end > sum->end) sum->end = part->end;
    uint128_add(&sum->solutions, part->solutions);
    uint128_add(&sum->orbits, part->orbits);
    sum->nodes += part->nodes;
    sum->symmetries = part->symmetries;
}

LoopResult loop_part_count_total(const LoopPartCount *sum) {
    unsigned symmetries = sum->symmetries ? (unsigned)sum->symmetries : 1;
    return (LoopResult){.end = sum->end,
                        .solutions = uint128_saturate(uint128_quotient(sum->solutions, 840)),
                        .orbits = uint128_saturate(uint128_quotient(sum->orbits, 840 * symmetries)),
                        .nodes = sum->nodes,
                        .symmetries = sum->symmetries};
}
