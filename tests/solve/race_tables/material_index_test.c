// SPDX-License-Identifier: MIT
#include "solve/race_tables/material_index.h"

#include "base/rng.h"
#include "notation/text/fen.h"
#include "rules/registry.h"

#include "support/check.h"

#include <string.h>

static void names_and_ids(void **state) {
    (void)state;
    char name[MATERIAL_NAME_MAX];
    for (int id = 0; id < MATERIAL_COUNT; id++) {
        material_write(id, name);
        assert_int_equal(material_read(name), id);
    }
    material_write(material_read("kbrvKnQ"), name);
    assert_string_equal(name, "KRBvKQN");
    const char *bad[] = {"", "K", "Kv", "vK", "KQQvK", "KvKRRR", "KPvK", "KvKx", "KQvKR ", "KKvK"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(material_read(bad[i]), -1);
}

static void how_many_there_are(void **state) {
    (void)state;
    int ids[MATERIAL_COUNT];
    assert_int_equal(material_up_to(2, ids), 1);
    assert_int_equal(material_up_to(3, ids), 9);
    assert_int_equal(material_up_to(4, ids), 43);
    assert_int_equal(material_up_to(5, ids), 141);
    assert_int_equal(ids[0], material_read("KvK"));
    assert_int_equal(material_of(material_read("KQvKR")).positions, 28 * 56 * 64 * 64);
    assert_int_equal(material_of(material_read("KBBvKNN")).positions,
                     28ull * 56 * 64 * 64 * 64 * 64);
}

static void captures_lose_one_man(void **state) {
    (void)state;
    int out[MATERIAL_GROUPS_MAX];
    assert_int_equal(material_captures(material_read("KvK"), out), 0);
    assert_int_equal(material_captures(material_read("KRRvKN"), out), 2);
    assert_int_equal(out[0], material_read("KRvKN"));
    assert_int_equal(out[1], material_read("KRRvK"));
}

static Board mirrored(const Board *b) {
    Board m = *b;
    for (int i = 0; i < 8; i++) {
        const Bitboard *from = i < 6 ? &b->role[i] : &b->color[i - 6];
        Bitboard *to = i < 6 ? &m.role[i] : &m.color[i - 6];
        Bitboard set = *from;
        *to = 0;
        FOR_EACH_SQUARE(s, set) *to |= bit(s ^ 7);
    }
    return m;
}

static void check_number(const Material *e, uint64_t index, uint64_t *positions) {
    Board b, m;
    for (Color turn = WHITE; turn <= BLACK; turn++) {
        if (!material_board(e, index, turn, &b)) continue;
        m = mirrored(&b);
        assert_int_equal(material_id(&b), e->id);
        assert_true(material_is_indexed(&b));
        assert_int_equal(material_index(e, &b), index);
        assert_int_equal(material_index(e, &m), index);
        ++*positions;
    }
}

/* Indices may come from damaged files. */
static void no_position_beyond_the_last(void **state) {
    (void)state;
    Board b;
    Material e = material_of(material_read("KvKN"));
    assert_false(material_board(&e, e.positions, WHITE, &b));
    assert_false(material_board(&e, UINT64_MAX, BLACK, &b));
}

/* Every position has one index, shared only with its mirror image. */
static void numbers_and_positions(void **state) {
    (void)state;
    Rng rng = rng_seeded(1);
    int ids[MATERIAL_COUNT];
    int count = material_up_to(MATERIAL_MEN_MAX, ids);
    for (int i = 0; i < count; i++) {
        Material e = material_of(ids[i]);
        bool all = e.positions < 200000;
        uint64_t positions = 0, tries = all ? e.positions : 5000;
        for (uint64_t n = 0; n < tries; n++)
            check_number(&e, all ? n : rng_next(&rng) % e.positions, &positions);
        assert_true(positions > tries / 16); // a quarter, with two bishops
        if (ids[i] == material_read("KvK")) assert_int_equal(positions, 2 * 1359);
    }
}

/* Exactly the legal positions with kings below the eighth rank have an index, by a plain count. */
static void no_position_is_missing(void **state) {
    (void)state;
    Material e = material_of(material_read("KNvK"));
    uint64_t by_number = 0, by_hand = 0;
    for (uint64_t n = 0; n < e.positions; n++) check_number(&e, n, &by_number);
    for (int n = 0; n < 64 * 64 * 64; n++) {
        Setup s = setup_empty();
        Square king = n & 63, enemy = n >> 6 & 63, knight = n >> 12;
        if (king == enemy || king == knight || enemy == knight) continue;
        s.piece[king] = piece_of(WHITE, KING);
        s.piece[enemy] = piece_of(BLACK, KING);
        s.piece[knight] = piece_of(WHITE, KNIGHT);
        if (!RACING_KINGS.faults(&s) && rank_of(king) < 7 && rank_of(enemy) < 7) by_hand++;
    }
    assert_int_equal(by_number, by_hand); // symmetry halves the number, two sides to move double it
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_ids),
        cmocka_unit_test(how_many_there_are),
        cmocka_unit_test(captures_lose_one_man),
        cmocka_unit_test(numbers_and_positions),
        cmocka_unit_test(no_position_beyond_the_last),
        cmocka_unit_test(no_position_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
