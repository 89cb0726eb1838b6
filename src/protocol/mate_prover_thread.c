// SPDX-License-Identifier: MIT
#include "protocol/mate_prover_thread.h"

#include "base/os/clock.h"
#include "base/thread/thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { WATCH_HASH_MB = 64, ENGINE_MS = 200 };

struct MateWatch {
    Position pos;
    int moves;
    MoveList only; // none: all moves
    MateSolver *solver;
    atomic_bool stop, answered, ended;
    pthread_t thread;
    MateResult result;
    bool mated;
};

static void ask(MateWatch *w, const Position *pos, int moves, bool mated, MateResult *out) {
    MateOptions options = {.moves = moves, .mated = mated, .stop = &w->stop};
    mate_solve(w->solver, pos, &options, out);
}

/* The same question put to the other side after one of the moves, as an answer of this one. */
static void ask_after(MateWatch *w, Move move, bool mated, MateResult *out) {
    Position after = w->pos;
    position_play(&after, move);
    ask(w, &after, w->moves - !mated, !mated, out);
    if (out->verdict == MATE_NONE) out->excluded = w->moves;
    if (out->verdict != MATE_FOUND) return;
    out->moves += !mated;
    out->length = out->length < 2 * MATE_MOVES_MAX ? out->length + 1 : out->length;
    memmove(out->line + 1, out->line, (size_t)(out->length - 1) * sizeof *out->line);
    out->line[0] = move;
}

/* What a side that may choose likes best: to mate soon, not to know, to go on, to be mated late. */
static int liking(const MateResult *r, bool mated) {
    int found = mated ? -2 * MATE_MOVES_MAX + r->moves : 2 * MATE_MOVES_MAX - r->moves;
    return r->verdict == MATE_FOUND ? found : r->verdict == MATE_NONE ? (mated ? 2 : 0) : 1;
}

static void solve_listed(MateWatch *w, bool mated) {
    for (int i = 0; i < w->only.count; i++) {
        MateResult r;
        ask_after(w, w->only.items[i], mated, &r);
        if (i == 0 || liking(&r, mated) > liking(&w->result, mated)) w->result = r;
    }
}

static void solve(MateWatch *w, bool mated) {
    w->mated = mated;
    if (w->only.count)
        solve_listed(w, mated);
    else
        ask(w, &w->pos, w->moves, mated, &w->result);
}

static void *watch_main(void *argument) {
    MateWatch *w = argument;
    solve(w, false);
    if (w->result.verdict == MATE_NONE) solve(w, true);
    // without a mate the move is the engine's, which needs a moment to find a good one
    for (int ms = 0; ms < ENGINE_MS && w->result.verdict == MATE_NONE && !atomic_load(&w->stop);
         ms++)
        clock_sleep_ms(1);
    atomic_store(&w->answered, w->result.verdict != MATE_UNKNOWN);
    atomic_store(&w->ended, true);
    return NULL;
}

MateWatch *matewatch_start(const Position *pos, int moves, const MoveList *only) {
    MateWatch *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->pos = *pos;
    w->moves = moves < MATE_MOVES_MAX ? moves : MATE_MOVES_MAX;
    if (only) w->only = *only;
    w->solver = mate_solver_new(1, WATCH_HASH_MB);
    if (w->solver && thread_start(&w->thread, watch_main, w)) return w;
    mate_solver_free(w->solver);
    free(w);
    return NULL;
}

const atomic_bool *matewatch_answered(const MateWatch *watch) {
    return &watch->answered;
}

bool matewatch_is_busy(const MateWatch *watch) {
    return watch && !atomic_load(&watch->ended);
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
