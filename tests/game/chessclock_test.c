// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "game/chessclock.h"

static ChessClock clock_of(TimeControl time) {
    TimeControl both[2] = {time, time};
    return chessclock_set(both);
}

static void sudden_death(void **state) {
    (void)state;
    ChessClock c = clock_of((TimeControl){.base_ms = 1000});
    chessclock_start(&c, WHITE, 500);
    assert_int_equal(chessclock_left(&c, WHITE, 900), 600);
    assert_int_equal(chessclock_left(&c, BLACK, 900), 1000);
    assert_int_equal(chessclock_flag_falls_at(&c, 0), 1500);
    chessclock_press(&c, 900);
    assert_int_equal(chessclock_flag_falls_at(&c, 0),
                     CHESSCLOCK_NEVER); // after chessclock_press no clock runs
    chessclock_start(&c, BLACK, 900);
    assert_int_equal(chessclock_left(&c, WHITE, 5000), 600);
    assert_false(chessclock_flag_fell(&c, 1900, 0));
    assert_true(chessclock_flag_fell(&c, 1901, 0));
    assert_false(chessclock_flag_fell(&c, 1901, 10));
    assert_int_equal(chessclock_left(&c, BLACK, 5000), 0); // never below 0
}

static void increment_and_grace(void **state) {
    (void)state;
    ChessClock c = clock_of((TimeControl){.base_ms = 1000, .increment_ms = 100});
    chessclock_start(&c, WHITE, 0);
    chessclock_press(&c, 300);
    assert_int_equal(chessclock_left(&c, WHITE, 300), 800);
    chessclock_start(&c, BLACK, 300);
    chessclock_press(&c, 1305); // 5 ms too late, within the tolerance
    assert_int_equal(chessclock_left(&c, BLACK, 1305), 100);
    c = clock_of((TimeControl){.increment_ms = 100}); // increment only
    assert_int_equal(chessclock_left(&c, WHITE, 0), 100);
}

static void moves_per_period(void **state) {
    (void)state;
    ChessClock c = clock_of((TimeControl){.base_ms = 1000, .moves = 2});
    for (int move = 0; move < 4; move++) {
        assert_int_equal(c.times.moves_to_go[WHITE], move % 2 ? 1 : 2);
        chessclock_start(&c, WHITE, 0);
        chessclock_press(&c, 100);
    }
    assert_int_equal(chessclock_left(&c, WHITE, 0), 1000 + 2 * 1000 - 400);
}

static void fixed_time(void **state) {
    (void)state;
    ChessClock c = clock_of((TimeControl){.move_ms = 50});
    assert_int_equal(chessclock_left(&c, WHITE, 0), -1); // no clock
    for (int64_t now = 0; now < 1000; now += 50) {
        chessclock_start(&c, WHITE, now);
        assert_false(chessclock_flag_fell(&c, now + 50, 0));
        assert_true(chessclock_flag_fell(&c, now + 51, 0));
        chessclock_press(&c, now + 50);
    }
}

static void none(void **state) {
    (void)state;
    ChessClock c = clock_of((TimeControl){0});
    chessclock_start(&c, WHITE, 0);
    assert_int_equal(chessclock_flag_falls_at(&c, 0), CHESSCLOCK_NEVER);
    assert_int_equal(chessclock_spent(&c, 77), 77);
    chessclock_press(&c, 77);
    assert_int_equal(chessclock_left(&c, WHITE, 100), -1);
}

static void pausing_and_going_back(void **state) {
    (void)state;
    ChessClock c = clock_of((TimeControl){.base_ms = 1000, .move_ms = 300});
    ClockTimes start = c.times;
    chessclock_start(&c, WHITE, 0);
    chessclock_pause(&c, 100);
    assert_int_equal(chessclock_left(&c, WHITE, 9999), 900);
    assert_int_equal(chessclock_spent(&c, 9999), 100);
    chessclock_start(&c, WHITE, 10000);
    assert_int_equal(chessclock_flag_falls_at(&c, 0), 10200); // 100 of 300 ms are used up
    assert_int_equal(chessclock_spent(&c, 10050), 150);
    assert_int_equal(chessclock_left(&c, WHITE, 9000), 900); // an earlier time counts as no time
    chessclock_restore(&c, &start);
    assert_int_equal(chessclock_left(&c, WHITE, 20000), 1000);
    assert_int_equal(chessclock_spent(&c, 20000), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sudden_death),
        cmocka_unit_test(increment_and_grace),
        cmocka_unit_test(moves_per_period),
        cmocka_unit_test(fixed_time),
        cmocka_unit_test(none),
        cmocka_unit_test(pausing_and_going_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
