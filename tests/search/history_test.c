// SPDX-License-Identifier: MIT
#include "search/history.h"

#include "base/rng.h"
#include "support/check.h"

#include <stdlib.h>

static void values_stay_within_their_bound(void **state) {
    (void)state;
    Rng rng = rng_seeded(1);
    int16_t slot = 0;
    for (int i = 0; i < 100000; i++) {
        int bonus = (int)rng_below(&rng, 2 * HISTORY_MAX + 1) - HISTORY_MAX;
        int before = slot;
        history_add(&slot, bonus);
        assert_in_range(slot + HISTORY_MAX, 0, 2 * HISTORY_MAX);
        if (bonus > 0) assert_true(slot >= before);
        if (bonus < 0) assert_true(slot <= before);
    }
}

static void old_lessons_fade(void **state) {
    (void)state;
    int16_t praised = 0, fresh = 0;
    for (int i = 0; i < 50; i++) history_add(&praised, 2000);
    for (int i = 0; i < 200; i++) {
        history_add(&praised, -500);
        history_add(&fresh, -500);
    }
    assert_true(abs(praised - fresh) < 100);
}

static Histories *histories_new(void) {
    Histories *h = malloc(sizeof *h);
    assert_non_null(h);
    histories_clear(h);
    return h;
}

/* The pawn correction weighs as much as both piece corrections together, the last moves nothing. */
static const SearchParams BY_BOARD = {.correction_pawn = 100, .correction_piece = 50};

static int correction(const Histories *h, const Position *pos) {
    return history_correction(h, pos, 0, &BY_BOARD);
}

static void learn(Histories *h, const Position *pos, int depth, int error) {
    int16_t follow = 0;
    history_correct(h, pos, &follow, depth, error);
}

static void corrections_learn_the_error(void **state) {
    (void)state;
    Histories *h = histories_new();
    Position pos = chess_of("4k3/pp6/8/8/8/8/PP6/3QK3 w - - 0 1");
    assert_int_equal(correction(h, &pos), 0);
    for (int i = 0; i < 300; i++) learn(h, &pos, 10, 30);
    assert_in_range(correction(h, &pos), 50, 60); // twice the error: the weights add up to 200 %
    for (int i = 0; i < 300; i++) learn(h, &pos, 10, -40000);
    assert_in_range(-correction(h, &pos), 90, 96); // each is limited to half a pawn
    free(h);
}

/* A correction learned with White to move does not affect the same board with Black to move, nor
 * boards with other pawns and other pieces. */
static void corrections_speak_of_like_positions_only(void **state) {
    (void)state;
    Histories *h = histories_new();
    Position pos = chess_of("4k3/pp6/8/8/8/8/PP6/3QK3 w - - 0 1");
    Position black = chess_of("4k3/pp6/8/8/8/8/PP6/3QK3 b - - 0 1");
    Position others = chess_of("r3k3/6p1/8/8/8/8/6PP/2R1K3 w - - 0 1");
    Position pawns = chess_of("r3k3/pp6/8/8/8/8/PP6/2R1K3 w - - 0 1");
    for (int i = 0; i < 300; i++) learn(h, &pos, 10, 40);
    assert_int_equal(correction(h, &black), 0);
    assert_int_equal(correction(h, &others), 0);
    assert_in_range(correction(h, &pawns), 35, 40);
    free(h);
}

static void last_moves_have_a_correction_of_their_own(void **state) {
    (void)state;
    Histories *h = histories_new();
    Position pos = chess_of("4k3/pp6/8/8/8/8/PP6/3QK3 w - - 0 1");
    SearchParams by_moves = {.correction_follow = 100};
    int16_t *follow = &h->follow_correction[0][0][1][E4],
            *elsewhere = &h->follow_correction[0][0][1][E5];
    for (int i = 0; i < 300; i++) history_correct(h, &pos, follow, 10, -30);
    assert_in_range(-history_correction(h, &pos, *follow, &by_moves), 25, 30);
    assert_int_equal(history_correction(h, &pos, *elsewhere, &by_moves), 0);
    free(h);
}

static void deep_searches_teach_more(void **state) {
    (void)state;
    Histories *shallow = histories_new(), *deep = histories_new();
    Position pos = chess_of("4k3/pp6/8/8/8/8/PP6/3QK3 w - - 0 1");
    for (int i = 0; i < 5; i++) {
        learn(shallow, &pos, 1, 40);
        learn(deep, &pos, 14, 40);
    }
    assert_true(correction(deep, &pos) > correction(shallow, &pos));
    free(shallow);
    free(deep);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_stay_within_their_bound),
        cmocka_unit_test(old_lessons_fade),
        cmocka_unit_test(corrections_learn_the_error),
        cmocka_unit_test(corrections_speak_of_like_positions_only),
        cmocka_unit_test(last_moves_have_a_correction_of_their_own),
        cmocka_unit_test(deep_searches_teach_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
