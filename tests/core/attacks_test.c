// SPDX-License-Identifier: MIT
#include "core/attacks.h"

#include "base/rng.h"
#include "support/check.h"
#include "support/data.h"
#include "support/naive.h"

/* Dense, medium and sparse boards, by `i` modulo 3. */
static Bitboard random_occupation(Rng *rng, int i) {
    Bitboard a = rng_next(rng), b = rng_next(rng);
    return i % 3 == 0 ? a | b : i % 3 == 1 ? a : a & b;
}

static void attacks_equal_a_walk(void **state) {
    (void)state;
    Rng rng = rng_seeded(1);
    int count = random_effort(3000);
    for (int i = 0; i < count; i++) {
        Bitboard occupied = random_occupation(&rng, i);
        for (Square s = A1; s <= H8; s++) {
            for (Role role = KNIGHT; role <= KING; role++)
                assert_int_equal(role_attacks(role, s, occupied),
                                 naive_attacks(piece_of(WHITE, role), s, occupied));
            assert_int_equal(rook_attacks_by_lines(s, occupied), rook_attacks(s, occupied));
            assert_int_equal(bishop_attacks_by_lines(s, occupied), bishop_attacks(s, occupied));
            const Bitboard masks[] = {FILE_MASK[s], DIAGONAL_MASK[s], ANTIDIAGONAL_MASK[s]};
            for (int k = 0; k < 3; k++)
                assert_int_equal(line_attacks_by_difference(s, occupied, masks[k]),
                                 line_attacks_by_reversal(s, occupied, masks[k]));
        }
    }
}

static void rays_are_attacks_on_the_empty_board(void **state) {
    (void)state;
    for (Square s = A1; s <= H8; s++) {
        assert_int_equal(ROOK_RAYS[s], naive_attacks(ROOK, s, 0));
        assert_int_equal(BISHOP_RAYS[s], naive_attacks(BISHOP, s, 0));
        assert_int_equal(DIAGONAL_MASK[s] | ANTIDIAGONAL_MASK[s], BISHOP_RAYS[s]);
        assert_int_equal(FILE_MASK[s], ROOK_RAYS[s] & (FILE_A << file_of(s)));
    }
}

static void pawns_attack_forward_to_both_sides(void **state) {
    (void)state;
    Rng rng = rng_seeded(2);
    for (int i = 0; i < 1000; i++) {
        Bitboard pawns = rng_next(&rng) & ~(RANK_1 | RANK_8);
        for (Color c = WHITE; c <= BLACK; c++) {
            Bitboard expected = 0;
            for (Square s = A1; s <= H8; s++) {
                Bitboard single = naive_attacks(piece_of(c, PAWN), s, 0);
                assert_int_equal(PAWN_ATTACKS[c][s], single);
                if (pawns & bit(s)) expected |= single;
            }
            assert_int_equal(pawns_attack(c, pawns), expected);
        }
    }
    assert_int_equal(pawns_attack_west(WHITE, bit(A2)), 0);
    assert_int_equal(pawns_attack_east(BLACK, bit(H7)), 0);
    assert_int_equal(pawns_attack_west(WHITE, bit(E4)), bit(D5));
    assert_int_equal(pawns_attack_west(BLACK, bit(E4)), bit(D3));
}

/* The squares between two squares of a line are those that sliders on both attack on an otherwise
 * empty board. */
static void lines_join_two_squares(void **state) {
    (void)state;
    for (Square a = A1; a <= H8; a++)
        for (Square b = A1; b <= H8; b++) {
            Bitboard between = 0, line = 0;
            for (Role role = BISHOP; role <= ROOK; role++) {
                Bitboard rays = naive_attacks(role, a, 0);
                if (!(rays & bit(b))) continue;
                between = naive_attacks(role, a, bit(b)) & naive_attacks(role, b, bit(a));
                line = (rays & naive_attacks(role, b, 0)) | bit(a) | bit(b);
            }
            // the rays also cross off the line; only the squares on the line count
            if (line) between &= LINE[a][b];
            assert_int_equal(BETWEEN[a][b], between);
            assert_int_equal(LINE[a][b] & ~line, 0);
            if (line) assert_true(LINE[a][b] & bit(a) && LINE[a][b] & bit(b));
            assert_int_equal(LINE[a][b], LINE[b][a]);
            assert_int_equal(!LINE[a][b], !line);
        }
    assert_int_equal(BETWEEN[A1][D4], bit(B2) | bit(C3));
    assert_int_equal(BETWEEN[E1][E2], 0);
    assert_int_equal(LINE[C1][E1], RANK_1);
    assert_int_equal(LINE[B1][A2], bit(B1) | bit(A2));
    assert_int_equal(popcount(LINE[C3][D4]), 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attacks_equal_a_walk),
        cmocka_unit_test(rays_are_attacks_on_the_empty_board),
        cmocka_unit_test(pawns_attack_forward_to_both_sides),
        cmocka_unit_test(lines_join_two_squares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
