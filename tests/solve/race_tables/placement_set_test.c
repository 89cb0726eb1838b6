// SPDX-License-Identifier: MIT
//
// Compares placement sets with the moves that the rules generate, position by position.
#include "solve/race_tables/placement_counts.h"

#include "base/rng.h"
#include "rules/registry.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

/* A material with fixed king squares. */
typedef struct {
    PlacementShape shape;
    Square king[2];
} Scene;

static Scene scene_of(const char *name, Rng *rng) {
    Material e = material_of(material_read(name));
    Scene s = {.shape = placement_shape(&e)};
    do {
        s.king[WHITE] = (Square)rng_below(rng, 56);
        s.king[BLACK] = (Square)rng_below(rng, 56);
    } while (king_distance(s.king[WHITE], s.king[BLACK]) < 2);
    return s;
}

static uint32_t placements(const Scene *s) {
    return s->shape.men ? (uint32_t)s->shape.words * 64 : 1;
}

static bool set_has(const uint64_t *set, uint32_t at) {
    return set[at / 64] >> at % 64 & 1;
}

static Square man_square(const Scene *s, int man, uint32_t at) {
    return (Square)(at >> 6 * (s->shape.men - 1 - man) & 63);
}

/* The position of a placement, made by a Setup; false if it is not legal. */
static bool board_of(const Scene *s, uint32_t at, Color turn, Board *out) {
    Setup setup = setup_empty();
    setup.turn = turn;
    for (Color c = WHITE; c <= BLACK; c++) setup.piece[s->king[c]] = piece_of(c, KING);
    for (int man = 0; man < s->shape.men; man++) {
        Square square = man_square(s, man, at);
        if (setup.piece[square] != NO_PIECE) return false;
        setup.piece[square] = piece_of(s->shape.color[man], s->shape.role[man]);
    }
    if (RACING_KINGS.faults(&setup)) return false;
    *out = board_from_setup(&setup);
    return true;
}

static const char *const NAMES[] = {"KvK",    "KQvK",   "KvKN",   "KRvKB",  "KBBvK",  "KNvKN",
                                    "KQvKRN", "KBBvKQ", "KvKRRB", "KNNvKR", "KRBvKN", "KQRvKQ"};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

static void legal_placements(void **state) {
    (void)state;
    Rng rng = rng_seeded(1);
    uint64_t set[PLACEMENT_WORDS_MAX];
    for (int i = 0; i < NAME_COUNT; i++) {
        Scene s = scene_of(NAMES[i], &rng);
        uint32_t step = placements(&s) > 4096 ? 7 : 1;
        placement_set_legal(&s.shape, s.king, (bool[2]){false, false}, set);
        for (uint32_t at = 0; at < placements(&s); at += step) {
            Board b;
            if (set_has(set, at) != board_of(&s, at, WHITE, &b))
                fail_msg("%s: placement %u", NAMES[i], at);
        }
        Square close[2] = {A1, B2};
        placement_set_legal(&s.shape, close, (bool[2]){false, false}, set);
        assert_true(placement_set_is_empty(&s.shape, set));
    }
}

/* Indices are read in words of 64, as the packer does. */
static void numbers_in_words(void **state) {
    (void)state;
    Rng rng = rng_seeded(4);
    for (int i = 0; i < NAME_COUNT; i++) {
        Material e = material_of(material_read(NAMES[i]));
        PlacementShape shape = placement_shape(&e);
        uint64_t words = (e.positions + 63) / 64;
        for (int n = 0; n < 300; n++) {
            uint64_t word = rng_next(&rng) % words, expected = 0;
            Board b;
            for (uint64_t k = 0; k < 64 && word * 64 + k < e.positions; k++)
                expected |= (uint64_t)material_board(&e, word * 64 + k, WHITE, &b) << k;
            assert_int_equal(placement_set_positions(&e, &shape, word), expected);
        }
    }
}

/* A king that captured on its square: the captured man is off the board. */
static void kings_that_took(void **state) {
    (void)state;
    uint64_t set[PLACEMENT_WORDS_MAX];
    Material e = material_of(material_read("KRvKQ"));
    PlacementShape shape = placement_shape(&e); // queen, then rook
    Square king[2] = {A8, H1};
    placement_set_legal(&shape, king, (bool[2]){true, false}, set);
    assert_true(set_has(set, A8 * 64 + B2));  // the queen was captured
    assert_false(set_has(set, A8 * 64 + H5)); // the same, with the rook giving check
    assert_false(set_has(set, A1 * 64 + B2)); // the queen was not captured, and gives check
    assert_false(set_has(set, H1 * 64 + B2)); // the queen is on its own king
    placement_set_legal(&shape, king, (bool[2]){false, true}, set);
    assert_true(set_has(set, B2 * 64 + H1)); // the black king captured the rook
    assert_false(set_has(set, A8 * 64 + B2));
}

/* Counts the quiet moves of this side's men into the set. */
static int entries(const Scene *s, uint32_t at, Color turn, const uint64_t *set) {
    Board b;
    MoveList moves;
    int count = 0;
    assert_true(board_of(s, at, turn, &b));
    RACING_KINGS.legal_moves(&b, GENERATE_QUIET, &moves);
    for (int i = 0; i < moves.count; i++) {
        Square from = move_from(moves.items[i]), to = move_to(moves.items[i]);
        for (int man = 0; man < s->shape.men; man++) {
            int shift = 6 * (s->shape.men - 1 - man);
            uint32_t after = at ^ (uint32_t)(from ^ to) << shift;
            count += man_square(s, man, at) == from && set_has(set, after);
        }
    }
    return count;
}

static void check_unmoves(const char *name, const Scene *s, Color turn, Rng *rng) {
    uint64_t legal[PLACEMENT_WORDS_MAX], set[PLACEMENT_WORDS_MAX], out[PLACEMENT_WORDS_MAX] = {0};
    uint64_t once[PLACEMENT_WORDS_MAX] = {0}, twice[PLACEMENT_WORDS_MAX] = {0};
    uint32_t step = placements(s) > 4096 ? 31 : 1;
    placement_set_legal(&s->shape, s->king, (bool[2]){false, false}, legal);
    for (int i = 0; i < s->shape.words; i++)
        set[i] = legal[i] & rng_next(rng) & rng_next(rng) & rng_next(rng);
    placement_set_unmoves(&s->shape, turn, s->king, set, legal, out);
    placement_counts_add_moves((PlacementCounts){once, twice}, &s->shape, turn, s->king, set);
    for (uint32_t at = 0; at < placements(s); at += step) {
        int count = set_has(legal, at) ? entries(s, at, turn, set) : -1;
        if (count >= 0 && (set_has(out, at) != (count > 0) || set_has(once, at) != (count > 0) ||
                           set_has(twice, at) != (count > 1)))
            fail_msg("%s: placement %u has %d moves", name, at, count);
    }
}

static void moves_taken_back(void **state) {
    (void)state;
    Rng rng = rng_seeded(2);
    for (int i = 0; i < NAME_COUNT; i++)
        for (Color turn = WHITE; turn <= BLACK; turn++) {
            Scene s = scene_of(NAMES[i], &rng);
            check_unmoves(NAMES[i], &s, turn, &rng);
        }
}

/* A rook that has just captured a knight came along its lines, and the knight comes back. */
static void captures_taken_back(void **state) {
    (void)state;
    uint64_t legal[64], set[64] = {0}, out[64] = {0};
    Material e = material_of(material_read("KRvKN"));
    PlacementShape shape = placement_shape(&e); // rook, then knight
    Square king[2] = {A2, H7};
    placement_set_legal(&shape, king, (bool[2]){false, false}, legal);
    set[D4] = bit(D4);
    placement_set_unmoves(&shape, WHITE, king, set, legal, out);
    assert_true(set_has(out, D1 * 64 + D4));
    assert_true(set_has(out, A4 * 64 + D4));
    assert_false(set_has(out, D1 * 64 + D5));
    assert_false(set_has(out, E5 * 64 + D4));
}

static void left_and_right(void **state) {
    (void)state;
    Rng rng = rng_seeded(3);
    uint64_t set[PLACEMENT_WORDS_MAX], mirror[PLACEMENT_WORDS_MAX], made[PLACEMENT_WORDS_MAX];
    for (int i = 0; i < NAME_COUNT; i++) {
        Scene s = scene_of(NAMES[i], &rng);
        Square flipped[2] = {s.king[WHITE] ^ 7, s.king[BLACK] ^ 7};
        placement_set_legal(&s.shape, s.king, (bool[2]){false, false}, set);
        placement_set_legal(&s.shape, flipped, (bool[2]){false, false}, mirror);
        placement_set_mirror(&s.shape, set, made);
        assert_memory_equal(made, mirror, (size_t)s.shape.words * sizeof *made);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_placements),    cmocka_unit_test(numbers_in_words),
        cmocka_unit_test(kings_that_took),     cmocka_unit_test(moves_taken_back),
        cmocka_unit_test(captures_taken_back), cmocka_unit_test(left_and_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
