// SPDX-License-Identifier: MIT
//
// Analysis by the engine, and perft.
#include "session/session_internal.h"

#include "core/perft.h"
#include "solve/mate/mate_prober.h"

#include <stdlib.h>

enum { PERFT_DEEPEST = 20, LINES_MOST = 32, DAY_MS = 86400000 };

// --- analysis ---

typedef struct {
    Game game;
    SearchLimits limits;
    EngineOptions options;
} AnalyseRequest;

static void analyse_request_free(void *state) {
    AnalyseRequest *a = state;
    game_free(&a->game);
    free(a);
}

static void on_info(void *context, const SearchInfo *info) {
    SessionTask *task = context;
    const AnalyseRequest *a = task->state;
    if (info->bound != BOUND_EXACT || info->length == 0 || task_is_stopped(task)) return;
    Text out = task_event(task, "line");
    json_put_int(&out, "rank", info->multipv);
    json_put_int(&out, "depth", info->depth);
    json_put_int(&out, "seldepth", info->seldepth);
    json_put_score(&out, info->score);
    put_chance(&out, info->score);
    json_put_int(&out, "nodes", (int64_t)info->nodes);
    json_put_int(&out, "ms", info->time_ms);
    put_line(&out, game_current(&a->game), info->line, info->length);
    session_send(task->session, &out);
}

Engine *task_engine(SessionTask *task, const EngineOptions *options) {
    Engine *engine = engine_new_with_mate_prober();
    if (!engine || !engine_configure(engine, options)) {
        engine_free(engine);
        task_error(task, "no-memory", "not enough memory for the engine");
        return NULL;
    }
    engine_set_tablebase_prober(engine, tablebases_prober(&task->session->options.endings));
    return engine;
}

static void analyse(SessionTask *task) {
    AnalyseRequest *a = task->state;
    Engine *engine = task_engine(task, &a->options);
    if (!engine) return;
    SearchListener listener = {.context = task, .info = on_info};
    const Position *pos = game_current(&a->game);
    a->limits.stop = &task->stop;
    engine_set_position(engine, game_start(&a->game), a->game.moves, a->game.count);
    SearchResult result = engine_search(engine, &a->limits, &listener);
    if (result.no_memory) {
        engine_free(engine);
        task_error(task, "no-memory", "not enough memory for the engine");
        return;
    }
    Text out = task_answer(task);
    if (result.best != NO_MOVE) {
        json_key(&out, "best");
        json_move(&out, pos, result.best);
        json_put_score(&out, result.score);
    } else {
        put_position(&out, pos);
    }
    json_put_int(&out, "depth", result.depth);
    json_put_int(&out, "nodes", (int64_t)result.nodes);
    json_put_int(&out, "ms", result.time_ms);
    session_send(task->session, &out);
    engine_free(engine);
}

bool call_limits(Call *call, SearchLimits *out) {
    int64_t depth = 0, nodes = 0, ms = 0;
    if (!call_int(call, "depth", 1, MAX_PLY - 2, &depth) ||
        !call_int(call, "nodes", 1, INT64_MAX / 2, &nodes) || !call_int(call, "ms", 1, DAY_MS, &ms))
        return false;
    *out = (SearchLimits){.depth = (int)depth, .nodes = (uint64_t)nodes, .movetime_ms = ms};
    return true;
}

static void do_analyse(Call *call) {
    AnalyseRequest *a = calloc(1, sizeof *a);
    int64_t threads = call->session->options.threads, hash = call->session->options.hash;
    int64_t lines = 1, skill = ENGINE_SKILL_MAX;
    if (!a) {
        call_no_memory(call);
        return;
    }
    if (!call_limits(call, &a->limits) || !call_threads_and_hash(call, &threads, &hash) ||
        !call_int(call, "lines", 1, LINES_MOST, &lines) ||
        !call_int(call, "level", 0, ENGINE_SKILL_MAX, &skill) || !call_game(call, &a->game)) {
        free(a);
        return;
    }
    a->options = ENGINE_DEFAULTS;
    a->options.threads = (int)threads;
    a->options.hash_mb = (size_t)hash;
    a->options.multipv = (int)lines;
    a->options.skill = (int)skill;
    call_start_task(call, analyse, analyse_request_free, a);
}

// --- perft ---

typedef struct {
    Position pos;
    int depth;
    bool divide;
    PerftOptions options;
    PerftResult result;
} PerftRequest;

static void count(SessionTask *task) {
    PerftRequest *c = task->state;
    c->options.stop = &task->stop;
    bool counted = perft_count(&c->pos, c->depth, c->options, &c->result);
    if (!counted && !task_is_stopped(task)) {
        task_error(task, "no-memory", "not enough memory");
        return;
    }
    Text out = task_answer(task);
    if (counted) json_put_int(&out, "nodes", (int64_t)c->result.nodes);
    if (counted && c->divide) {
        json_key(&out, "moves");
        json_open(&out, '[');
        for (int i = 0; i < c->result.moves.count; i++) {
            json_open(&out, '{');
            json_key(&out, "uci");
            json_move(&out, &c->pos, c->result.moves.items[i]);
            json_put_int(&out, "nodes", (int64_t)c->result.move_nodes[i]);
            json_close(&out, '}');
        }
        json_close(&out, ']');
    }
    session_send(task->session, &out);
}

static void do_perft(Call *call) {
    PerftRequest *c = calloc(1, sizeof *c);
    Game game;
    int64_t depth = 1, threads = call->session->options.threads, hash = 0;
    if (!c) {
        call_no_memory(call);
        return;
    }
    if (!call_int(call, "depth", 0, PERFT_DEEPEST, &depth) ||
        !call_threads_and_hash(call, &threads, &hash) || !call_bool(call, "divide", &c->divide) ||
        !call_game(call, &game)) {
        free(c);
        return;
    }
    c->pos = *game_current(&game);
    c->depth = (int)depth;
    c->options = (PerftOptions){.threads = (int)threads, .hash_mb = (size_t)hash};
    game_free(&game);
    call_start_task(call, count, free, c);
}

const RequestKind SESSION_SEARCH_REQUESTS[] = {
    {"analyse", "variant fen moves depth nodes ms lines level threads hash", do_analyse},
    {"perft", "variant fen moves depth divide threads hash", do_perft},
    {NULL, NULL, NULL},
};
