// SPDX-License-Identifier: MIT
#include "match/elo.h"

#include <math.h>

void match_score_add_game(MatchScore *t, int half_points) {
    if (half_points == 2)
        t->wins++;
    else if (half_points == 1)
        t->draws++;
    else
        t->losses++;
}

void match_score_add_pair(MatchScore *t, int half_points) {
    t->pairs[half_points]++;
}

double elo_to_score(double elo) {
    return 1.0 / (1.0 + pow(10.0, -elo / 400.0));
}

double score_to_elo(double score) {
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return 400.0 * log10(score / (1.0 - score));
}

/* Possible results and their frequencies: five of pairs, or three of single games. */
typedef struct {
    double value[5], count[5];
    int size;
    double total;
} Sample;

static Sample sample_of(const MatchScore *t) {
    Sample s = {.value = {0, 0.25, 0.5, 0.75, 1}, .size = 5};
    for (int i = 0; i < 5; i++) s.total += s.count[i] = t->pairs[i];
    if (s.total > 0) return s;
    s = (Sample){.value = {0, 0.5, 1}, .count = {t->losses, t->draws, t->wins}, .size = 3};
    s.total = match_score_games(t);
    return s;
}

static double sample_mean(const Sample *s) {
    double sum = 0;
    for (int i = 0; i < s->size; i++) sum += s->value[i] * s->count[i];
    return sum / s->total;
}

static double sample_variance(const Sample *s, double mean) {
    double sum = 0;
    for (int i = 0; i < s->size; i++) sum += s->count[i] * pow(s->value[i] - mean, 2);
    return sum / s->total;
}

static double clamp01(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

bool elo_estimate(const MatchScore *t, EloEstimate *out) {
    int games = match_score_games(t);
    if (games == 0) return false;
    Sample s = sample_of(t);
    double mean = (t->wins + 0.5 * t->draws) / games;
    double error = sqrt(sample_variance(&s, sample_mean(&s)) / s.total);
    out->score = mean;
    out->elo = score_to_elo(mean);
    out->low = score_to_elo(clamp01(mean - 1.959964 * error));
    out->high = score_to_elo(clamp01(mean + 1.959964 * error));
    double distance = mean - 0.5;
    if (error > 0)
        out->los = 0.5 * erfc(-distance / error / sqrt(2));
    else
        out->los = distance > 0 ? 1 : distance < 0 ? 0 : 0.5;
    return true;
}

/* The maximum-likelihood distribution with mean `target` is count / (1 + x (value - target)), up to
 * a factor.  Finds, by bisection, the x for which the mean is right. */
static double likelihood_multiplier(const Sample *s, double target) {
    double low = -1 / (s->value[s->size - 1] - target), high = 1 / (target - s->value[0]);
    for (int step = 0; step < 100; step++) {
        double x = (low + high) / 2, sum = 0;
        for (int i = 0; i < s->size; i++) {
            double distance = s->value[i] - target;
            sum += s->count[i] * distance / (1 + x * distance);
        }
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double sprt_llr(const Sprt *sprt, const MatchScore *t) {
    Sample s = sample_of(t);
    if (s.total == 0) return 0;
    for (int i = 0; i < s.size; i++)
        if (s.count[i] == 0) s.count[i] = 1e-3; // unseen results are still possible
    double score0 = elo_to_score(sprt->elo0), score1 = elo_to_score(sprt->elo1);
    double x0 = likelihood_multiplier(&s, score0), x1 = likelihood_multiplier(&s, score1), sum = 0;
    for (int i = 0; i < s.size; i++)
        sum +=
            s.count[i] * log((1 + x0 * (s.value[i] - score0)) / (1 + x1 * (s.value[i] - score1)));
    return sum;
}

double sprt_lower(const Sprt *sprt) {
    return log(sprt->beta / (1 - sprt->alpha));
}

double sprt_upper(const Sprt *sprt) {
    return log((1 - sprt->beta) / sprt->alpha);
}

SprtVerdict sprt_verdict(const Sprt *sprt, const MatchScore *t) {
    double llr = sprt_llr(sprt, t);
    return llr >= sprt_upper(sprt)   ? SPRT_ACCEPT_1
           : llr <= sprt_lower(sprt) ? SPRT_ACCEPT_0
                                     : SPRT_CONTINUE;
}
