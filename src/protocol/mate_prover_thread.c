// SPDX-License-Identifier: MIT
#include "protocol/mate_prover_thread.h"

#include "base/os/clock.h"
#include "base/thread/thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PROVER_HASH_MB = 64, ENGINE_MS = 200 };

struct MateProverThread {
    Position pos;
    int moves;
    MoveList only; // empty: all moves
    MateSolver *solver;
    atomic_bool stop, answered, ended;
    pthread_t thread;
    MateResult result;
    bool mated;
};

static void solve_position(MateProverThread *prover, const Position *pos, int moves, bool mated,
                           MateResult *out) {
    MateOptions options = {.moves = moves, .mated = mated, .stop = &prover->stop};
    mate_solve(prover->solver, pos, &options, out);
}

/* Solves the position after one move for the other side, and converts the result to this side's
 * view. */
static void solve_after(MateProverThread *prover, Move move, bool mated, MateResult *out) {
    Position after = prover->pos;
    position_play(&after, move);
    solve_position(prover, &after, prover->moves - !mated, !mated, out);
    if (out->verdict == MATE_NONE) out->excluded = prover->moves;
    if (out->verdict != MATE_FOUND) return;
    out->moves += !mated;
    out->length = out->length < 2 * MATE_MOVES_MAX ? out->length + 1 : out->length;
    memmove(out->line + 1, out->line, (size_t)(out->length - 1) * sizeof *out->line);
    out->line[0] = move;
}

/* Rank of a result for the side that chooses the move, best first: mating soon, unknown, no mate,
 * being mated late. */
static int preference(const MateResult *r, bool mated) {
    int found = mated ? -2 * MATE_MOVES_MAX + r->moves : 2 * MATE_MOVES_MAX - r->moves;
    return r->verdict == MATE_FOUND ? found : r->verdict == MATE_NONE ? (mated ? 2 : 0) : 1;
}

static void solve_listed(MateProverThread *prover, bool mated) {
    for (int i = 0; i < prover->only.count; i++) {
        MateResult r;
        solve_after(prover, prover->only.items[i], mated, &r);
        if (i == 0 || preference(&r, mated) > preference(&prover->result, mated))
            prover->result = r;
    }
}

static void solve(MateProverThread *prover, bool mated) {
    prover->mated = mated;
    if (prover->only.count)
        solve_listed(prover, mated);
    else
        solve_position(prover, &prover->pos, prover->moves, mated, &prover->result);
}

static void *prover_main(void *argument) {
    MateProverThread *prover = argument;
    solve(prover, false);
    if (prover->result.verdict == MATE_NONE) solve(prover, true);
    // without a mate the engine's move is played: it gets ENGINE_MS to find a good one
    for (int ms = 0;
         ms < ENGINE_MS && prover->result.verdict == MATE_NONE && !atomic_load(&prover->stop); ms++)
        clock_sleep_ms(1);
    atomic_store(&prover->answered, prover->result.verdict != MATE_UNKNOWN);
    atomic_store(&prover->ended, true);
    return NULL;
}

MateProverThread *mate_prover_thread_start(const Position *pos, int moves, const MoveList *only) {
    MateProverThread *prover = calloc(1, sizeof *prover);
    if (!prover) return NULL;
    prover->pos = *pos;
    prover->moves = moves < MATE_MOVES_MAX ? moves : MATE_MOVES_MAX;
    if (only) prover->only = *only;
    prover->solver = mate_solver_new(1, PROVER_HASH_MB);
    if (prover->solver && thread_start(&prover->thread, prover_main, prover)) return prover;
    mate_solver_free(prover->solver);
    free(prover);
    return NULL;
}

const atomic_bool *mate_prover_thread_answered(const MateProverThread *prover) {
    return &prover->answered;
}

bool mate_prover_thread_is_running(const MateProverThread *prover) {
    return prover && !atomic_load(&prover->ended);
}

bool mate_prover_thread_finish(MateProverThread *prover, MateResult *out, bool *mated) {
    if (!prover) return false;
    atomic_store(&prover->stop, true);
    pthread_join(prover->thread, NULL);
    *out = prover->result;
    *mated = prover->mated;
    mate_solver_free(prover->solver);
    free(prover);
    return true;
}
