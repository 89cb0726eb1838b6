// SPDX-License-Identifier: MIT
#include "core/move.h"
#include "core/types.h"

#include "support/check.h"

static void squares_count_along_the_ranks(void **state) {
    (void)state;
    assert_int_equal(A1, 0);
    assert_int_equal(H1, 7);
    assert_int_equal(E4, 28);
    assert_int_equal(H8, 63);
    for (Square s = A1; s <= H8; s++) assert_int_equal(square_at(file_of(s), rank_of(s)), s);
}

static void a_colour_looks_from_its_own_side(void **state) {
    (void)state;
    assert_int_equal(relative_square(WHITE, E2), E2);
    assert_int_equal(relative_square(BLACK, E7), E2);
    assert_int_equal(relative_rank(BLACK, A8), 0);
    assert_int_equal(rank_mask(BLACK, 0), RANK_8);
    assert_int_equal(rank_mask(WHITE, 6), RANK_7);
    assert_int_equal(shift_forward(WHITE, bit(E2)), bit(E3));
    assert_int_equal(shift_forward(BLACK, bit(E7)), bit(E6));
    assert_int_equal(E2 + forward_of(WHITE), E3);
    assert_int_equal(E7 + forward_of(BLACK), E6);
    assert_int_equal(other(WHITE), BLACK);
}

static void a_piece_is_a_role_with_a_colour(void **state) {
    (void)state;
    for (Color c = WHITE; c <= BLACK; c++)
        for (Role r = PAWN; r <= KING; r++) {
            assert_int_equal(piece_role(piece_of(c, r)), r);
            assert_int_equal(piece_color(piece_of(c, r)), c);
            assert_int_not_equal(piece_of(c, r), NO_PIECE);
        }
    assert_int_equal(piece_role(NO_PIECE), NO_ROLE);
}

static void sets_are_walked_from_the_lowest_square(void **state) {
    (void)state;
    Bitboard set = bit(A1) | bit(E4) | bit(H8), seen = 0;
    assert_int_equal(popcount(set), 3);
    assert_true(more_than_one(set));
    assert_false(more_than_one(bit(H8)));
    assert_false(more_than_one(0));
    Square last = -1;
    FOR_EACH_SQUARE(s, set) {
        assert_true(s > last);
        seen |= bit(s);
        last = s;
    }
    assert_int_equal(set, 0);
    assert_int_equal(seen, bit(A1) | bit(E4) | bit(H8));
    assert_true(DARK_SQUARES & bit(A1) && !(DARK_SQUARES & bit(H1)));
}

static void a_move_keeps_what_was_put_in(void **state) {
    (void)state;
    for (Square from = A1; from <= H8; from++)
        for (Square to = A1; to <= H8; to++)
            for (MoveKind kind = MOVE_PLAIN; kind <= MOVE_CASTLE; kind++) {
                Move move = move_make(from, to, kind);
                assert_int_equal(move_from(move), from);
                assert_int_equal(move_to(move), to);
                assert_int_equal(move_kind(move), kind);
                assert_false(move_is_promotion(move));
            }
    for (Role role = KNIGHT; role <= QUEEN; role++) {
        Move move = move_make_promotion(A7, B8, role);
        assert_true(move_is_promotion(move));
        assert_int_equal(move_promotion_role(move), role);
        assert_int_equal(move_from(move), A7);
        assert_int_equal(move_to(move), B8);
    }
    assert_int_equal(move_from(NULL_MOVE), move_to(NULL_MOVE));
    assert_int_not_equal(NULL_MOVE, NO_MOVE);
}

static void a_list_knows_its_moves(void **state) {
    (void)state;
    MoveList list = {.count = 2, .items = {move_make(E2, E4, MOVE_DOUBLE_STEP), NULL_MOVE, 77}};
    assert_true(movelist_has(&list, NULL_MOVE));
    assert_false(movelist_has(&list, 77));
    assert_false(movelist_has(&list, move_make(E2, E4, MOVE_PLAIN)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(squares_count_along_the_ranks),
        cmocka_unit_test(a_colour_looks_from_its_own_side),
        cmocka_unit_test(a_piece_is_a_role_with_a_colour),
        cmocka_unit_test(sets_are_walked_from_the_lowest_square),
        cmocka_unit_test(a_move_keeps_what_was_put_in),
        cmocka_unit_test(a_list_knows_its_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
