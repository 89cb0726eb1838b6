// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "base/rng.h"
#include "match/elo.h"
#include "support/random_game.h"

#include <math.h>

static void assert_near(double got, double want, double tolerance) {
    if (!(fabs(got - want) <= tolerance)) fail_msg("%g instead of %g", got, want);
}

static void scores_and_differences(void **state) {
    (void)state;
    assert_near(elo_to_score(0), 0.5, 1e-12);
    assert_near(elo_to_score(400), 10.0 / 11, 1e-12);
    assert_near(score_to_elo(0.75), 190.848, 1e-3);
    for (double elo = -800; elo <= 800; elo += 37)
        assert_near(score_to_elo(elo_to_score(elo)), elo, 1e-6);
    assert_true(isinf(score_to_elo(1)) && isinf(score_to_elo(0)));
    assert_false(signbit(score_to_elo(0.5))); // -0 would be printed with its sign
}

static void estimates_from_single_games(void **state) {
    (void)state;
    MatchScore t = {.wins = 60, .draws = 20, .losses = 20};
    EloEstimate e;
    assert_true(elo_estimate(&t, &e));
    assert_near(e.score, 0.7, 1e-12);
    assert_near(e.elo, 147.19, 0.01);
    // sigma = sqrt((60 * 0.09 + 20 * 0.04 + 20 * 0.49) / 100) / 10 = 0.04
    assert_near(e.low, score_to_elo(0.7 - 1.959964 * 0.04), 1e-6);
    assert_near(e.high, score_to_elo(0.7 + 1.959964 * 0.04), 1e-6);
    assert_near(e.los, 1 - 0.5 * erfc(5 / sqrt(2)), 1e-9);
    MatchScore none = {0};
    assert_false(elo_estimate(&none, &e));
}

/* Colours decide every game: the error of single games is large, that of pairs is 0. */
static void pairs_take_the_opening_out(void **state) {
    (void)state;
    MatchScore t = {.wins = 100, .losses = 100, .pairs = {0, 0, 100, 0, 0}};
    EloEstimate e;
    assert_true(elo_estimate(&t, &e));
    assert_near(e.high - e.low, 0, 1e-9);
    assert_near(e.los, 0.5, 1e-9);
}

/* For small differences: LLR = n (s1 - s0) (2 s - s0 - s1) / (2 var), the normal approximation. */
static void llr_is_nearly_normal(void **state) {
    (void)state;
    MatchScore t = {.pairs = {300, 2200, 5000, 2300, 320}};
    Sprt sprt = {0, 5, 0.05, 0.05};
    double n = 0, mean = 0, var = 0;
    for (int i = 0; i < 5; i++) n += t.pairs[i], mean += t.pairs[i] * i / 4.0;
    mean /= n;
    for (int i = 0; i < 5; i++) var += t.pairs[i] * pow(i / 4.0 - mean, 2) / n;
    double s0 = elo_to_score(0), s1 = elo_to_score(5);
    double want = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * var);
    assert_near(sprt_llr(&sprt, &t), want, fabs(want) * 0.02);
    assert_near(sprt_upper(&sprt), 2.944, 1e-3);
    assert_near(sprt_lower(&sprt), -2.944, 1e-3);
}

/* The result of a random game of a player who is `elo` better; a third of the games is drawn. */
static int random_halves(Rng *rng, double elo) {
    double x = (double)rng_below(rng, 1 << 30) / (1 << 30), score = elo_to_score(elo);
    return x < score - 1.0 / 6 ? 2 : x < score + 1.0 / 6 ? 1 : 0;
}

static SprtVerdict random_test(Rng *rng, const Sprt *sprt, double elo) {
    MatchScore t = {0};
    SprtVerdict verdict = SPRT_CONTINUE;
    for (int pairs = 0; pairs < 20000 && verdict == SPRT_CONTINUE; pairs++) {
        int first = random_halves(rng, elo), second = random_halves(rng, elo);
        match_score_add_game(&t, first);
        match_score_add_game(&t, second);
        match_score_add_pair(&t, first + second);
        verdict = sprt_verdict(sprt, &t);
    }
    return verdict;
}

/* With error rates of 5 %, 10 of 200 tests are wrong on average; 25 would be 5 sigma away. */
static void errs_as_seldom_as_it_says(void **state) {
    (void)state;
    Rng rng = rng_seeded(4);
    Sprt sprt = {0, 20, 0.05, 0.05};
    int wrong[2] = {0, 0}, tests = random_effort(200);
    for (int i = 0; i < tests; i++) {
        wrong[0] += random_test(&rng, &sprt, 0) != SPRT_ACCEPT_0;
        wrong[1] += random_test(&rng, &sprt, 20) != SPRT_ACCEPT_1;
    }
    assert_in_range(wrong[0], 0, tests / 8);
    assert_in_range(wrong[1], 0, tests / 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_and_differences),     cmocka_unit_test(estimates_from_single_games),
        cmocka_unit_test(pairs_take_the_opening_out), cmocka_unit_test(llr_is_nearly_normal),
        cmocka_unit_test(errs_as_seldom_as_it_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
