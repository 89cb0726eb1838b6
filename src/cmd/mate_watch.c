// SPDX-License-Identifier: MIT
#include "roek/cmd/mate_watch.h"

#include "roek/base/clock.h"
#include "roek/base/thread.h"

#include <pthread.h>
#include <stdlib.h>

enum { WATCH_HASH_MB = 64, ENGINE_MS = 200 };

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
    // without a mate the move is the engine's, which needs a moment to find a good one
    for (int ms = 0; ms < ENGINE_MS && w->result.verdict == MATE_NONE && !atomic_load(&w->stop);
         ms++)
        clock_sleep_ms(1);
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
    if (w->solver && thread_start(&w->thread, watch_main, w)) return w;
    mate_solver_free(w->solver);
    free(w);
    return NULL;
}

bool matewatch_finish(MateWatch *watch, MateResult *out, bool *mated) {
    if (!watch) return false;
    atomic_store(&watch->stop, true);
    pthread_join(watch->thread, NULL);
    *out = watch->result;
    *mated = watch->mated;
    mate_solver_free(watch->solver);
    free(watch);
    return true;
}
