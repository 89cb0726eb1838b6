// SPDX-License-Identifier: MIT
#include "solve/mate/mate_search.h"

#include "base/os/clock.h"
#include "base/os/host_yield.h"

enum { CLOCK_CHECK_NODES = 1024 };

/* Adds this worker's nodes to the shared count, and pauses the worker if a limit is reached. */
static void check_clock(MateWorker *w) {
    MateClock *clock = w->clock;
    uint64_t all = atomic_fetch_add(&clock->nodes, w->nodes - w->reported) + w->nodes - w->reported;
    w->reported = w->nodes;
    w->next_clock_check = w->nodes + CLOCK_CHECK_NODES;
    host_yield();
    bool stop_requested =
        (clock->stop && atomic_load(clock->stop)) || atomic_load(&clock->finished);
    bool out_of_nodes = clock->node_limit && all >= clock->node_limit;
    bool out_of_time = clock->deadline_ns && clock_ns() >= clock->deadline_ns;
    if (stop_requested || out_of_nodes || out_of_time) w->paused = w->halted = true;
}

bool mate_worker_should_stop(MateWorker *w) {
    w->nodes++;
    if (w->nodes >= w->next_clock_check) check_clock(w);
    if (w->nodes >= w->pause_at) w->paused = true;
    return w->paused;
}

void mate_worker_store_bound(MateWorker *w, Key key, int n, Move mating, uint64_t before) {
    MateBounds learned = MATE_BOUNDS_NONE;
    if (mating) {
        learned.hi = n;
        learned.move = mating;
    } else {
        learned.lo = n;
    }
    mate_tt_merge_bounds(w->table, key, learned, mate_tt_work(w->nodes - before));
}
