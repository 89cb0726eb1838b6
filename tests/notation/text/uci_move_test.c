// SPDX-License-Identifier: MIT
#include "notation/text/uci_move.h"

#include "support/check.h"
#include "support/random_game.h"

#include <string.h>

static Move read_move(const Position *pos, const char *text) {
    return uci_move_read(pos, text, strlen(text));
}

static void assert_written(const Position *pos, Move move, bool chess960, const char *expected) {
    char text[UCI_MOVE_MAX];
    uci_move_write(pos, move, chess960, text);
    assert_string_equal(text, expected);
}

static void test_plain_moves(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    assert_int_equal(read_move(&pos, "e2e4"), move_make(E2, E4, MOVE_DOUBLE_STEP));
    assert_int_equal(read_move(&pos, "g1f3"), move_make(G1, F3, MOVE_PLAIN));
    const char *const wrong[] = {"",      "e2",   "e2e5", "e2e4q", "e7e5", "e2e4 ",
                                 "e2-e4", "i2i4", "e9e4", "0000",  "b1b1", "a1a1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(read_move(&pos, wrong[i]), NO_MOVE);
    assert_written(&pos, NO_MOVE, false, "0000");
    assert_written(&pos, NULL_MOVE, false, "0000");
}

static void test_promotion(void **state) {
    (void)state;
    Position pos = chess_of("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    assert_int_equal(read_move(&pos, "a7a8q"), move_make_promotion(A7, A8, QUEEN));
    assert_int_equal(read_move(&pos, "a7a8N"), move_make_promotion(A7, A8, KNIGHT));
    assert_int_equal(read_move(&pos, "a7a8"), NO_MOVE);
    assert_int_equal(read_move(&pos, "a7a8k"), NO_MOVE);
    assert_int_equal(read_move(&pos, "a7a8p"), NO_MOVE);
    assert_written(&pos, move_make_promotion(A7, A8, ROOK), false, "a7a8r");
}

static void test_castling_has_two_spellings(void **state) {
    (void)state;
    Position pos = chess_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    Move short_castle = move_make(E1, H1, MOVE_CASTLE),
         long_castle = move_make(E1, A1, MOVE_CASTLE);
    assert_int_equal(read_move(&pos, "e1g1"), short_castle);
    assert_int_equal(read_move(&pos, "e1h1"), short_castle);
    assert_int_equal(read_move(&pos, "e1c1"), long_castle);
    assert_int_equal(read_move(&pos, "e1a1"), long_castle);
    assert_int_equal(read_move(&pos, "e1g1q"), NO_MOVE);
    assert_written(&pos, short_castle, false, "e1g1");
    assert_written(&pos, long_castle, false, "e1c1");
    assert_written(&pos, short_castle, true, "e1h1");
}

/* With the king on f1, f1g1 is a king move; castling is f1h1. */
static void test_chess960_castling(void **state) {
    (void)state;
    Position pos = chess_of("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1");
    assert_int_equal(read_move(&pos, "f1g1"), move_make(F1, G1, MOVE_PLAIN));
    assert_int_equal(read_move(&pos, "f1h1"), move_make(F1, H1, MOVE_CASTLE));
    assert_int_equal(read_move(&pos, "f1c1"), move_make(F1, A1, MOVE_CASTLE));
    assert_written(&pos, move_make(F1, A1, MOVE_CASTLE), false, "f1a1");
    pos = chess_of("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1");
    assert_int_equal(read_move(&pos, "e1g1"), move_make(E1, G1, MOVE_CASTLE));
    assert_written(&pos, move_make(E1, G1, MOVE_CASTLE), false, "e1g1");
}

static void every_move_reads_back(const Position *pos, void *context) {
    (void)context;
    MoveList list;
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++)
        for (int chess960 = 0; chess960 < 2; chess960++) {
            char text[UCI_MOVE_MAX];
            uci_move_write(pos, list.items[i], chess960, text);
            assert_int_equal(read_move(pos, text), list.items[i]);
        }
}

static void test_every_move_reads_back(void **state) {
    (void)state;
    random_games(11, random_effort(60), 120, every_move_reads_back, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_moves),
        cmocka_unit_test(test_promotion),
        cmocka_unit_test(test_castling_has_two_spellings),
        cmocka_unit_test(test_chess960_castling),
        cmocka_unit_test(test_every_move_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
