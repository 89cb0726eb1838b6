// SPDX-License-Identifier: MIT
#include "solve/mate/mate_search.h"

#include "base/os/clock.h"
#include "base/os/host_yield.h"

enum { LOOK_EVERY = 1024 };

/* Adds this worker's nodes to the common count and asks whether to go on. */
static void look_at_clock(MateWorker *w) {
    MateClock *clock = w->clock;
    uint64_t all = atomic_fetch_add(&clock->nodes, w->nodes - w->reported) + w->nodes - w->reported;
    w->reported = w->nodes;
    w->next_look = w->nodes + LOOK_EVERY;
    breathe();
    bool told = (clock->stop && atomic_load(clock->stop)) || atomic_load(&clock->finished);
    bool spent = clock->node_limit && all >= clock->node_limit;
    bool late = clock->deadline_ns && clock_ns() >= clock->deadline_ns;
    if (told || spent || late) w->paused = w->halted = true;
}

bool mate_worker_tick(MateWorker *w) {
    w->nodes++;
    if (w->nodes >= w->next_look) look_at_clock(w);
    if (w->nodes >= w->pause_at) w->paused = true;
    return w->paused;
}

void mate_worker_learn(MateWorker *w, Key key, int n, Move mating, uint64_t before) {
    MateBounds learned = MATE_BOUNDS_NONE;
    if (mating) {
        learned.hi = n;
        learned.move = mating;
    } else {
        learned.lo = n;
    }
    mate_table_learn(w->table, key, learned, mate_work(w->nodes - before));
}
