// SPDX-License-Identifier: MIT
//
// Judges a game move by move.
#include "session/session_internal.h"

#include "review/review.h"

#include <math.h>
#include <stdlib.h>

enum { USUAL_NODES = 40000 };

typedef struct {
    Game game;
    SearchLimits limits;
    EngineOptions options;
} ReviewRequest;

static void review_request_free(void *state) {
    ReviewRequest *j = state;
    game_free(&j->game);
    free(j);
}

/* The score before or after a move, converted to White's view. */
static void put_side(Text *out, const char *name, Score score, Color mover) {
    Score own = mover == WHITE ? score : -score;
    json_key(out, name);
    json_open(out, '{');
    json_put_score(out, own);
    put_chance(out, own);
    json_close(out, '}');
}

static void send_judged_move(void *context, const Review *review, int ply) {
    SessionTask *task = context;
    const ReviewRequest *j = task->state;
    if (ply == 0 || task_is_stopped(task)) return;
    const ReviewedMove *m = &review->moves[ply - 1];
    const Position *before = game_position_at(&j->game, ply - 1);
    Color mover = position_turn(before);
    Text out = task_event(task, "judged");
    json_put_int(&out, "ply", ply);
    put_side(&out, "before", m->before, mover);
    put_side(&out, "after", m->after, mover);
    json_put_int(&out, "cost", m->cost);
    json_put_string(&out, "verdict", review_judgement_name(m->judgement));
    json_put_string(&out, "sign", review_judgement_symbol(m->judgement));
    put_line(&out, before, m->best.line, m->best.length);
    session_send(task->session, &out);
}

static void put_sums(Text *out, const Review *review) {
    static const char *const COLORS[] = {"white", "black"};
    for (Color c = WHITE; c <= BLACK; c++) {
        json_key(out, COLORS[c]);
        json_open(out, '{');
        if (review->accuracy[c] >= 0)
            json_put_real(out, "accuracy", round(review->accuracy[c] * 10) / 10);
        for (int v = JUDGEMENT_INACCURACY; v < JUDGEMENTS; v++)
            json_put_int(out, review_judgement_name((MoveJudgement)v), review->judgements[c][v]);
        json_close(out, '}');
    }
}

static void review(SessionTask *task) {
    ReviewRequest *j = task->state;
    Engine *engine = task_engine(task, &j->options);
    if (!engine) return;
    Review review;
    j->limits.stop = &task->stop;
    ReviewOptions options = {
        .engine = engine, .limits = j->limits, .context = task, .judged = send_judged_move};
    bool made = review_game(&review, game_start(&j->game), j->game.moves, j->game.count, &options);
    if (made || task_is_stopped(task)) {
        Text out = task_answer(task);
        if (made) put_sums(&out, &review);
        session_send(task->session, &out);
    } else {
        task_error(task, "no-memory", "not enough memory to judge the game");
    }
    review_free(&review);
    engine_free(engine);
}

static void do_review(Call *call) {
    ReviewRequest *j = calloc(1, sizeof *j);
    int64_t threads = 1, hash = 16;
    if (!j) {
        call_no_memory(call);
        return;
    }
    if (!call_limits(call, &j->limits) || !call_threads_and_hash(call, &threads, &hash) ||
        !call_game(call, &j->game)) {
        free(j);
        return;
    }
    bool limited = j->limits.depth || j->limits.nodes || j->limits.movetime_ms;
    if (!limited) j->limits.nodes = USUAL_NODES;
    j->options = ENGINE_DEFAULTS;
    j->options.threads = (int)threads;
    j->options.hash_mb = (size_t)hash;
    call_start_task(call, review, review_request_free, j);
}

const RequestKind SESSION_REVIEW_REQUESTS[] = {
    {"review", "variant fen moves depth nodes ms threads hash", do_review},
    {NULL, NULL, NULL},
};
