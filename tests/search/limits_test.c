// SPDX-License-Identifier: MIT
#include "search/limits.h"

#include "support/check.h"

static TimePlan plan(int64_t left, int64_t increment, int moves_to_go) {
    SearchLimits limits = {.has_clock = true,
                           .time_ms = {left, 1000000},
                           .increment_ms = {increment, 0},
                           .moves_to_go = moves_to_go,
                           .overhead_ms = 10};
    return time_plan(&limits, WHITE);
}

static void no_clock_no_plan(void **state) {
    (void)state;
    TimePlan none = time_plan(&(SearchLimits){.depth = 5}, WHITE);
    assert_int_equal(none.soft, -1);
    assert_int_equal(none.hard, -1);
    TimePlan fixed = time_plan(&(SearchLimits){.movetime_ms = 500, .overhead_ms = 20}, BLACK);
    assert_int_equal(fixed.soft, 480000);
    assert_int_equal(fixed.hard, 480000);
    assert_int_equal(time_plan(&(SearchLimits){.movetime_ms = 5, .overhead_ms = 20}, BLACK).hard,
                     1000);
}

/* For every clock, a plan is positive and leaves time on the clock. */
static void plans_keep_within_the_clock(void **state) {
    (void)state;
    static const int64_t LEFT[] = {-50, 0, 1, 15, 100, 1000, 60000, 3600000};
    static const int64_t INCREMENTS[] = {0, 10, 1000, 100000};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 4; j++)
            for (int moves = 0; moves <= 50; moves++) {
                TimePlan p = plan(LEFT[i], INCREMENTS[j], moves);
                assert_true(p.soft >= 1 && p.hard >= p.soft);
                assert_true(p.hard <= 100 || p.hard < (LEFT[i] - 10) * 1000);
            }
}

/* With the smallest increment a low clock must not run out, however long the game is: the plan
 * leaves part of each millisecond for the lag between GUI and engine. */
static void a_low_clock_lives_on_its_increment(void **state) {
    (void)state;
    enum { INCREMENT = 1000, WAY = 300 };
    for (int64_t left = 0; left <= 26; left++) {
        TimePlan p = plan(left, 1, 0);
        assert_true(p.soft + WAY < INCREMENT);
        assert_true(left > 25 || p.hard + WAY < INCREMENT);
    }
    int64_t clock = 100000; // microseconds
    for (int move = 0; move < 2000; move++) {
        TimePlan p = plan(clock / 1000, 1, 0);
        clock -= p.hard + WAY;      // every move takes the hard limit
        assert_true(clock > 20000); // reserve for a suspended process
        clock += INCREMENT;
    }
}

static void only_little_time_is_short(void **state) {
    (void)state;
    TimePlan none = {-1, -1}, bare = plan(5, 1, 0), much = plan(60000, 0, 0);
    assert_false(time_is_short(&none));
    assert_true(time_is_short(&bare));
    assert_false(time_is_short(&much));
}

static void more_time_is_more_thought(void **state) {
    (void)state;
    assert_true(plan(60000, 0, 0).soft > plan(30000, 0, 0).soft);
    assert_true(plan(60000, 1000, 0).soft > plan(60000, 0, 0).soft);
    assert_true(plan(60000, 0, 5).soft > plan(60000, 0, 30).soft);
    assert_true(plan(60000, 0, 1).hard > plan(60000, 0, 2).hard);
}

static int64_t soft_of(const TimePlan *plan, int stable, int drop, double share) {
    return time_plan_soft(plan, &SEARCH_PARAMS_DEFAULT[EVALUATION_CHESS], stable, drop, share);
}

static void unsettled_searches_take_longer(void **state) {
    (void)state;
    TimePlan p = plan(60000, 0, 0);
    assert_true(soft_of(&p, 0, 0, 0.5) > soft_of(&p, 4, 0, 0.5));
    assert_true(soft_of(&p, 2, 50, 0.5) > soft_of(&p, 2, 0, 0.5));
    assert_true(soft_of(&p, 2, 0, 0.2) > soft_of(&p, 2, 0, 0.9));
    for (int stable = 0; stable < 10; stable++)
        for (int drop = -500; drop <= 500; drop += 50) {
            int64_t soft = soft_of(&p, stable, drop, 0.1);
            assert_true(soft >= 1 && soft <= p.hard);
        }
}

static void a_flag_calls_off(void **state) {
    (void)state;
    atomic_bool stop = false;
    SearchLimits limits = {.stop = &stop};
    assert_false(limits_stop_requested(&limits));
    atomic_store(&stop, true);
    assert_true(limits_stop_requested(&limits));
    assert_false(limits_stop_requested(&(SearchLimits){0}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_clock_no_plan),
        cmocka_unit_test(plans_keep_within_the_clock),
        cmocka_unit_test(a_low_clock_lives_on_its_increment),
        cmocka_unit_test(only_little_time_is_short),
        cmocka_unit_test(more_time_is_more_thought),
        cmocka_unit_test(unsettled_searches_take_longer),
        cmocka_unit_test(a_flag_calls_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
