// SPDX-License-Identifier: MIT
//
// The sweep against a plain solver, every position; and with several threads against itself.
#include "roek/solve/sweep.h"

#include "support/check.h"
#include "support/retro.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Solved endings, each by its id. */
typedef struct {
    Solution of[ENDING_COUNT];
} Solved;

static const Solution *solved(Solved *all, int id);

/* The solutions that captures of an ending lead to. */
static int smaller_of(Solved *all, int id, Solution out[ENDING_GROUPS_MAX]) {
    int ids[ENDING_GROUPS_MAX];
    int count = ending_captures(id, ids);
    for (int i = 0; i < count; i++) out[i] = *solved(all, ids[i]);
    return count;
}

static SweepResult sweep(Solved *all, int id, int threads, Solution *out) {
    Solution smaller[ENDING_GROUPS_MAX];
    SweepOptions options = {.threads = threads, .smaller = smaller};
    options.smaller_count = smaller_of(all, id, smaller);
    return sweep_solve(id, &options, out);
}

static const Solution *solved(Solved *all, int id) {
    if (!all->of[id].value[WHITE]) assert_int_equal(sweep(all, id, 1, &all->of[id]), SWEEP_OK);
    return &all->of[id];
}

static int make_solved(void **state) {
    *state = calloc(1, sizeof(Solved));
    return *state ? 0 : -1;
}

static int free_solved(void **state) {
    Solved *all = *state;
    for (int id = 0; id < ENDING_COUNT; id++) solution_free(&all->of[id]);
    free(all);
    return 0;
}

static void compare(const char *name, const Solution *a, const Solution *b) {
    for (Color c = WHITE; c <= BLACK; c++)
        for (uint64_t i = 0; i < a->ending.positions; i++)
            if (a->value[c][i] != b->value[c][i])
                fail_msg("%s: position %llu is %d or %d", name, (unsigned long long)i,
                         a->value[c][i], b->value[c][i]);
}

/* All of up to three men; of four those with equal men, with captures both ways, and the deepest.
 */
static void same_as_one_by_one(void **state) {
    Solved *all = *state;
    const char *const names[] = {"KvK",  "KQvK", "KRvK",  "KBvK",  "KNvK",  "KvKQ", "KvKR",
                                 "KvKB", "KvKN", "KBBvK", "KvKNN", "KRvKQ", "KNvKB"};
    int count = getenv("ROEK_TEST_QUICK") ? 9 : (int)(sizeof names / sizeof *names);
    for (int i = 0; i < count; i++) {
        int id = ending_read(names[i]);
        Solution smaller[ENDING_GROUPS_MAX], one;
        smaller_of(all, id, smaller);
        assert_true(retro_solve(id, smaller, &one));
        compare(names[i], solved(all, id), &one);
        solution_free(&one);
    }
}

static void same_with_threads(void **state) {
    Solved *all = *state;
    int id = ending_read("KRvK");
    Solution many;
    assert_int_equal(sweep(all, id, 3, &many), SWEEP_OK);
    compare("KRvK", solved(all, id), &many);
    solution_free(&many);
}

static void stops_when_asked(void **state) {
    (void)state;
    atomic_bool stop = true;
    Solution none;
    SweepOptions options = {.threads = 1, .stop = &stop};
    assert_int_equal(sweep_solve(ending_read("KvK"), &options, &none), SWEEP_STOPPED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_one_by_one),
        cmocka_unit_test(same_with_threads),
        cmocka_unit_test(stops_when_asked),
    };
    return cmocka_run_group_tests(tests, make_solved, free_solved);
}
