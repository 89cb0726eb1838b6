// SPDX-License-Identifier: MIT
#include "search/skill.h"

#include "rules/registry.h"
#include "support/check.h"

#include <stdlib.h>

static EngineOptions level(int skill) {
    return (EngineOptions){.skill = skill};
}

static const Rules *const GAMES[] = {&STANDARD_CHESS, &RACING_KINGS};
enum { GAME_COUNT = 2 };

/* Each level has a larger node limit than the one below, and full strength has none. */
static void levels_look_further_and_further(void **state) {
    (void)state;
    for (int game = 0; game < GAME_COUNT; game++) {
        uint64_t before = 1;
        for (int skill = 0; skill < ENGINE_SKILL_MAX; skill++) {
            EngineOptions options = level(skill);
            SearchLimits limits = {0};
            skill_limit(&options, GAMES[game], &limits);
            assert_true(limits.nodes > before);
            before = limits.nodes;
        }
        EngineOptions full = level(ENGINE_SKILL_MAX);
        SearchLimits limits = {0};
        skill_limit(&full, GAMES[game], &limits);
        assert_true(limits.nodes == 0 && limits.depth == 0);
    }
}

static void tighter_limits_stay(void **state) {
    (void)state;
    EngineOptions options = level(15);
    SearchLimits limits = {.nodes = 7, .depth = 1};
    skill_limit(&options, &STANDARD_CHESS, &limits);
    assert_true(limits.nodes == 7 && limits.depth == 1);
}

static void there_are_lines_to_choose_from(void **state) {
    (void)state;
    EngineOptions weak = level(3), full = level(ENGINE_SKILL_MAX);
    assert_true(skill_lines(&weak, 1, 30) > 1);
    assert_int_equal(skill_lines(&weak, 1, 2), 2); // no more than there are moves
    assert_int_equal(skill_lines(&weak, 8, 30), 8);
    assert_int_equal(skill_lines(&full, 1, 30), 1);
}

enum { ROOTS = 5 };

/* For moves worth 0, -60, -120, …: the average loss of a level over many choices. */
static double given_away(int skill, const Rules *rules) {
    enum { TIMES = 4000 };
    EngineOptions options = level(skill);
    RootMove *root_moves = calloc(ROOTS, sizeof *root_moves);
    assert_non_null(root_moves);
    for (int i = 0; i < ROOTS; i++) root_moves[i].score = -60 * i;
    Rng rng = rng_seeded(5);
    double lost = 0;
    for (int i = 0; i < TIMES; i++) {
        const RootMove *chosen = skill_choose(&options, rules, root_moves, ROOTS, &rng);
        assert_true(chosen >= root_moves && chosen < root_moves + ROOTS);
        lost -= chosen->score;
    }
    free(root_moves);
    return lost / TIMES;
}

static void weaker_levels_give_away_more(void **state) {
    (void)state;
    for (int game = 0; game < GAME_COUNT; game++) {
        const Rules *rules = GAMES[game];
        assert_true(given_away(0, rules) > given_away(5, rules) + 5);
        assert_true(given_away(5, rules) > given_away(10, rules) + 5);
        assert_true(given_away(15, rules) < 10);
    }
}

/* Even the weakest level does not hang a rook whose capture it sees. */
static void nobody_gives_away_a_rook(void **state) {
    (void)state;
    static const Score WORTH[GAME_COUNT] = {500, 600}; // about a rook's value in races
    EngineOptions options = level(0);
    RootMove *root_moves = calloc(2, sizeof *root_moves);
    assert_non_null(root_moves);
    Rng rng = rng_seeded(6);
    for (int game = 0; game < GAME_COUNT; game++)
        for (int i = 0; i < 1000; i++) {
            root_moves[1].score = -WORTH[game];
            assert_ptr_equal(skill_choose(&options, GAMES[game], root_moves, 2, &rng),
                             &root_moves[0]);
        }
    free(root_moves);
}

static void ratings_become_levels(void **state) {
    (void)state;
    assert_int_equal(skill_for_elo(-1000), 0);
    assert_int_equal(skill_for_elo(SKILL_ELO_MIN), 0);
    assert_int_equal(skill_for_elo(SKILL_ELO_MAX), ENGINE_SKILL_MAX - 1);
    assert_int_equal(skill_for_elo(9999), ENGINE_SKILL_MAX - 1);
    for (int elo = SKILL_ELO_MIN; elo < SKILL_ELO_MAX; elo++)
        assert_true(skill_for_elo(elo) <= skill_for_elo(elo + 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_look_further_and_further),
        cmocka_unit_test(tighter_limits_stay),
        cmocka_unit_test(there_are_lines_to_choose_from),
        cmocka_unit_test(weaker_levels_give_away_more),
        cmocka_unit_test(nobody_gives_away_a_rook),
        cmocka_unit_test(ratings_become_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
