// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "game/timecontrol.h"

static void as_people_write_it(void **state) {
    (void)state;
    TimeControl time = {.base_ms = 7};
    static const char *const BAD[] = {"",   "+",    "5+",  "+3",  "x",   "0",
                                      "-1", "5+-1", "1e9", "5 3", "nan", "40/5"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_false(timecontrol_read_minutes(BAD[i], &time));
    assert_int_equal(time.base_ms, 7);
    assert_true(timecontrol_read_minutes("5+3", &time));
    assert_int_equal(time.base_ms, 300000);
    assert_int_equal(time.increment_ms, 3000);
    char words[TIMECONTROL_TEXT_MAX];
    timecontrol_write_words(&time, words);
    assert_string_equal(words, "5 minutes + 3 seconds a move");
    assert_true(timecontrol_read_minutes("0.5", &time));
    assert_int_equal(time.base_ms, 30000);
    assert_int_equal(time.increment_ms, 0);
    assert_true(timecontrol_read_minutes("none", &time));
    assert_false(timecontrol_has_clock(&time));
    timecontrol_write_words(&time, words);
    assert_string_equal(words, "no clocks");
}

static void as_testers_write_it(void **state) {
    (void)state;
    static const char *const TAGS[] = {"60",      "1+0.01",  "40/120+1",          "0+0.1",
                                       "9999/60", "1000000", "12345.678+98765.4", "0.1+0.001"};
    static const char *const BAD[] = {"", "0", "0+0", "/60", "0/60", "10000/60", "60+", "1e12"};
    TimeControl time;
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++) {
        char tag[TIMECONTROL_TEXT_MAX];
        assert_true(timecontrol_read_seconds(TAGS[i], &time));
        timecontrol_write_tag(&time, tag);
        assert_string_equal(tag, TAGS[i]);
    }
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_false(timecontrol_read_seconds(BAD[i], &time));
    assert_true(timecontrol_read_seconds("40/120+1", &time));
    assert_int_equal(time.moves, 40);
    assert_int_equal(time.base_ms, 120000);
    assert_int_equal(time.increment_ms, 1000);
}

static void what_a_clock_shows(void **state) {
    (void)state;
    static const struct {
        int64_t ms;
        const char *text;
    } SHOWN[] = {{300000, "5:00"},  {299001, "5:00"}, {3600000, "1:00:00"}, {20000, "0:20"},
                 {19999, "0:19.9"}, {9340, "0:09.3"}, {-1, "0:00.0"}};
    for (size_t i = 0; i < sizeof SHOWN / sizeof *SHOWN; i++) {
        char text[TIMECONTROL_CLOCK_MAX];
        timecontrol_write_clock(SHOWN[i].ms, text);
        assert_string_equal(text, SHOWN[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_people_write_it),
        cmocka_unit_test(as_testers_write_it),
        cmocka_unit_test(what_a_clock_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
