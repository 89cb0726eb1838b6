// SPDX-License-Identifier: MIT
#include "search/tt.h"

#include "base/rng.h"
#include "base/thread/thread.h"
#include "support/check.h"
#include "support/random_game.h"

/* A random entry that the search could store; the score may be a win or a loss counted from the
 * root. */
static TTHit random_hit(Rng *rng) {
    return (TTHit){
        .move =
            move_make((Square)rng_below(rng, 32), (Square)(32 + rng_below(rng, 32)), MOVE_PLAIN),
        .score = (Score)rng_below(rng, 2 * (SCORE_MATE - MAX_PLY)) - (SCORE_MATE - MAX_PLY),
        .eval = rng_below(rng, 8) ? (Score)rng_below(rng, 6000) - 3000 : SCORE_NONE,
        .depth = (int)rng_below(rng, 250) - 8,
        .bound = (Bound)(1 + rng_below(rng, 3)),
        .pv = rng_below(rng, 2),
    };
}

static void expect_same(const TTHit *seen, const TTHit *stored) {
    assert_int_equal(seen->move, stored->move);
    assert_int_equal(seen->score, stored->score);
    assert_int_equal(seen->eval, stored->eval);
    assert_int_equal(seen->depth, stored->depth);
    assert_int_equal(seen->bound, stored->bound);
    assert_int_equal(seen->pv, stored->pv);
}

static void what_is_stored_is_found(void **state) {
    (void)state;
    TransTable *tt = tt_new(1);
    Rng rng = rng_seeded(1);
    for (int i = 0; i < random_effort(100000); i++) {
        Key key = rng_next(&rng);
        int ply = (int)rng_below(&rng, MAX_PLY);
        TTHit hit = random_hit(&rng), seen;
        tt_new_search(tt); // so that older entries are replaced
        tt_store(tt, key, ply, &hit);
        assert_true(tt_probe(tt, key, ply, &seen));
        expect_same(&seen, &hit);
        assert_false(tt_probe(tt, key ^ 1, ply, &seen));
    }
    tt_free(tt);
}

/* The distance of a mate from a position does not depend on the position's ply. */
static void wins_are_counted_from_the_position(void **state) {
    (void)state;
    TransTable *tt = tt_new(1);
    TTHit seen, won = {.score = SCORE_MATE - 10, .depth = 5, .bound = BOUND_EXACT};
    TTHit lost = {.score = -(SCORE_TABLE_WIN - 10), .depth = 5, .bound = BOUND_EXACT};
    tt_store(tt, 1, 4, &won);
    tt_store(tt, 2, 4, &lost);
    assert_true(tt_probe(tt, 1, 8, &seen));
    assert_int_equal(seen.score, SCORE_MATE - 14);
    assert_true(tt_probe(tt, 2, 8, &seen));
    assert_int_equal(seen.score, -(SCORE_TABLE_WIN - 14));
    tt_free(tt);
}

static void a_shallow_bound_does_not_displace_what_is_deeper(void **state) {
    (void)state;
    TransTable *tt = tt_new(1);
    TTHit deep = {
        .score = 10, .depth = 20, .bound = BOUND_LOWER, .move = move_make(E2, E4, MOVE_PLAIN)};
    TTHit shallow = {.score = 5, .depth = 3, .bound = BOUND_UPPER}, seen;
    tt_store(tt, 7, 0, &deep);
    tt_store(tt, 7, 0, &shallow);
    assert_true(tt_probe(tt, 7, 0, &seen));
    assert_int_equal(seen.depth, 20);
    tt_new_search(tt); // the entry of an earlier search is replaced, but its move is kept
    tt_store(tt, 7, 0, &shallow);
    assert_true(tt_probe(tt, 7, 0, &seen));
    assert_int_equal(seen.depth, 3);
    assert_int_equal(seen.move, move_make(E2, E4, MOVE_PLAIN));
    tt_free(tt);
}

/* Keys that differ in low bits alone share a cluster. */
static void the_shallowest_gives_way(void **state) {
    (void)state;
    enum { MORE_THAN_FIT = 40 };
    TransTable *tt = tt_new(1);
    TTHit seen;
    for (int i = 0; i < MORE_THAN_FIT; i++) {
        TTHit hit = {.depth = i, .bound = BOUND_EXACT};
        tt_store(tt, (Key)i, 0, &hit);
    }
    assert_false(tt_probe(tt, 0, 0, &seen));
    for (int i = MORE_THAN_FIT - 3; i < MORE_THAN_FIT; i++) {
        assert_true(tt_probe(tt, (Key)i, 0, &seen));
        assert_int_equal(seen.depth, i);
    }
    tt_free(tt);
}

static void fullness_counts_this_search_and_clearing_empties(void **state) {
    (void)state;
    TransTable *tt = tt_new(1);
    Rng rng = rng_seeded(2);
    TTHit hit = {.depth = 1, .bound = BOUND_EXACT}, seen;
    assert_int_equal(tt_fullness(tt), 0);
    for (int i = 0; i < 1 << 18; i++) tt_store(tt, rng_next(&rng), 0, &hit);
    assert_true(tt_fullness(tt) > 900);
    tt_new_search(tt);
    assert_int_equal(tt_fullness(tt), 0);
    tt_store(tt, 5, 0, &hit);
    tt_clear(tt, 4);
    assert_false(tt_probe(tt, 5, 0, &seen));
    tt_free(tt);
}

static void more_than_there_can_be_is_refused(void **state) {
    (void)state;
    assert_null(tt_new(SIZE_MAX));
    assert_null(tt_new((SIZE_MAX >> 20) + 1));
}

typedef struct {
    TransTable *tt;
    TTHit hits[4];
    int torn[4];
} WriteRace;

static bool is_one_of(const TTHit hits[4], const TTHit *seen) {
    for (int i = 0; i < 4; i++)
        if (hits[i].move == seen->move && hits[i].score == seen->score &&
            hits[i].eval == seen->eval && hits[i].depth == seen->depth)
            return true;
    return false;
}

static void store_and_probe(void *context, int index) {
    WriteRace *q = context;
    for (int i = 0; i < 20000; i++) {
        TTHit seen;
        tt_store(q->tt, 99, 0, &q->hits[index]);
        if (tt_probe(q->tt, 99, 0, &seen)) q->torn[index] += !is_one_of(q->hits, &seen);
    }
}

/* Four threads write the same entry; no probe ever returns a mixture of two. */
static void threads_never_see_half_an_entry(void **state) {
    (void)state;
    WriteRace race = {.tt = tt_new(1)};
    for (int i = 0; i < 4; i++)
        race.hits[i] = (TTHit){.move = move_make((Square)i, (Square)(60 - i), MOVE_PLAIN),
                               .score = 1000 * i,
                               .eval = -77 * i,
                               .depth = 10 + i,
                               .bound = BOUND_EXACT};
    threads_run(4, store_and_probe, &race);
    for (int i = 0; i < 4; i++) assert_int_equal(race.torn[i], 0);
    tt_free(race.tt);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stored_is_found),
        cmocka_unit_test(wins_are_counted_from_the_position),
        cmocka_unit_test(a_shallow_bound_does_not_displace_what_is_deeper),
        cmocka_unit_test(the_shallowest_gives_way),
        cmocka_unit_test(fullness_counts_this_search_and_clearing_empties),
        cmocka_unit_test(more_than_there_can_be_is_refused),
        cmocka_unit_test(threads_never_see_half_an_entry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
