// SPDX-License-Identifier: MIT
//
// Compares retrograde_solve with a plain solver on every position, and runs with different numbers
// of threads with each other.
#include "solve/race_tables/retrograde.h"

#include "rules/registry.h"

#include "support/check.h"
#include "support/retro.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Solutions by material id. */
typedef struct {
    RaceSolution of[MATERIAL_COUNT];
} Solved;

static const RaceSolution *solved(Solved *all, int id);

/* The solutions that captures lead to. */
static int smaller_of(Solved *all, int id, RaceSolution out[MATERIAL_GROUPS_MAX]) {
    int ids[MATERIAL_GROUPS_MAX];
    int count = material_captures(id, ids);
    for (int i = 0; i < count; i++) out[i] = *solved(all, ids[i]);
    return count;
}

static RetrogradeStatus solve_material(Solved *all, int id, int threads, RaceSolution *out) {
    RaceSolution smaller[MATERIAL_GROUPS_MAX];
    RetrogradeOptions options = {.threads = threads, .smaller = smaller};
    options.smaller_count = smaller_of(all, id, smaller);
    return retrograde_solve(id, &options, out);
}

static const RaceSolution *solved(Solved *all, int id) {
    if (!all->of[id].value[WHITE])
        assert_int_equal(solve_material(all, id, 1, &all->of[id]), RETROGRADE_OK);
    return &all->of[id];
}

static int make_solved(void **state) {
    *state = calloc(1, sizeof(Solved));
    return *state ? 0 : -1;
}

static int free_solved(void **state) {
    Solved *all = *state;
    for (int id = 0; id < MATERIAL_COUNT; id++) race_solution_free(&all->of[id]);
    free(all);
    return 0;
}

static void compare(const char *name, const RaceSolution *a, const RaceSolution *b) {
    for (Color c = WHITE; c <= BLACK; c++)
        for (uint64_t i = 0; i < a->material.positions; i++)
            if (a->value[c][i] != b->value[c][i])
                fail_msg("%s: position %llu is %d or %d", name, (unsigned long long)i,
                         a->value[c][i], b->value[c][i]);
}

/* All materials of up to three men; of four men those with equal men, captures by both sides, and
 * the longest win. */
static void same_as_one_by_one(void **state) {
    Solved *all = *state;
    const char *const names[] = {"KvK",  "KQvK", "KRvK",  "KBvK",  "KNvK",  "KvKQ", "KvKR",
                                 "KvKB", "KvKN", "KBBvK", "KvKNN", "KRvKQ", "KNvKB"};
    int count = getenv("ROEK_TEST_QUICK") ? 9 : (int)(sizeof names / sizeof *names);
    for (int i = 0; i < count; i++) {
        int id = material_read(names[i]);
        RaceSolution smaller[MATERIAL_GROUPS_MAX], one;
        smaller_of(all, id, smaller);
        assert_true(retro_solve(id, smaller, &one));
        compare(names[i], solved(all, id), &one);
        race_solution_free(&one);
    }
}

static void same_with_threads(void **state) {
    Solved *all = *state;
    int id = material_read("KRvK");
    RaceSolution many;
    assert_int_equal(solve_material(all, id, 3, &many), RETROGRADE_OK);
    compare("KRvK", solved(all, id), &many);
    race_solution_free(&many);
}

/* The result of a move for the side that makes it, from the solutions. */
static TableResult result_after(Solved *all, const Board *b, Move m) {
    Board after = *b;
    TableValue v;
    board_play_role(&after, (Color)b->turn, piece_role(board_piece_at(b, move_from(m))), m);
    if (!race_value_by_rules(&after, &v)) {
        const RaceSolution *s = solved(all, material_id(&after));
        v = race_value_decode(s->value[after.turn][material_index(&s->material, &after)]);
    }
    return (TableResult)-v.result;
}

/* Counts wins with an only move and mutual zugzwangs move by move. */
static void check_counts(Solved *all, const char *name) {
    const RaceSolution *s = solved(all, material_read(name));
    ResultStatistics only[2] = {{0}};
    uint64_t zugzwangs[ZUGZWANG_KINDS] = {0};
    const TableStatistics stats = race_solution_statistics(s);
    for (uint64_t i = 0; i < s->material.positions; i++) {
        TableResult result[2] = {TABLE_WIN, TABLE_WIN}; // stays so where there is no position
        for (Color c = WHITE; c <= BLACK; c++) {
            Board b;
            MoveList moves;
            if (!material_board(&s->material, i, c, &b)) continue;
            int wins = 0, plies = s->value[c][i];
            RACING_KINGS.legal_moves(&b, GENERATE_ALL, &moves);
            for (int k = 0; k < moves.count; k++)
                wins += result_after(all, &b, moves.items[k]) == TABLE_WIN;
            assert_int_equal(wins > 0, race_value_decode((uint8_t)plies).result == TABLE_WIN);
            result[c] = race_value_decode((uint8_t)plies).result;
            only[c].count += wins == 1;
            if (wins == 1 && plies > only[c].plies) only[c].plies = plies;
        }
        if ((int)result[WHITE] + (int)result[BLACK] >= 0) continue;
        zugzwangs[result[WHITE] == TABLE_DRAW   ? ZUGZWANG_WHITE_DRAWS
                  : result[BLACK] == TABLE_DRAW ? ZUGZWANG_BLACK_DRAWS
                                                : ZUGZWANG_BOTH_LOSE]++;
    }
    for (Color c = WHITE; c <= BLACK; c++) {
        assert_int_equal(s->only_moves[c].count, only[c].count);
        assert_int_equal(s->only_moves[c].plies, only[c].plies);
        if (only[c].count)
            assert_int_equal(s->value[c][s->only_moves[c].longest_at], only[c].plies);
    }
    for (int kind = 0; kind < ZUGZWANG_KINDS; kind++)
        assert_int_equal(stats.zugzwang[kind].count, zugzwangs[kind]);
}

static void wins_by_one_move(void **state) {
    const char *const names[] = {"KvK", "KRvK", "KvKQ", "KNvK", "KBBvK", "KRvKQ", "KvKNN"};
    int count = getenv("ROEK_TEST_QUICK") ? 4 : (int)(sizeof names / sizeof *names);
    for (int i = 0; i < count; i++) check_counts(*state, names[i]);
}

static void stops_when_asked(void **state) {
    (void)state;
    atomic_bool stop = true;
    RaceSolution none;
    RetrogradeOptions options = {.threads = 1, .stop = &stop};
    assert_int_equal(retrograde_solve(material_read("KvK"), &options, &none), RETROGRADE_STOPPED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_one_by_one),
        cmocka_unit_test(same_with_threads),
        cmocka_unit_test(wins_by_one_move),
        cmocka_unit_test(stops_when_asked),
    };
    return cmocka_run_group_tests(tests, make_solved, free_solved);
}
