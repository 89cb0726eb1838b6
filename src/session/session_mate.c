// SPDX-License-Identifier: MIT
//
// The mate solver by JSON.
#include "session/session_internal.h"

#include "notation/text/san.h"
#include "solve/mate/mate.h"

#include <stdlib.h>
#include <string.h>

enum { TREE_MOST = 20000, HASH_USUAL_MB = 64 };

typedef struct {
    Position pos;
    MateOptions options;
    bool tree;
    int threads;
    size_t hash_mb;
} MateRequest;

static void on_progress(const MateProgress *p, void *context) {
    SessionTask *task = context;
    if (task_is_stopped(task)) return;
    Text out = task_event(task, "progress");
    json_put_int(&out, "excluded", p->lo);
    if (p->hi) json_put_int(&out, "within", p->hi);
    json_put_int(&out, "nodes", (int64_t)p->nodes);
    json_put_int(&out, "ms", (int64_t)(p->seconds * 1000));
    session_send(task->session, &out);
}

/* The proof tree as a flat list in preorder: the subtree of a step is the run of steps with a
 * larger ply behind it. */
static void put_tree(Text *out, const Position *pos, const ProofTree *tree) {
    Position path[2 * MATE_MOVES_MAX + 1];
    size_t count = tree->count < TREE_MOST ? tree->count : TREE_MOST;
    path[0] = *pos;
    json_key(out, "tree");
    json_open(out, '[');
    for (size_t i = 0; i < count; i++) {
        const ProofStep *step = &tree->items[i];
        char san[SAN_MAX];
        if (step->ply >= 2 * MATE_MOVES_MAX) continue;
        san_write(&path[step->ply], step->move, san);
        path[step->ply + 1] = path[step->ply];
        position_play(&path[step->ply + 1], step->move);
        json_open(out, '{');
        json_put_int(out, "ply", step->ply);
        json_put_string(out, "san", san);
        json_key(out, "uci");
        json_move(out, &path[step->ply], step->move);
        if (step->back_reference) json_put_int(out, "same", (int64_t)step->back_reference - 1);
        json_close(out, '}');
    }
    json_close(out, ']');
    if (count < tree->count) json_put_bool(out, "cut", true);
}

static void put_result(Text *out, const MateRequest *request, const MateResult *r) {
    static const char *const VERDICTS[] = {
        [MATE_UNKNOWN] = "unknown", [MATE_FOUND] = "mate", [MATE_NONE] = "none"};
    json_put_string(out, "verdict", VERDICTS[r->verdict]);
    json_put_int(out, "excluded", r->excluded);
    if (r->moves) json_put_int(out, "moves", r->moves);
    json_put_bool(out, "proved", r->verdict == MATE_NONE || r->proved);
    json_key(out, "keys");
    json_open(out, '[');
    for (int i = 0; i < r->keys.count; i++) json_move(out, &request->pos, r->keys.items[i]);
    json_close(out, ']');
    put_line(out, &request->pos, r->line, r->length);
    json_put_int(out, "nodes", (int64_t)r->nodes);
    json_put_int(out, "ms", (int64_t)(r->seconds * 1000));
}

static void solve(SessionTask *task) {
    MateRequest *request = task->state;
    MateSolver *solver = mate_solver_new(request->threads, request->hash_mb);
    MateResult result;
    if (!solver) {
        task_error(task, "no-memory", "not enough memory for the solver");
        return;
    }
    request->options.stop = &task->stop;
    request->options.progress = on_progress;
    request->options.context = task;
    mate_solve(solver, &request->pos, &request->options, &result);
    if (result.no_memory) {
        task_error(task, "no-memory", "not enough memory for the solution");
        mate_solver_free(solver);
        return;
    }
    Text out = task_answer(task);
    put_result(&out, request, &result);
    if (request->tree && result.verdict == MATE_FOUND)
        put_tree(&out, &request->pos, mate_solver_proof(solver));
    session_send(task->session, &out);
    mate_solver_free(solver);
}

static bool call_goal(Call *call, const Rules *rules, MateGoal *out) {
    static const char *const NAMES[] = {"mate", "selfmate", "helpmate", "stalemate"};
    char name[16] = "mate";
    if (!call_string(call, "goal", name, sizeof name)) return false;
    for (int i = 0; i < 4; i++) {
        if (strcmp(name, NAMES[i]) != 0) continue;
        *out = (MateGoal)i;
        return i == 0 || rules_need_mate(rules) ||
               call_error(call, call_field(call, "goal"), "bad-field",
                          "in this game only a win can be asked for");
    }
    return call_error(call, call_field(call, "goal"), "bad-field",
                      "'goal' must be \"mate\", \"selfmate\", \"helpmate\" or \"stalemate\"");
}

static bool call_mate(Call *call, MateRequest *request) {
    const SessionOptions *o = &call->session->options;
    int64_t moves = 1, nodes = 0, threads = o->threads;
    int64_t hash = o->hash > HASH_USUAL_MB ? o->hash : HASH_USUAL_MB;
    Game game;
    if (!call_has(call, "n"))
        return call_error(call, NULL, "missing-field", "'n' must say in how many moves");
    if (!call_int(call, "n", 1, MATE_MOVES_MAX, &moves) ||
        !call_int(call, "nodes", 1, INT64_MAX / 2, &nodes) ||
        !call_real(call, "seconds", 0, 1e6, &request->options.seconds) ||
        !call_bool(call, "all", &request->options.all) ||
        !call_bool(call, "quick", &request->options.quick) ||
        !call_bool(call, "tree", &request->tree) || !call_threads_and_hash(call, &threads, &hash) ||
        !call_game(call, &game))
        return false;
    request->pos = *game_current(&game);
    game_free(&game);
    request->options.moves = (int)moves;
    request->options.nodes = (uint64_t)nodes;
    request->threads = threads < MATE_THREADS_MAX ? (int)threads : MATE_THREADS_MAX;
    request->hash_mb = (size_t)hash;
    return call_goal(call, request->pos.rules, &request->options.goal);
}

static void do_mate(Call *call) {
    MateRequest *request = calloc(1, sizeof *request);
    if (!request)
        call_no_memory(call);
    else if (call_mate(call, request))
        call_start_task(call, solve, free, request);
    else
        free(request);
}

const RequestKind SESSION_MATE_REQUESTS[] = {
    {"mate", "variant fen moves n goal all quick tree seconds nodes threads hash", do_mate},
    {NULL, NULL, NULL},
};
