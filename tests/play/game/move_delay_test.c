// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "notation/text/fen.h"
#include "notation/text/uci_move.h"
#include "play/game/move_delay.h"
#include "rules/registry.h"

#include <string.h>

static const ChessClock NO_CLOCK = {.running = NO_COLOR};

/* The mean delay over many moves from a position, after some moves. */
static int64_t mean(const char *fen, const char *moves, const ChessClock *clock) {
    Position start;
    Game game;
    assert_int_equal(fen_read_position(fen, &STANDARD_CHESS, &start).fault, FEN_OK);
    assert_true(game_init(&game, &start));
    for (const char *m = moves; *m; m += m[4] ? 5 : 4)
        assert_true(game_play(&game, uci_move_read(game_current(&game), m, 4)));
    int64_t sum = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        Rng rng = rng_seeded(seed);
        int64_t taken = move_delay_human(&game, clock, 0, &rng);
        assert_in_range(taken, 0, 20000);
        sum += taken;
    }
    game_free(&game);
    return sum / 200;
}

static void words(void **state) {
    (void)state;
    int64_t delay = 7;
    assert_true(move_delay_read("human", &delay));
    assert_int_equal(delay, MOVE_DELAY_HUMAN);
    assert_true(move_delay_read("250", &delay));
    assert_int_equal(delay, 250);
    assert_false(move_delay_read("-1", &delay));
    assert_false(move_delay_read("", &delay));
    assert_false(move_delay_read("60001", &delay));
    assert_int_equal(delay, 250);
}

static void quick_where_people_are_quick(void **state) {
    (void)state;
    const char *start = STANDARD_CHESS.start_fen,
               *shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    int64_t opening = mean(start, "", &NO_CLOCK), later = mean(start, shuffle, &NO_CLOCK);
    assert_true(opening < later);
    assert_in_range(later, 2000, 8000);
    // Black can recapture on d5; then: Black has only one move
    assert_true(mean(start, "e2e4 d7d5 e4d5", &NO_CLOCK) < opening);
    assert_true(mean("7k/8/5K2/8/8/8/8/6R1 b - - 0 1", "", &NO_CLOCK) < 1000);
}

static void no_flag_falls_for_it(void **state) {
    (void)state;
    TimeControl control = {.base_ms = 60000, .increment_ms = 1000};
    ChessClock clock = chessclock_set((TimeControl[]){control, control});
    for (int64_t left = 60000; left > 0; left /= 2) {
        clock.times.left_ms[WHITE] = left;
        assert_true(mean(STANDARD_CHESS.start_fen, "", &clock) <= left / 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(quick_where_people_are_quick),
        cmocka_unit_test(no_flag_falls_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
