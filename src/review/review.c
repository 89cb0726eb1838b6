// SPDX-License-Identifier: MIT
#include "review/review.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_PAWNS = 1500, A_WIN = 2000, DOUBTFUL = 80, ERROR = 150, BLUNDER = 300 };

static int worth(Score score) {
    if (score_is_mate(score)) return score > 0 ? A_WIN : -A_WIN;
    return score > MOST_PAWNS ? MOST_PAWNS : score < -MOST_PAWNS ? -MOST_PAWNS : score;
}

int review_cost(Score before, Score after) {
    int lost = worth(before) - worth(after);
    return lost > 0 ? lost : 0;
}

MoveVerdict review_verdict(int cost) {
    return cost >= BLUNDER    ? MOVE_BLUNDER
           : cost >= ERROR    ? MOVE_ERROR
           : cost >= DOUBTFUL ? MOVE_DOUBTFUL
                              : MOVE_SOUND;
}

const char *review_name(MoveVerdict verdict) {
    static const char *const NAMES[MOVE_VERDICTS] = {"sound", "doubtful", "error", "blunder"};
    return NAMES[verdict];
}

const char *review_sign(MoveVerdict verdict) {
    static const char *const SIGNS[MOVE_VERDICTS] = {"", "?!", "?", "??"};
    return SIGNS[verdict];
}

int review_nag(MoveVerdict verdict) {
    static const int NAGS[MOVE_VERDICTS] = {0, 6, 2, 4};
    return NAGS[verdict];
}

double review_chance(Score score) {
    if (score_is_mate(score)) return score > 0;
    return 1 / (1 + exp(-score / 250.0));
}

/* What is known of a position where nobody moves any more, for the side to move. */
static Score final_score(const Position *pos, Outcome outcome) {
    if (outcome.winner == NO_COLOR) return SCORE_DRAW;
    return outcome.winner == position_turn(pos) ? SCORE_MATE : -SCORE_MATE;
}

static void keep_best(void *context, const SearchInfo *info) {
    if (info->bound == BOUND_EXACT && info->multipv == 1) *(Thought *)context = thought_of(info);
}

/* What the engine thinks of the position after `count` moves; false if it could not. */
static bool think(const ReviewOptions *o, const Position *start, const Move *moves, int count,
                  Thought *out) {
    *out = (Thought){0};
    engine_set_position(o->engine, start, moves, count);
    const Position *pos = engine_position(o->engine);
    Outcome outcome = position_outcome(pos);
    if (outcome.reason != ONGOING) {
        out->score = final_score(pos, outcome);
        return true;
    }
    SearchListener listener = {.context = out, .info = keep_best};
    SearchResult r = engine_search(o->engine, &o->limits, &listener);
    out->score = r.score;
    if (out->length == 0 || out->line[0] != r.best) {
        out->length = 1;
        out->line[0] = r.best;
    }
    return r.best != NO_MOVE && !r.no_memory && !limits_are_called_off(&o->limits);
}

static bool is_win(Score score) {
    return score_is_mate(score) && score > 0;
}

static void judge(ReviewedMove *m, const Thought *before, const Thought *after) {
    bool best = before->length > 0 && before->line[0] == m->move;
    m->best = *before;
    m->before = before->score;
    m->after = -after->score;
    m->cost = best ? 0 : review_cost(m->before, m->after);
    m->verdict = review_verdict(m->cost);
    m->missed_win = is_win(m->before) && !is_win(m->after) && m->verdict != MOVE_SOUND;
}

/* Losses of chances weigh more than in proportion: a tenth leaves two thirds of the mark. */
static double mark(const ReviewedMove *m) {
    double lost = m->cost ? review_chance(m->before) - review_chance(m->after) : 0;
    return 100 * exp(-4 * (lost > 0 ? lost : 0));
}

/* Who made the move of that number, from 0. */
static Color mover(const Review *review, int index) {
    Color first = position_turn(&review->start);
    return index % 2 == 0 ? first : first == WHITE ? BLACK : WHITE;
}

static void sum_up(Review *review) {
    double sum[2] = {0, 0};
    int moves[2] = {0, 0};
    for (int i = 0; i < review->count; i++) {
        Color c = mover(review, i);
        review->verdicts[c][review->moves[i].verdict]++;
        sum[c] += mark(&review->moves[i]);
        moves[c]++;
    }
    for (Color c = WHITE; c <= BLACK; c++) review->accuracy[c] = moves[c] ? sum[c] / moves[c] : -1;
}

bool review_make(Review *out, const Position *start, const Move *moves, int count,
                 const ReviewOptions *o) {
    *out = (Review){.start = *start, .count = count};
    out->moves = calloc((size_t)count + 1, sizeof *out->moves);
    if (!out->moves) return false;
    engine_clear(o->engine);
    Thought before, now;
    for (int i = 0; i <= count; i++) {
        if (!think(o, start, moves, i, &now)) return false;
        if (i > 0) {
            out->moves[i - 1].move = moves[i - 1];
            judge(&out->moves[i - 1], &before, &now);
        }
        if (o->thought) o->thought(o->context, out, i);
        before = now;
    }
    sum_up(out);
    return true;
}

void review_free(Review *review) {
    free(review->moves);
    review->moves = NULL;
    review->count = 0;
}

Score review_score(const Review *review, int ply) {
    if (review->count == 0) return SCORE_DRAW;
    int index = ply > 0 ? ply - 1 : 0;
    Score score = ply > 0 ? review->moves[index].after : review->moves[index].before;
    return mover(review, index) == WHITE ? score : -score;
}
