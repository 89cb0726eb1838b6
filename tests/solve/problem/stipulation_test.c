// SPDX-License-Identifier: MIT
//
// Stipulations, read and written.
#include "support/check.h"

#include "solve/problem/stipulation.h"

#include <string.h>

static StipulationResult read_word(const char *word, Stipulation *out) {
    return stipulation_read(word, strlen(word), out);
}

static void test_reads_what_it_writes(void **state) {
    (void)state;
    static const char *const WORDS[] = {"#3",      "s#4",     "r#2",     "semi-r#2", "h#2",
                                        "h#2.5",   "h#0.5",   "hs#3",    "hs#1.5",   "ser-#5",
                                        "ser-h#5", "ser-s#4", "=2",      "s=2",      "r=3",
                                        "h=3.5",   "hs=2",    "ser-=12", "ser-h=3",  "ser-s=99"};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        Stipulation s;
        char text[STIPULATION_MAX];
        assert_int_equal(read_word(WORDS[i], &s).fault, STIPULATION_OK);
        stipulation_write(&s, text);
        assert_string_equal(text, WORDS[i]);
    }
}

static void test_reports_fault_and_column(void **state) {
    (void)state;
    static const struct {
        const char *word;
        StipulationFault fault;
        int column;
    } BAD[] = {
        {"", STIPULATION_BAD_PLAY, 0},         {"x#2", STIPULATION_BAD_PLAY, 0},
        {"h2", STIPULATION_NO_GOAL, 1},        {"ser-", STIPULATION_NO_GOAL, 4},
        {"#", STIPULATION_BAD_LENGTH, 1},      {"#0", STIPULATION_BAD_LENGTH, 1},
        {"#100", STIPULATION_BAD_LENGTH, 1},   {"#99999999999999", STIPULATION_BAD_LENGTH, 1},
        {"h#99.5", STIPULATION_BAD_LENGTH, 2}, {"hs#0.5", STIPULATION_BAD_LENGTH, 3},
        {"#2.5", STIPULATION_BAD_HALF, 2},     {"h#2.", STIPULATION_TRAILING, 3},
        {"h#2.55", STIPULATION_TRAILING, 5},   {"#2*", STIPULATION_TRAILING, 2},
        {"#-2", STIPULATION_BAD_LENGTH, 1},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        Stipulation s = {.moves = -7};
        StipulationResult r = read_word(BAD[i].word, &s);
        assert_int_equal(r.fault, BAD[i].fault);
        assert_int_equal(r.column, BAD[i].column);
        assert_int_equal(s.moves, -7);
        assert_true(strlen(stipulation_fault_text(r.fault)) > 0);
    }
}

/* Only the given number of characters is read. */
static void test_reads_a_span(void **state) {
    (void)state;
    Stipulation s;
    assert_int_equal(stipulation_read("h#2.5", 3, &s).fault, STIPULATION_OK);
    assert_int_equal(s.moves, 2);
    assert_false(s.half);
    assert_int_equal(stipulation_read("H#2.5", 4, &s).fault, STIPULATION_TRAILING);
}

static void assert_roles(const char *word, int plies, Color victim_of_white, Color usual) {
    Stipulation s;
    assert_int_equal(read_word(word, &s).fault, STIPULATION_OK);
    assert_int_equal(stipulation_plies(&s), plies);
    assert_int_equal(stipulation_victim(&s, WHITE), victim_of_white);
    assert_int_equal(stipulation_victim(&s, BLACK), other(victim_of_white));
    assert_int_equal(stipulation_default_turn(&s), usual);
}

static void test_who_is_who(void **state) {
    (void)state;
    assert_roles("#3", 5, BLACK, WHITE);
    assert_roles("s#3", 6, WHITE, WHITE);
    assert_roles("h#3", 6, WHITE, BLACK);
    assert_roles("h#2.5", 5, BLACK, WHITE);
    assert_roles("hs#3", 6, WHITE, WHITE);
    assert_roles("hs#2.5", 5, BLACK, BLACK);
    assert_roles("ser-#3", 3, BLACK, WHITE);
    assert_roles("ser-h#3", 4, WHITE, BLACK);
    assert_roles("ser-s#3", 4, WHITE, WHITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_what_it_writes),
        cmocka_unit_test(test_reports_fault_and_column),
        cmocka_unit_test(test_reads_a_span),
        cmocka_unit_test(test_who_is_who),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
