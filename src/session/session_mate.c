// SPDX-License-Identifier: MIT
//
// The mate solver by JSON.
#include "session/session_internal.h"

#include "notation/text/san.h"
#include "solve/mate/mate.h"

#include <stdlib.h>
#include <string.h>

enum { TREE_MOST = 20000 };

typedef struct {
    Position pos;
    MateOptions options;
    bool tree;
    int threads;
    size_t hash_mb;
} MateTask;

static void on_progress(const MateProgress *p, void *context) {
    Job *job = context;
    if (job_is_stopped(job)) return;
    Text out = job_event(job, "progress");
    json_put_int(&out, "excluded", p->lo);
    if (p->hi) json_put_int(&out, "within", p->hi);
    json_put_int(&out, "nodes", (int64_t)p->nodes);
    json_put_int(&out, "ms", (int64_t)(p->seconds * 1000));
    session_say(job->session, &out);
}

/* The solution as a flat list: a step's subtree is the run of deeper steps behind it. */
static void put_tree(Text *out, const Position *pos, const MateTree *tree) {
    Position path[2 * MATE_MOVES_MAX + 1];
    size_t count = tree->count < TREE_MOST ? tree->count : TREE_MOST;
    path[0] = *pos;
    json_key(out, "tree");
    json_open(out, '[');
    for (size_t i = 0; i < count; i++) {
        const MateStep *step = &tree->items[i];
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
        if (step->same) json_put_int(out, "same", (int64_t)step->same - 1);
        json_close(out, '}');
    }
    json_close(out, ']');
    if (count < tree->count) json_put_bool(out, "cut", true);
}

static void put_result(Text *out, const MateTask *task, const MateResult *r) {
    static const char *const VERDICTS[] = {
        [MATE_UNKNOWN] = "unknown", [MATE_FOUND] = "mate", [MATE_NONE] = "none"};
    json_put_string(out, "verdict", VERDICTS[r->verdict]);
    json_put_int(out, "excluded", r->excluded);
    if (r->moves) json_put_int(out, "moves", r->moves);
    json_put_bool(out, "proved", r->verdict == MATE_NONE || r->proved);
    json_key(out, "keys");
    json_open(out, '[');
    for (int i = 0; i < r->keys.count; i++) json_move(out, &task->pos, r->keys.items[i]);
    json_close(out, ']');
    put_line(out, &task->pos, r->line, r->length);
    json_put_int(out, "nodes", (int64_t)r->nodes);
    json_put_int(out, "ms", (int64_t)(r->seconds * 1000));
}

static void solve(Job *job) {
    MateTask *task = job->state;
    MateSolver *solver = mate_solver_new(task->threads, task->hash_mb);
    MateResult result;
    if (!solver) {
        job_error(job, "no-memory", "not enough memory for the solver");
        return;
    }
    task->options.stop = &job->stop;
    task->options.progress = on_progress;
    task->options.context = job;
    mate_solve(solver, &task->pos, &task->options, &result);
    if (result.no_memory) {
        job_error(job, "no-memory", "not enough memory for the solution");
        mate_solver_free(solver);
        return;
    }
    Text out = job_answer(job);
    put_result(&out, task, &result);
    if (task->tree && result.verdict == MATE_FOUND)
        put_tree(&out, &task->pos, mate_solver_tree(solver));
    session_say(job->session, &out);
    mate_solver_free(solver);
}

static bool call_goal(Call *call, const Rules *rules, MateGoal *out) {
    static const char *const NAMES[] = {"mate", "selfmate", "helpmate", "stalemate"};
    char name[16] = "mate";
    if (!call_string(call, "goal", name, sizeof name)) return false;
    for (int i = 0; i < 4; i++) {
        if (strcmp(name, NAMES[i]) != 0) continue;
        *out = (MateGoal)i;
        return i == 0 || rules_want_mate(rules) ||
               call_error(call, call_field(call, "goal"), "bad-field",
                          "in this game only a win can be asked for");
    }
    return call_error(call, call_field(call, "goal"), "bad-field",
                      "'goal' must be \"mate\", \"selfmate\", \"helpmate\" or \"stalemate\"");
}

static bool call_task(Call *call, MateTask *task) {
    int64_t moves = 1, nodes = 0, threads = 1, hash = 64;
    Game game;
    if (!call_has(call, "n"))
        return call_error(call, NULL, "missing-field", "'n' must say in how many moves");
    if (!call_int(call, "n", 1, MATE_MOVES_MAX, &moves) ||
        !call_int(call, "nodes", 1, INT64_MAX / 2, &nodes) ||
        !call_real(call, "seconds", 0, 1e6, &task->options.seconds) ||
        !call_bool(call, "all", &task->options.all) ||
        !call_bool(call, "quick", &task->options.quick) || !call_bool(call, "tree", &task->tree) ||
        !call_effort(call, &threads, &hash) || !call_game(call, &game))
        return false;
    task->pos = *game_now(&game);
    game_free(&game);
    task->options.moves = (int)moves;
    task->options.nodes = (uint64_t)nodes;
    task->threads = threads < MATE_THREADS_MAX ? (int)threads : MATE_THREADS_MAX;
    task->hash_mb = (size_t)hash;
    return call_goal(call, task->pos.rules, &task->options.goal);
}

static void do_mate(Call *call) {
    MateTask *task = calloc(1, sizeof *task);
    if (!task)
        call_no_memory(call);
    else if (call_task(call, task))
        call_job(call, solve, free, task);
    else
        free(task);
}

const RequestKind SESSION_MATE_REQUESTS[] = {
    {"mate", "variant fen moves n goal all quick tree seconds nodes threads hash", do_mate},
    {NULL, NULL, NULL},
};
