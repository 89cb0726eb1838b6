// SPDX-License-Identifier: MIT
#include "review/review.h"

#include <math.h>
#include <stdlib.h>

enum {
    SCORE_CAP = 1500,
    WIN_VALUE = 2000,
    INACCURACY_COST = 80,
    MISTAKE_COST = 150,
    BLUNDER_COST = 300
};

static int capped(Score score) {
    if (score_is_mate(score)) return score > 0 ? WIN_VALUE : -WIN_VALUE;
    return score > SCORE_CAP ? SCORE_CAP : score < -SCORE_CAP ? -SCORE_CAP : score;
}

int review_cost(Score before, Score after) {
    int lost = capped(before) - capped(after);
    return lost > 0 ? lost : 0;
}

MoveJudgement review_judge(int cost) {
    return cost >= BLUNDER_COST      ? JUDGEMENT_BLUNDER
           : cost >= MISTAKE_COST    ? JUDGEMENT_MISTAKE
           : cost >= INACCURACY_COST ? JUDGEMENT_INACCURACY
                                     : JUDGEMENT_GOOD;
}

const char *review_judgement_name(MoveJudgement judgement) {
    static const char *const NAMES[JUDGEMENTS] = {"sound", "doubtful", "error", "blunder"};
    return NAMES[judgement];
}

const char *review_judgement_symbol(MoveJudgement judgement) {
    static const char *const SIGNS[JUDGEMENTS] = {"", "?!", "?", "??"};
    return SIGNS[judgement];
}

int review_judgement_nag(MoveJudgement judgement) {
    static const int NAGS[JUDGEMENTS] = {0, 6, 2, 4};
    return NAGS[judgement];
}

double review_win_chance(Score score) {
    if (score_is_mate(score)) return score > 0;
    return 1 / (1 + exp(-score / 250.0));
}

/* The score of a finished game for the side to move. */
static Score final_score(const Position *pos, Outcome outcome) {
    if (outcome.winner == NO_COLOR) return SCORE_DRAW;
    return outcome.winner == position_turn(pos) ? SCORE_MATE : -SCORE_MATE;
}

static void store_best_line(void *context, const SearchInfo *info) {
    if (info->bound == BOUND_EXACT && info->multipv == 1) *(PvLine *)context = pv_line_of(info);
}

/* The engine knows no null moves: it gets the position behind the last of them, and what was played
 * from there. */
static void set_position(Engine *engine, const Position *start, const Move *moves, int count) {
    Position now = *start, base = *start;
    int from = 0;
    for (int i = 0; i < count; i++) {
        position_play_or_pass(&now, moves[i]);
        if (moves[i] != NULL_MOVE) continue;
        base = now;
        from = i + 1;
    }
    engine_set_position(engine, &base, moves + from, count - from);
}

/* What the engine thinks of the position after `count` moves; false if it could not. */
static bool search_position(const ReviewOptions *o, const Position *start, const Move *moves,
                            int count, PvLine *out) {
    *out = (PvLine){0};
    set_position(o->engine, start, moves, count);
    const Position *pos = engine_position(o->engine);
    Outcome outcome = position_outcome(pos);
    if (outcome.reason != OUTCOME_ONGOING) {
        out->score = final_score(pos, outcome);
        return true;
    }
    SearchListener listener = {.context = out, .info = store_best_line};
    SearchResult r = engine_search(o->engine, &o->limits, &listener);
    out->score = r.score;
    if (out->length == 0 || out->line[0] != r.best) {
        out->length = 1;
        out->line[0] = r.best;
    }
    return r.best != NO_MOVE && !r.no_memory && !limits_stop_requested(&o->limits);
}

static bool is_win(Score score) {
    return score_is_mate(score) && score > 0;
}

/* A null move is no choice of the player's, and costs nothing. */
static void judge_move(ReviewedMove *m, const PvLine *before, const PvLine *after) {
    bool best = before->length > 0 && before->line[0] == m->move;
    bool free = best || m->move == NULL_MOVE;
    m->best = *before;
    m->before = before->score;
    m->after = -after->score;
    m->cost = free ? 0 : review_cost(m->before, m->after);
    m->judgement = review_judge(m->cost);
    m->missed_win = is_win(m->before) && !is_win(m->after) && m->judgement != JUDGEMENT_GOOD;
}

/* Accuracy falls exponentially with the loss of expected score: a loss of 0.1 gives 67 %. */
static double move_accuracy(const ReviewedMove *m) {
    double lost = m->cost ? review_win_chance(m->before) - review_win_chance(m->after) : 0;
    return 100 * exp(-4 * (lost > 0 ? lost : 0));
}

/* The side that made move `index`, from 0. */
static Color mover(const Review *review, int index) {
    Color first = position_turn(&review->start);
    return index % 2 == 0 ? first : first == WHITE ? BLACK : WHITE;
}

static void sum_accuracy(Review *review) {
    double sum[2] = {0, 0};
    int moves[2] = {0, 0};
    for (int i = 0; i < review->count; i++) {
        Color c = mover(review, i);
        if (review->moves[i].move == NULL_MOVE) continue;
        review->judgements[c][review->moves[i].judgement]++;
        sum[c] += move_accuracy(&review->moves[i]);
        moves[c]++;
    }
    for (Color c = WHITE; c <= BLACK; c++) review->accuracy[c] = moves[c] ? sum[c] / moves[c] : -1;
}

bool review_game(Review *out, const Position *start, const Move *moves, int count,
                 const ReviewOptions *o) {
    *out = (Review){.start = *start};
    out->moves = calloc((size_t)count + 1, sizeof *out->moves);
    if (!out->moves) return false;
    engine_clear(o->engine);
    PvLine before, now;
    bool made = true;
    for (int i = 0; i <= count && (made = search_position(o, start, moves, i, &now)); i++) {
        if (i > 0) {
            out->moves[i - 1].move = moves[i - 1];
            judge_move(&out->moves[i - 1], &before, &now);
            out->count = i;
        }
        if (o->judged) o->judged(o->context, out, i);
        before = now;
    }
    sum_accuracy(out);
    return made;
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
