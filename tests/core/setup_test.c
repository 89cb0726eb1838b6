// SPDX-License-Identifier: MIT
#include "core/setup.h"

#include "support/check.h"

#include <string.h>

static SetupFaults faults_of(const Rules *rules, const char *fen) {
    Setup setup;
    Position pos;
    FenResult r = fen_read(fen, &setup);
    if (r.fault != FEN_OK) fail_msg("%s: cannot be read", fen);
    return position_from_setup(&setup, rules, &pos);
}

typedef struct {
    SetupFaults faults;
    const char *fen;
} Example;

static void expect_faults(const Rules *rules, const Example *examples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        SetupFaults found = faults_of(rules, examples[i].fen);
        if (found != examples[i].faults)
            fail_msg("%s: faults %x, expected %x", examples[i].fen, found, examples[i].faults);
    }
}

static void chess_names_each_fault(void **state) {
    (void)state;
    static const Example EXAMPLES[] = {
        {SETUP_NO_WHITE_KING, "4k3/8/8/8/8/8/8/8 w - - 0 1"},
        {SETUP_NO_BLACK_KING, "8/8/8/8/8/8/8/4K3 w - - 0 1"},
        {SETUP_MANY_WHITE_KINGS, "4k3/8/8/8/8/8/8/K3K3 w - - 0 1"},
        {SETUP_MANY_BLACK_KINGS, "k3k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {SETUP_PAWN_ON_EDGE, "4k2P/8/8/8/8/8/8/4K3 w - - 0 1"},
        {SETUP_PAWN_ON_EDGE, "4k3/8/8/8/8/8/8/p3K3 w - - 0 1"},
        {0, "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"}, // playable, although no game reaches them
        {0, "nnn1k3/pppppppp/p7/8/8/8/PPPPPPPP/NNN1K3 w - - 0 1"},
        {0, "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQRBN w FBfb - 0 1"}, // bishops on one colour
        {0, "QQQQQQQ1/QQQQQQ2/QQQQQQP1/QQQQQQPk/QQQQQQP1/QQQQQQ2/QQQQQQQ1/KQQQQQQ1 b - - 0 1"},
        {SETUP_OPPONENT_IN_CHECK, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"},
        {SETUP_OPPONENT_IN_CHECK, "8/8/8/3kK3/8/8/8/8 w - - 0 1"},
        {SETUP_BAD_CASTLING, "4k3/8/8/8/8/8/8/4K3 w K - 0 1"},  // no rook
        {SETUP_BAD_CASTLING, "4k3/8/8/8/8/8/8/4K2r w K - 0 1"}, // not ours
        {SETUP_BAD_CASTLING, "4k3/8/8/8/8/8/4K3/7R w K - 0 1"}, // the king is away
        {SETUP_BAD_CASTLING, "r3k3/8/8/8/8/8/8/4K3 w k - 0 1"},
        {SETUP_BAD_CASTLING, "4k3/8/8/8/8/8/8/4KRR1 w FG - 0 1"},   // two on one side
        {SETUP_BAD_EN_PASSANT, "4k3/8/8/8/8/8/8/4K3 w - d6 0 1"},   // no pawn
        {SETUP_BAD_EN_PASSANT, "4k3/8/8/3n4/8/8/8/4K3 w - d6 0 1"}, // another piece
        {SETUP_BAD_EN_PASSANT, "4k3/8/8/3P4/8/8/8/4K3 w - d6 0 1"}, // our own pawn
        {SETUP_BAD_EN_PASSANT, "4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1"},
        {SETUP_BAD_EN_PASSANT, "4k3/3p4/8/3p4/8/8/8/4K3 w - d6 0 1"}, // start square occupied
        {SETUP_BAD_EN_PASSANT, "4k3/8/8/8/3P4/8/8/4K3 w - d3 0 1"},   // White is to move
        {SETUP_NO_WHITE_KING | SETUP_NO_BLACK_KING | SETUP_PAWN_ON_EDGE | SETUP_BAD_CASTLING |
             SETUP_BAD_EN_PASSANT,
         "P7/8/8/8/8/8/8/8 w KQ a6 0 1"}, // all at once
    };
    expect_faults(&STANDARD_CHESS, EXAMPLES, sizeof EXAMPLES / sizeof *EXAMPLES);
}

static void racing_kings_name_each_fault(void **state) {
    (void)state;
    static const Example EXAMPLES[] = {
        {SETUP_NO_WHITE_KING, "8/8/8/8/8/8/k7/8 w - - 0 1"},
        {SETUP_MANY_BLACK_KINGS, "8/8/8/8/8/8/k1k4K/8 w - - 0 1"},
        {SETUP_HAS_PAWNS, "8/8/8/8/4P3/8/k6K/8 w - - 0 1"},
        {SETUP_EXTRA_PIECES, "8/8/8/8/1QQ5/8/7K/k7 w - - 0 1"},
        {SETUP_EXTRA_PIECES, "8/8/5NNN/8/8/8/k6K/8 w - - 0 1"},
        {SETUP_EXTRA_PIECES, "8/8/2rrr3/8/8/8/k5K1/8 w - - 0 1"},
        {SETUP_EXTRA_PIECES, "8/8/8/8/8/2B5/k6K/2B5 w - - 0 1"}, // two bishops on dark squares
        {SETUP_BAD_CASTLING, "8/8/8/8/8/8/8/k3K2R w K - 0 1"},
        {SETUP_BAD_EN_PASSANT, "8/8/8/8/8/8/k6K/8 w - d6 0 1"},
        {SETUP_RACE_OVER, "4k3/8/8/8/8/8/7K/8 b - - 0 1"},
        {SETUP_IN_CHECK, "8/8/8/8/8/8/k6K/7r w - - 0 1"},
        {SETUP_IN_CHECK, "8/8/8/8/8/8/k6K/R7 w - - 0 1"},
        {SETUP_IN_CHECK, "8/8/8/8/8/8/kK6/8 w - - 0 1"},
    };
    expect_faults(&RACING_KINGS, EXAMPLES, sizeof EXAMPLES / sizeof *EXAMPLES);
}

/* Positions that no game reaches, but composers and test suites use. */
static void odd_but_playable_positions_are_accepted(void **state) {
    (void)state;
    static const Example CHESS[] = {
        {0, "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1"},  // check from both ends of a line
        {0, "b3k3/8/8/3pP3/8/5K2/8/8 w - d6 0 2"}, // White was in check before
        {0, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"}, // 218 moves
        {0, "rnbqkbnr/pppppppp/8/8/8/8/8/4K3 w kq - 0 1"},           // a handicap game
        {0, "4k3/8/8/8/8/8/8/1RK2R2 w FB - 0 1"},                    // Chess960
        {0, "4k3/8/8/8/8/8/8/4K3 w - - 9999 0"},
    };
    expect_faults(&STANDARD_CHESS, CHESS, sizeof CHESS / sizeof *CHESS);
    static const Example RACE[] = {
        {0, "5k2/2K5/8/8/8/8/8/8 w - - 0 1"}, // over, but readable
        {0, "2K2k2/8/8/8/8/8/8/8 w - - 0 1"},
        {0, "8/8/8/8/5K2/8/2k5/8 w - - 0 1"},
    };
    expect_faults(&RACING_KINGS, RACE, sizeof RACE / sizeof *RACE);
}

static void the_most_moves_fit(void **state) {
    (void)state;
    Position pos = chess_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_int_equal(pos.rules->count_moves(&pos.board), 218);
}

static void a_failed_setup_leaves_the_position_alone(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS), before = pos;
    Setup empty = setup_empty();
    assert_int_not_equal(position_from_setup(&empty, &STANDARD_CHESS, &pos), 0);
    assert_memory_equal(&pos, &before, sizeof pos);
}

static void faults_have_different_words(void **state) {
    (void)state;
    for (int i = 0; i < SETUP_FAULT_COUNT; i++)
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(setup_fault_text(i), setup_fault_text(j));
            assert_string_not_equal(setup_fault_name(i), setup_fault_name(j));
        }
    assert_string_equal(setup_fault_text(0), "White has no king");
    assert_string_equal(setup_fault_text(SETUP_FAULT_COUNT - 1),
                        "Black is to move with its king already on the eighth rank");
    char all[SETUP_FAULTS_TEXT_MAX];
    setup_faults_text((1u << SETUP_FAULT_COUNT) - 1, all); // the buffer holds them all
    assert_non_null(strstr(all, setup_fault_text(SETUP_FAULT_COUNT - 1)));
    setup_faults_text(SETUP_NO_WHITE_KING | SETUP_NO_BLACK_KING, all);
    assert_string_equal(all, "White has no king; Black has no king");
}

static void an_empty_setup_is_empty(void **state) {
    (void)state;
    Setup setup = setup_empty();
    for (Color c = WHITE; c <= BLACK; c++)
        for (Role r = PAWN; r <= KING; r++) assert_int_equal(setup_pieces(&setup, c, r), 0);
    assert_int_equal(setup.turn, WHITE);
    assert_int_equal(setup.ep, NO_SQUARE);
    assert_int_equal(setup.fullmove, 1);
    setup.piece[E4] = piece_of(BLACK, QUEEN);
    assert_int_equal(setup_pieces(&setup, BLACK, QUEEN), bit(E4));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chess_names_each_fault),
        cmocka_unit_test(racing_kings_name_each_fault),
        cmocka_unit_test(odd_but_playable_positions_are_accepted),
        cmocka_unit_test(the_most_moves_fit),
        cmocka_unit_test(a_failed_setup_leaves_the_position_alone),
        cmocka_unit_test(faults_have_different_words),
        cmocka_unit_test(an_empty_setup_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
