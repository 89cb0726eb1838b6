// SPDX-License-Identifier: MIT
//
// Any time control and any times of moves: writing and reading a time control is the identity,
// clocks are never negative, and no search budget exceeds the time left.
#include "fuzz/fuzz.h"

#include "play/game/search_budget.h"

static bool is_same(const TimeControl *a, const TimeControl *b) {
    return a->base_ms == b->base_ms && a->increment_ms == b->increment_ms && a->moves == b->moves;
}

static void check_words(const TimeControl *time) {
    char tag[TIMECONTROL_TEXT_MAX], words[TIMECONTROL_TEXT_MAX];
    TimeControl back;
    timecontrol_write_words(time, words);
    timecontrol_write_tag(time, tag);
    if (timecontrol_has_clock(time))
        fuzz_assert(timecontrol_read_seconds(tag, &back) && is_same(time, &back));
}

static void check_plan(const SearchLimits *limits, Color us) {
    TimePlan plan = time_plan(limits, us);
    fuzz_assert(plan.soft > 0 && plan.hard >= plan.soft);
    int64_t left = (limits->time_ms[us] - limits->overhead_ms) * 1000;
    fuzz_assert(plan.hard <= 100 || plan.hard < left);
    for (int stable = 0; stable < 6; stable++) {
        int64_t soft = time_plan_soft(&plan, &SEARCH_PARAMS_DEFAULT[EVALUATION_CHESS], stable,
                                      1000 * stable - 3000, 0.2 * stable);
        fuzz_assert(soft > 0 && soft <= plan.hard);
    }
}

/* Plays a game on this clock; two bytes give the time of each move; a side may lose on time. */
static void play(const TimeControl *time, const uint8_t *data, size_t size) {
    TimeControl both[2] = {*time, *time};
    SearchBudget budget = {.time = *time};
    ChessClock clock = chessclock_set(both);
    int64_t now = 0;
    Color us = WHITE;
    for (; size >= 2; data += 2, size -= 2, us = other(us)) {
        char shown[TIMECONTROL_CLOCK_MAX];
        chessclock_start(&clock, us, now);
        SearchLimits limits = search_budget_limits(&budget, &clock, us, now, data[0] & 63);
        check_plan(&limits, us);
        now += (int64_t)data[0] << (data[1] & 31);
        fuzz_assert(chessclock_left(&clock, us, now) >= 0);
        timecontrol_write_clock(chessclock_left(&clock, us, now), shown);
        chessclock_press(&clock, now);
        fuzz_assert(!time->moves || clock.times.moves_to_go[us] > 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = memchr(data, '\n', size);
    size_t length = end ? (size_t)(end - data) : size;
    char text[256];
    TimeControl time;
    if (!fuzz_text(data, length, text, sizeof text)) return 0;
    if (timecontrol_read_minutes(text, &time)) check_words(&time);
    if (!timecontrol_read_seconds(text, &time)) return 0;
    check_words(&time);
    if (end) play(&time, end + 1, size - length - 1);
    return 0;
}
