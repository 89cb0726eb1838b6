// SPDX-License-Identifier: MIT
#include "roek/cmd/mate_watch.h"

#include "roek/base/clock.h"

#include <pthread.h>
#include <stdlib.h>

enum { WATCH_HASH_MB = 64 };

struct MateWatch {
    Engine *engine;
    Position pos;
    int moves;
    MateSolver *solver;
    atomic_bool stop;
    pthread_t thread;
    MateResult result;
    bool mated;
};

static void solve(MateWatch *w, bool mated) {
    MateOptions options = {.moves = w->moves, .mated = mated, .stop = &w->stop};
    w->mated = mated;
    mate_solve(w->solver, &w->pos, &options, &w->result);
}

static void *watch_main(void *argument) {
    MateWatch *w = argument;
    solve(w, false);
    if (w->result.verdict == MATE_NONE) solve(w, true);
    // the engine may be about to start yet, so once is not enough
    while (w->result.verdict != MATE_UNKNOWN && !atomic_load(&w->stop)) {
        engine_stop(w->engine);
        clock_sleep_ms(1);
    }
    return NULL;
}

MateWatch *matewatch_start(Engine *engine, int moves) {
    MateWatch *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->engine = engine;
    w->pos = *engine_position(engine);
    w->moves = moves < MATE_MOVES_MAX ? moves : MATE_MOVES_MAX;
    w->solver = mate_solver_new(1, WATCH_HASH_MB);
    if (w->solver && pthread_create(&w->thread, NULL, watch_main, w) == 0) return w;
    mate_solver_free(w->solver);
    free(w);
    return NULL;
}

bool matewatch_finish(MateWatch *watch, MateResult *out, bool *mated) {
    if (!watch) return false;
    atomic_store(&watch->stop, true);
    pthread_join(watch->thread, NULL);
    bool found = watch->result.verdict == MATE_FOUND && watch->result.length > 0;
    *out = watch->result;
    *mated = watch->mated;
    mate_solver_free(watch->solver);
    free(watch);
    return found;
}
