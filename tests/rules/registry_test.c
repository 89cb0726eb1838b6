// SPDX-License-Identifier: MIT
#include "rules/registry.h"

#include "support/check.h"

static void names_of_chess(void **state) {
    (void)state;
    static const char *const NAMES[] = {
        "chess",    "standard",  "normal",       "Standard",       "CHESS",
        "Chess960", "chess 960", "Fischerandom", "Fischer Random", "From Position"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        assert_ptr_equal(rules_find(NAMES[i]), &STANDARD_CHESS);
}

static void names_of_racing_kings(void **state) {
    (void)state;
    static const char *const NAMES[] = {"racingkings", "Racing Kings", "racing-kings",
                                        "Racing",      "Race",         "RACING_KINGS"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        assert_ptr_equal(rules_find(NAMES[i]), &RACING_KINGS);
}

static void other_names_are_unknown(void **state) {
    (void)state;
    static const char *const NAMES[] = {"",      " ",
                                        "-",     "atomic",
                                        "ches",  "chess standard",
                                        "kings", "racingkingsracingkingsracingkingsracingkings"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) assert_null(rules_find(NAMES[i]));
}

static void every_game_is_complete(void **state) {
    (void)state;
    int count = 0;
    for (const Rules *rules; (rules = rules_at(count)); count++) {
        assert_ptr_equal(rules_find(rules->name), rules);
        assert_ptr_equal(rules_find(rules->title), rules);
        Position pos = position_start(rules);
        assert_int_equal(position_outcome(&pos).reason, OUTCOME_ONGOING);
        char fen[FEN_MAX];
        fen_write_position(&pos, fen);
        assert_string_equal(fen, rules->start_fen);
        assert_int_equal(rules->perft(&pos.board, 1), rules->count_moves(&pos.board));
    }
    assert_int_equal(count, 2);
    assert_null(rules_at(-1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_chess),
        cmocka_unit_test(names_of_racing_kings),
        cmocka_unit_test(other_names_are_unknown),
        cmocka_unit_test(every_game_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
