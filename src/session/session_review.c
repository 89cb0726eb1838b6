// SPDX-License-Identifier: MIT
//
// A game judged move by move.
#include "session/session_internal.h"

#include "review/review.h"

#include <math.h>
#include <stdlib.h>

enum { USUAL_NODES = 40000 };

typedef struct {
    Game game;
    Limits limits;
    EngineOptions options;
} Judgement;

static void judgement_free(void *state) {
    Judgement *j = state;
    game_free(&j->game);
    free(j);
}

/* Both sides of a move, as White sees them. */
static void put_side(Text *out, const char *name, Score score, Color mover) {
    Score own = mover == WHITE ? score : -score;
    json_key(out, name);
    json_open(out, '{');
    put_score(out, own);
    put_chance(out, own);
    json_close(out, '}');
}

static void tell_move(void *context, const Review *review, int ply) {
    Job *job = context;
    const Judgement *j = job->state;
    if (ply == 0 || job_is_stopped(job)) return;
    const ReviewedMove *m = &review->moves[ply - 1];
    const Position *before = game_position(&j->game, ply - 1);
    Color mover = position_turn(before);
    Text out = job_event(job, "judged");
    json_put_int(&out, "ply", ply);
    put_side(&out, "before", m->before, mover);
    put_side(&out, "after", m->after, mover);
    json_put_int(&out, "cost", m->cost);
    json_put_string(&out, "verdict", review_name(m->verdict));
    json_put_string(&out, "sign", review_sign(m->verdict));
    put_line(&out, before, m->best.line, m->best.length);
    session_say(job->session, &out);
}

static void put_sums(Text *out, const Review *review) {
    static const char *const COLORS[] = {"white", "black"};
    for (Color c = WHITE; c <= BLACK; c++) {
        json_key(out, COLORS[c]);
        json_open(out, '{');
        if (review->accuracy[c] >= 0)
            json_put_real(out, "accuracy", round(review->accuracy[c] * 10) / 10);
        for (int v = MOVE_DOUBTFUL; v < MOVE_VERDICTS; v++)
            json_put_int(out, review_name((MoveVerdict)v), review->verdicts[c][v]);
        json_close(out, '}');
    }
}

static void judge(Job *job) {
    Judgement *j = job->state;
    Engine *engine = job_engine(job, &j->options);
    if (!engine) return;
    Review review;
    j->limits.stop = &job->stop;
    ReviewOptions options = {
        .engine = engine, .limits = j->limits, .context = job, .thought = tell_move};
    bool made = review_make(&review, game_start(&j->game), j->game.moves, j->game.count, &options);
    if (made || job_is_stopped(job)) {
        Text out = job_answer(job);
        if (made) put_sums(&out, &review);
        session_say(job->session, &out);
    } else {
        job_error(job, "no-memory", "not enough memory to judge the game");
    }
    review_free(&review);
    engine_free(engine);
}

static void do_review(Call *call) {
    Judgement *j = calloc(1, sizeof *j);
    int64_t threads = 1, hash = 16;
    if (!j) {
        call_no_memory(call);
        return;
    }
    if (!call_limits(call, &j->limits) || !call_effort(call, &threads, &hash) ||
        !call_game(call, &j->game)) {
        free(j);
        return;
    }
    bool limited = j->limits.depth || j->limits.nodes || j->limits.movetime_ms;
    if (!limited) j->limits.nodes = USUAL_NODES;
    j->options = ENGINE_DEFAULTS;
    j->options.threads = (int)threads;
    j->options.hash_mb = (size_t)hash;
    call_job(call, judge, judgement_free, j);
}

const RequestKind SESSION_REVIEW_REQUESTS[] = {
    {"review", "variant fen moves depth nodes ms threads hash", do_review},
    {NULL, NULL, NULL},
};
