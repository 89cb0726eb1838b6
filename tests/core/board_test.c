// SPDX-License-Identifier: MIT
#include "core/board.h"

#include "support/check.h"
#include "support/data.h"
#include "support/naive.h"

static void assert_board_is(const Board *b, const Setup *setup) {
    for (Square s = A1; s <= H8; s++) assert_int_equal(board_piece_at(b, s), setup->piece[s]);
    int pieces = 0;
    for (Role r = PAWN; r <= KING; r++) pieces += popcount(b->role[r]);
    assert_int_equal(pieces, popcount(board_occupied(b)));
    assert_int_equal(b->color[WHITE] & b->color[BLACK], 0);
    assert_int_equal(b->castling, setup->castling);
    assert_int_equal(b->ep, setup->ep);
    assert_int_equal(b->turn, setup->turn);
}

static void a_board_holds_the_setup(void **state) {
    (void)state;
    Position pos = chess_of(CHESS_STARTS[1]);
    Setup setup = position_to_setup(&pos);
    Board b = board_from_setup(&setup);
    assert_board_is(&b, &setup);
    assert_int_equal(sizeof(Board), 80);
    assert_int_equal(board_king(&b, WHITE), E1);
    assert_int_equal(board_pieces(&b, BLACK, QUEEN), bit(E7));
    assert_int_equal(board_rook_like(&b, WHITE), bit(A1) | bit(H1) | bit(F3));
    assert_int_equal(board_bishop_like(&b, BLACK), bit(A6) | bit(G7) | bit(E7));
    assert_int_equal(board_piece_at(&b, E4), piece_of(WHITE, PAWN));
    assert_int_equal(board_piece_at(&b, A3), NO_PIECE);
}

static void castling_lands_on_fixed_files(void **state) {
    (void)state;
    assert_int_equal(castle_king_target(E1, H1), G1);
    assert_int_equal(castle_rook_target(E1, H1), F1);
    assert_int_equal(castle_king_target(E8, A8), C8);
    assert_int_equal(castle_rook_target(E8, A8), D8); // not f8
    assert_int_equal(castle_king_target(B1, A1), C1);
    assert_int_equal(castle_king_target(B1, C1), G1);
}

static void check_attackers(const Position *pos, void *context) {
    (void)context;
    Setup setup = position_to_setup(pos);
    Bitboard occupied = board_occupied(&pos->board);
    for (Color by = WHITE; by <= BLACK; by++)
        for (Square s = A1; s <= H8; s++) {
            Bitboard expected = 0, theirs = pos->board.color[by];
            FOR_EACH_SQUARE(from, theirs) {
                if (naive_attacks(setup.piece[from], from, occupied) & bit(s))
                    expected |= bit(from);
            }
            assert_int_equal(board_attackers(&pos->board, s, by, occupied), expected);
        }
}

static void attackers_are_those_that_see_the_square(void **state) {
    (void)state;
    data_each_random(&STANDARD_CHESS, CHESS_STARTS, 21, random_effort(5000), check_attackers, NULL);
    data_each_random(&RACING_KINGS, RACE_STARTS, 22, random_effort(2000), check_attackers, NULL);
}

static void check_moves(const Position *pos, void *context) {
    (void)context;
    Setup setup = position_to_setup(pos);
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Move move = list.items[i];
        Board b = pos->board;
        board_play_role(&b, position_turn(pos), piece_role(setup.piece[move_from(move)]), move);
        Setup next = naive_after(&setup, move);
        assert_board_is(&b, &next);
    }
}

static void moves_change_the_sets_as_a_person_would(void **state) {
    (void)state;
    data_each_random(&STANDARD_CHESS, CHESS_STARTS, 23, random_effort(10000), check_moves, NULL);
    data_each_random(&RACING_KINGS, RACE_STARTS, 24, random_effort(2000), check_moves, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_holds_the_setup),
        cmocka_unit_test(castling_lands_on_fixed_files),
        cmocka_unit_test(attackers_are_those_that_see_the_square),
        cmocka_unit_test(moves_change_the_sets_as_a_person_would),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
