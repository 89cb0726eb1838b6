// SPDX-License-Identifier: MIT
//
// All solutions: threads take branches from the plan, the calling thread adds up and reports them
// in the order of the branches, so that the answer does not depend on who was faster.
#include "base/os/clock.h"
#include "base/thread/thread.h"
#include "base/uint128.h"
#include "solve/loop/loop_internal.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STACK_BYTES = 64 << 20, HELD_SQUARES = 32 << 20, WAKE_MS = 50, QUICK_NODES = 30000 };

/* What a branch has found so far: loops one after the other. */
typedef struct {
    LoopTally tally;
    uint16_t *loops;
    size_t count, room; // in squares
    bool done;
} Yield;

typedef struct {
    const LoopKernel *kernel;
    const LoopOrder *order;
    void *plan;
    LoopSymmetry symmetry;
    int length, branches;
    int part, parts; // only these branches are ours; 1 part: all
    bool keep;       // loops are wanted, not only their number
    atomic_int next;
    atomic_bool stop;
    atomic_uint_fast64_t nodes, seen;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    // Under the lock:
    Yield *yields;
    int current;    // the branch whose loops are being reported
    size_t held;    // squares kept in all yields
    int unfinished; // branches
    bool no_memory;
    // Of the calling thread:
    Wide solutions, orbits; // times 840
    uint64_t reported;
    int64_t deadline, next_watch; // ms; 0: no deadline
} Run;

/* The worker of one branch. */
typedef struct {
    Run *run;
    LoopWorker *worker;
    int branch;
    uint64_t found;
} Task;

/* --- worker threads ------------------------------------------------------------------------- */

static bool yield_append(Run *run, Yield *yield, const uint16_t *loop) {
    size_t length = (size_t)run->length;
    if (yield->count + length > yield->room) {
        size_t room = yield->room ? 2 * yield->room : 64 * length;
        uint16_t *loops = realloc(yield->loops, room * sizeof *loops);
        if (!loops) return false;
        yield->loops = loops;
        yield->room = room;
    }
    memcpy(yield->loops + yield->count, loop, length * sizeof *loop);
    yield->count += length;
    run->held += length;
    return true;
}

/* Called by the search for each canonical loop.  When too much is waiting to be reported, only
 * the branch that is being reported may go on. */
static void keep_loop(void *context, const uint16_t *loop) {
    Task *task = context;
    Run *run = task->run;
    Yield *yield = &run->yields[task->branch];
    pthread_mutex_lock(&run->lock);
    while (run->held > HELD_SQUARES && !(task->branch == run->current && yield->count == 0) &&
           !atomic_load(&run->stop))
        pthread_cond_wait(&run->changed, &run->lock);
    if (!yield_append(run, yield, loop)) {
        run->no_memory = true;
        atomic_store(&run->stop, true);
    }
    if (run->held > HELD_SQUARES) pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
    if (run->order->stop_after && ++task->found >= run->order->stop_after)
        task->worker->stopped = true;
}

/* Runs one branch within a budget of nodes; false when it was not enough. */
static bool branch_do(Run *run, LoopWorker *worker, int branch, uint64_t budget) {
    Task task = {.run = run, .worker = worker, .branch = branch};
    worker->plan = run->plan;
    worker->budget = budget;
    worker->stop = &run->stop;
    worker->context = &task;
    worker->found = run->keep ? keep_loop : NULL;
    worker->total = &run->nodes;
    worker->nodes = worker->told = worker->next_look = 0;
    worker->tally = (LoopTally){0};
    worker->stopped = false;
    run->kernel->branch_run(worker, branch);
    atomic_fetch_add(&run->nodes, worker->nodes - worker->told);
    if (worker->nodes >= budget) return false;
    for (int k = 1; k <= 8; k++) atomic_fetch_add(&run->seen, worker->tally.seen[k]);
    pthread_mutex_lock(&run->lock);
    run->yields[branch].tally = worker->tally;
    run->yields[branch].done = true;
    /* Waking the caller costs more than a small branch; it looks up by itself from time to time. */
    if (--run->unfinished == 0 || run->yields[branch].count > 0)
        pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
    return true;
}

static bool is_ours(const Run *run, int branch) {
    return branch % run->parts == run->part;
}

static void *work(void *context) {
    Run *run = context;
    LoopWorker worker = {0};
    for (int branch; (branch = atomic_fetch_add(&run->next, 1)) < run->branches;) {
        if (atomic_load(&run->stop)) break;
        if (is_ours(run, branch)) branch_do(run, &worker, branch, UINT64_MAX);
    }
    return NULL;
}

/* --- the calling thread --------------------------------------------------------------------- */

static bool same_solution(const LoopSolution *a, const LoopSolution *b) {
    return memcmp(a->square, b->square, (size_t)a->length * sizeof a->square[0]) == 0;
}

/* Reports a loop, or all its different images. */
static void report(Run *run, const uint16_t *loop) {
    int type = run->kernel->plan_root_type(run->plan);
    LoopSolution images[8];
    int count = 0;
    for (int g = 0; g < (run->order->all ? run->symmetry.count : 1); g++) {
        LoopSolution s = loop_image(loop, run->length, type, run->symmetry.map[g]);
        bool known = false;
        for (int i = 0; i < count; i++) known |= same_solution(&images[i], &s);
        if (known) continue;
        images[count++] = s;
        if (run->order->on_solution) run->order->on_solution(run->order->context, &s);
    }
    if (++run->reported == run->order->stop_after) atomic_store(&run->stop, true);
}

/* Reports what the current branch has found; called with the lock held, gives it up meanwhile. */
static void drain(Run *run, Yield *yield) {
    uint16_t *loops = yield->loops;
    size_t count = yield->count;
    yield->loops = NULL;
    yield->count = yield->room = 0;
    run->held -= count;
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
    for (size_t i = 0; i < count; i += (size_t)run->length) {
        if (run->order->stop_after && run->reported >= run->order->stop_after) break;
        report(run, loops + i);
    }
    free(loops);
    pthread_mutex_lock(&run->lock);
}

static void add_up(Run *run, const LoopTally *tally, int weight) {
    for (unsigned k = 1; k <= 8; k++) {
        uint64_t share = (uint64_t)weight * (840 / k);
        wide_add(&run->solutions, wide_product(share, tally->seen[k]));
        wide_add(&run->orbits, wide_product(share, tally->stabilisers[k]));
    }
}

/* Looks at the clock and tells how far we are, every WAKE_MS. */
static void watch(Run *run) {
    const LoopOrder *order = run->order;
    int64_t now = clock_ms();
    if (now < run->next_watch) return;
    run->next_watch = now + WAKE_MS;
    bool late = run->deadline && now >= run->deadline;
    if (late || loop_is_stopped(order->stop)) atomic_store(&run->stop, true);
    if (order->on_progress)
        order->on_progress(order->context, (double)run->current / run->branches,
                           atomic_load(&run->nodes), atomic_load(&run->seen));
}

/* Waits for something to happen, not longer than WAKE_MS. */
static void doze(Run *run) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAKE_MS * 1000000l;
    until.tv_sec += until.tv_nsec / 1000000000l;
    until.tv_nsec %= 1000000000l;
    pthread_cond_timedwait(&run->changed, &run->lock, &until);
}

/* With the lock held: takes the next thing from the branch that is being reported; false if there
 * is nothing yet. */
static bool collect_some(Run *run) {
    Yield *yield = &run->yields[run->current];
    bool done = yield->done;
    if (yield->count > 0) {
        drain(run, yield);
        return true;
    }
    if (!done) return false;
    add_up(run, &yield->tally, run->kernel->branch_weight(run->plan, run->current));
    run->current++;
    return true;
}

static void collect(Run *run) {
    pthread_mutex_lock(&run->lock);
    while (run->current < run->branches && !atomic_load(&run->stop)) {
        watch(run);
        if (!collect_some(run)) doze(run);
    }
    pthread_cond_broadcast(&run->changed);
    pthread_mutex_unlock(&run->lock);
}

/* --- setting up ----------------------------------------------------------------------------- */

static void look_alone(void *context) {
    const Task *task = context;
    watch(task->run);
    pthread_mutex_lock(&task->run->lock);
    collect_some(task->run);
    pthread_mutex_unlock(&task->run->lock);
}

/* Where there are no threads: one branch after the other, reported while it runs. */
static void run_alone(Run *run) {
    LoopWorker worker = {.look = look_alone};
    pthread_mutex_lock(&run->lock);
    while (run->current < run->branches && !atomic_load(&run->stop)) {
        if (collect_some(run)) continue;
        pthread_mutex_unlock(&run->lock);
        branch_do(run, &worker, run->current, UINT64_MAX);
        pthread_mutex_lock(&run->lock);
    }
    pthread_mutex_unlock(&run->lock);
}

static void run_threads(Run *run) {
    int wanted = run->order->threads > 0 ? run->order->threads : 1, started = 0;
    pthread_t *threads = calloc((size_t)wanted, sizeof *threads);
    while (threads && started < wanted &&
           thread_start_deep(&threads[started], STACK_BYTES, work, run))
        started++;
    if (started > 0)
        collect(run);
    else
        run_alone(run);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free(threads);
}

static void yield_clear(Run *run, Yield *yield) {
    free(yield->loops);
    run->held -= yield->count;
    *yield = (Yield){0};
}

static void yields_free(Run *run) {
    for (int i = 0; i < run->branches; i++) yield_clear(run, &run->yields[i]);
    free(run->yields);
}

/* One for each branch; what there is stays. */
static bool yields_grow(Run *run) {
    int branches = run->kernel->plan_branches(run->plan);
    Yield *yields = realloc(run->yields, ((size_t)branches + 1) * sizeof *yields);
    if (!yields) return false;
    for (int i = run->branches; i < branches; i++) yields[i] = (Yield){0};
    run->unfinished += branches - run->branches;
    run->yields = yields;
    run->branches = branches;
    return true;
}

/* Most puzzles are over before a thread has started: the calling thread tries first, for some
 * thousand nodes.  Returns how many branches that did. */
static int do_quick_ones(Run *run) {
    LoopWorker worker = {0};
    uint64_t budget = QUICK_NODES;
    int branch = 0;
    while (branch < run->branches && branch_do(run, &worker, branch, budget)) {
        budget -= worker.nodes;
        branch++;
    }
    if (branch < run->branches) yield_clear(run, &run->yields[branch]);
    return branch;
}

/* Everybody tries the quick ones, to know where the others begin, but they count for part 0. */
static void leave_quick_ones(Run *run, int done) {
    if (run->part == 0) return;
    for (int i = 0; i < done; i++) run->yields[i].tally = (LoopTally){0};
    atomic_store(&run->nodes, 0);
}

/* What others count is done as far as we are concerned. */
static void leave_to_others(Run *run, int done) {
    for (int i = done; i < run->branches; i++) {
        if (is_ours(run, i)) continue;
        run->yields[i].done = true;
        run->unfinished--;
    }
}

/* The branches keep their order when they are split, so the answer is always the same. */
static void run_all(Run *run) {
    run->no_memory = !run->kernel->plan_start(run->plan) || !yields_grow(run);
    if (run->no_memory) return;
    int done = do_quick_ones(run);
    leave_quick_ones(run, done);
    if (done == run->branches) {
        collect(run);
        return;
    }
    atomic_store(&run->next, done);
    run->no_memory = !run->kernel->plan_split(run->plan, done) || !yields_grow(run);
    leave_to_others(run, done);
    if (!run->no_memory) run_threads(run);
}

static LoopShare share_of(const Run *run) {
    bool complete = run->current == run->branches;
    return (LoopShare){.end = run->no_memory ? LOOP_NO_MEMORY
                              : complete     ? LOOP_COMPLETE
                                             : LOOP_CUT_SHORT,
                       .solutions = run->solutions,
                       .orbits = run->orbits,
                       .nodes = atomic_load(&run->nodes),
                       .symmetries = run->symmetry.count};
}

/* `reported` counts the loops that were handed over. */
static LoopShare enumerate(const LoopPuzzle *puzzle, const LoopOrder *order, int part, int parts,
                           uint64_t *reported) {
    Run *run = calloc(1, sizeof *run);
    if (!run) return (LoopShare){.end = LOOP_NO_MEMORY, .symmetries = 1};
    run->kernel = loop_kernel_for(puzzle);
    run->order = order;
    run->part = part;
    run->parts = parts;
    run->length = 2 * puzzle->n;
    run->keep = order->on_solution || order->stop_after;
    run->deadline = order->seconds > 0 ? clock_ms() + (int64_t)(order->seconds * 1000) : 0;
    run->next_watch = clock_ms() + WAKE_MS;
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->changed, NULL);
    loop_symmetry_init(&run->symmetry, puzzle);
    run->plan = run->kernel->plan_new(puzzle, &run->symmetry);
    run->no_memory = !run->plan;
    if (run->plan) run_all(run);
    LoopShare share = share_of(run);
    *reported = run->reported;
    yields_free(run);
    run->kernel->plan_free(run->plan);
    pthread_cond_destroy(&run->changed);
    pthread_mutex_destroy(&run->lock);
    free(run);
    return share;
}

LoopResult loop_enumerate(const LoopPuzzle *puzzle, const LoopOrder *order) {
    uint64_t reported = 0;
    LoopShare share = enumerate(puzzle, order, 0, 1, &reported);
    LoopResult result = loop_share_total(&share);
    bool keep = order->on_solution || order->stop_after;
    if (share.end == LOOP_CUT_SHORT && keep) result.solutions = result.orbits = reported;
    return result;
}

LoopShare loop_count_part(const LoopPuzzle *puzzle, const LoopOrder *order, int part, int parts) {
    LoopOrder count = *order;
    uint64_t reported;
    count.on_solution = NULL;
    count.stop_after = 0;
    return enumerate(puzzle, &count, part, parts, &reported);
}

void loop_share_add(LoopShare *sum, const LoopShare *part) {
    if (part->end > sum->end) sum->end = part->end;
    wide_add(&sum->solutions, part->solutions);
    wide_add(&sum->orbits, part->orbits);
    sum->nodes += part->nodes;
    sum->symmetries = part->symmetries;
}

LoopResult loop_share_total(const LoopShare *sum) {
    unsigned symmetries = sum->symmetries ? (unsigned)sum->symmetries : 1;
    return (LoopResult){.end = sum->end,
                        .solutions = wide_saturated(wide_quotient(sum->solutions, 840)),
                        .orbits = wide_saturated(wide_quotient(sum->orbits, 840 * symmetries)),
                        .nodes = sum->nodes,
                        .symmetries = sum->symmetries};
}
