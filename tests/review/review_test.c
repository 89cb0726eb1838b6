// SPDX-License-Identifier: MIT
#include "review/review.h"

#include "support/check.h"

#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include <stdlib.h>
#include <string.h>

static void costs_are_what_was_given_away(void **state) {
    (void)state;
    assert_int_equal(review_cost(50, 20), 30);
    assert_int_equal(review_cost(20, 50), 0);     // the score went up: no cost
    assert_int_equal(review_cost(4000, 1600), 0); // both are won
    assert_int_equal(review_cost(SCORE_MATE - 5, SCORE_MATE - 9), 0);
    assert_int_equal(review_cost(SCORE_MATE - 5, 900), 1100);
    assert_int_equal(review_cost(0, -SCORE_MATE + 2), 2000);
}

static void verdicts_begin_at_their_cost(void **state) {
    (void)state;
    assert_int_equal(review_judge(79), JUDGEMENT_GOOD);
    assert_int_equal(review_judge(80), JUDGEMENT_INACCURACY);
    assert_int_equal(review_judge(149), JUDGEMENT_INACCURACY);
    assert_int_equal(review_judge(150), JUDGEMENT_MISTAKE);
    assert_int_equal(review_judge(299), JUDGEMENT_MISTAKE);
    assert_int_equal(review_judge(300), JUDGEMENT_BLUNDER);
    assert_string_equal(review_judgement_symbol(JUDGEMENT_BLUNDER), "??");
    assert_int_equal(review_judgement_nag(JUDGEMENT_MISTAKE), 2);
}

static void chances_are_even_at_nought(void **state) {
    (void)state;
    assert_true(review_win_chance(0) == 0.5);
    assert_true(review_win_chance(100) > 0.5 && review_win_chance(100) < review_win_chance(200));
    assert_true(review_win_chance(SCORE_MATE - 3) == 1 && review_win_chance(-SCORE_MATE + 3) == 0);
    for (Score s = -3000; s <= 3000; s += 10)
        assert_true(review_win_chance(s) + review_win_chance(-s) > 0.999999);
}

/* Reads a line of moves in SAN. */
static int read_line(const Position *start, const char *line, Move *moves) {
    Position pos = *start;
    Cursor c = cursor_on(line);
    const char *word;
    size_t length;
    int count = 0;
    while (cursor_word(&c, &word, &length)) {
        assert_int_equal(san_read(&pos, word, length, &moves[count]), SAN_OK);
        position_play_or_pass(&pos, moves[count++]);
    }
    return count;
}

static void count_positions(void *context, const Review *so_far, int ply) {
    assert_true(ply <= so_far->count);
    ++*(int *)context;
}

static Review review_of(const Position *start, const char *line) {
    Move moves[64];
    int positions = 0, count = read_line(start, line, moves);
    Review review;
    Engine *engine = engine_new();
    assert_non_null(engine);
    ReviewOptions options = {
        .engine = engine, .limits = {.depth = 6}, .context = &positions, .judged = count_positions};
    assert_true(review_game(&review, start, moves, count, &options));
    assert_int_equal(positions, count + 1);
    engine_free(engine);
    return review;
}

static void a_fools_mate_is_judged(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS);
    Review r = review_of(&start, "f3 e5 g4 Qh4#");
    assert_int_equal(r.count, 4);
    assert_int_equal(r.moves[2].judgement, JUDGEMENT_BLUNDER);
    assert_false(r.moves[2].missed_win);
    assert_int_equal(r.moves[3].judgement, JUDGEMENT_GOOD);
    assert_int_equal(r.judgements[WHITE][JUDGEMENT_BLUNDER], 1);
    assert_int_equal(r.judgements[BLACK][JUDGEMENT_BLUNDER], 0);
    assert_true(r.accuracy[BLACK] > 99 && r.accuracy[WHITE] < 70);
    assert_int_equal(review_score(&r, 4), -SCORE_MATE);
    assert_int_equal(review_score(&r, 3), -(SCORE_MATE - 1));
    review_free(&r);
}

static void a_missed_mate_is_reported(void **state) {
    (void)state;
    Position start = chess_of("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    Review r = review_of(&start, "h3 h6");
    assert_true(r.moves[0].missed_win);
    assert_int_equal(r.moves[0].judgement, JUDGEMENT_BLUNDER);
    assert_int_equal(move_to(r.moves[0].best.line[0]), square_read("d8"));
    assert_true(r.moves[1].judgement != JUDGEMENT_BLUNDER);
    review_free(&r);
}

static void black_may_begin_and_a_draw_is_nought(void **state) {
    (void)state;
    Position start = chess_of("7k/8/6K1/8/8/8/8/5Q2 b - - 0 1");
    Review r = review_of(&start, "Kg8 Qf2 Kh8 Qf7");
    assert_int_equal(r.judgements[WHITE][JUDGEMENT_BLUNDER], 1); // stalemate
    assert_int_equal(review_score(&r, 4), SCORE_DRAW);
    assert_true(review_score(&r, 0) > SCORE_MATE_BOUND);
    review_free(&r);
}

static void races_are_judged_too(void **state) {
    (void)state;
    Position start = race_of("8/6K1/1k6/8/8/8/8/8 w - - 0 1");
    Review r = review_of(&start, "Kg6");
    assert_true(r.moves[0].missed_win);
    review_free(&r);
}

static void nothing_played_is_nothing_judged(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS);
    Review r = review_of(&start, "");
    assert_int_equal(r.count, 0);
    assert_true(r.accuracy[WHITE] < 0 && r.accuracy[BLACK] < 0);
    assert_int_equal(review_score(&r, 0), SCORE_DRAW);
    review_free(&r);
}

static void null_moves_cost_nothing(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS);
    Review r = review_of(&start, "f3 e5 g4 -- e4 Z0 d4 Qh4+ Ke2");
    assert_int_equal(r.count, 9);
    assert_int_equal(r.moves[2].judgement, JUDGEMENT_BLUNDER);
    assert_true(r.moves[3].move == NULL_MOVE && r.moves[5].move == NULL_MOVE);
    assert_int_equal(r.moves[3].cost, 0); // a mate was there
    assert_false(r.moves[3].missed_win);
    int judged = 0;
    for (int v = 0; v < JUDGEMENTS; v++) judged += r.judgements[BLACK][v];
    assert_int_equal(judged, 2);
    review_free(&r);
}

/* Called off after the second move was judged. */
static void call_off(void *context, const Review *so_far, int ply) {
    (void)so_far;
    if (ply == 2) atomic_store((atomic_bool *)context, true);
}

static void what_was_judged_is_kept(void **state) {
    (void)state;
    Move moves[8];
    atomic_bool stop = false;
    Review r;
    Position start = position_start(&STANDARD_CHESS);
    int count = read_line(&start, "f3 e5 g4 Qh4#", moves);
    Engine *engine = engine_new();
    assert_non_null(engine);
    ReviewOptions options = {.engine = engine,
                             .limits = {.depth = 4, .stop = &stop},
                             .context = &stop,
                             .judged = call_off};
    assert_false(review_game(&r, &start, moves, count, &options));
    assert_int_equal(r.count, 2);
    assert_true(r.moves[1].move == moves[1] && r.accuracy[WHITE] > 0 && r.accuracy[BLACK] > 0);
    review_free(&r);
    engine_free(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_are_what_was_given_away),
        cmocka_unit_test(verdicts_begin_at_their_cost),
        cmocka_unit_test(chances_are_even_at_nought),
        cmocka_unit_test(a_fools_mate_is_judged),
        cmocka_unit_test(a_missed_mate_is_reported),
        cmocka_unit_test(black_may_begin_and_a_draw_is_nought),
        cmocka_unit_test(races_are_judged_too),
        cmocka_unit_test(nothing_played_is_nothing_judged),
        cmocka_unit_test(null_moves_cost_nothing),
        cmocka_unit_test(what_was_judged_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
