// SPDX-License-Identifier: MIT
#include "notation/text/fen.h"

#include "support/check.h"
#include "support/random_game.h"

#include <string.h>

static void assert_round_trip(const char *text, const char *expected) {
    Setup setup;
    char fen[FEN_MAX];
    assert_int_equal(fen_read(text, &setup).fault, FEN_OK);
    fen_write(&setup, fen);
    assert_string_equal(fen, expected);
}

static void test_missing_fields(void **state) {
    (void)state;
    const char *kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_round_trip("4k3/8/8/8/8/8/8/4K3 w", kings);
    assert_round_trip("4k3/8/8/8/8/8/8/4K3 w -", kings);
    assert_round_trip("  4k3/8/8/8/8/8/8/4K3  w  -\t- ", kings);
    assert_round_trip("4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1");
}

static void test_castling_fields(void **state) {
    (void)state;
    assert_round_trip("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1",
                      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_round_trip("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
                      "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    // an inner rook is written as its file, the outermost as K or Q
    assert_round_trip("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1");
    assert_round_trip("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "4k3/8/8/8/8/8/8/4KR2 w K - 0 1");
    assert_round_trip("1r2k3/8/8/8/8/8/8/4K3 b b - 0 1", "1r2k3/8/8/8/8/8/8/4K3 b q - 0 1");
}

static void assert_fault(const char *text, FenFault fault, int column) {
    Setup setup = {.fullmove = -7};
    FenResult r = fen_read(text, &setup);
    if (r.fault != fault || r.column != column)
        fail_msg("'%s': fault %d at %d", text, r.fault, r.column);
    assert_int_equal(setup.fullmove, -7);
    char why[FEN_FAULT_MAX];
    fen_fault_text(r, why);
    assert_true(strlen(why) > 0);
}

static void test_faults(void **state) {
    (void)state;
    assert_fault("", FEN_EMPTY, 0);
    assert_fault("   ", FEN_EMPTY, 3);
    assert_fault("4x3/8/8/8/8/8/8/8 w - - 0 1", FEN_BAD_PIECE, 1);
    assert_fault("9/8/8/8/8/8/8/8 w - - 0 1", FEN_BAD_PIECE, 0);
    assert_fault("4k4/8/8/8/8/8/8/8 w - - 0 1", FEN_RANK_LONG, 2);
    assert_fault("4k2/8/8/8/8/8/8/8 w - - 0 1", FEN_RANK_SHORT, 3);
    assert_fault("44/8/8/8/8/8/8/8 w - - 0 1", FEN_DOUBLE_DIGIT, 1);
    assert_fault("8/8/8/8/8/8/8/8/8 w - - 0 1", FEN_MANY_RANKS, 15);
    assert_fault("8/8/8/8 w - - 0 1", FEN_FEW_RANKS, 7);
    assert_fault("8/8/8/8/8/8/8/8", FEN_NO_TURN, 15);
    assert_fault("8/8/8/8/8/8/8/8 x - - 0 1", FEN_BAD_TURN, 16);
    assert_fault("8/8/8/8/8/8/8/8 white - - 0 1", FEN_BAD_TURN, 17);
    assert_fault("8/8/8/8/8/8/8/8 w KX - 0 1", FEN_BAD_CASTLING, 19);
    assert_fault("8/8/8/8/8/8/8/8 w KK - 0 1", FEN_BAD_CASTLING, 19);
    assert_fault("8/8/8/8/8/8/8/8 w - e4 0 1", FEN_BAD_EP, 21);
    assert_fault("8/8/8/8/8/8/8/8 w - i3 0 1", FEN_BAD_EP, 20);
    assert_fault("8/8/8/8/8/8/8/8 w - - -1 1", FEN_BAD_HALFMOVE, 22);
    assert_fault("8/8/8/8/8/8/8/8 w - - 0 x", FEN_BAD_FULLMOVE, 24);
    assert_fault("8/8/8/8/8/8/8/8 w - - 0 1 more", FEN_TRAILING, 26);
}

static void assert_unplayable(const char *text, const Rules *rules, int column, const char *why) {
    Position pos;
    FenResult r = fen_read_position(text, rules, &pos);
    char words[FEN_FAULT_MAX];
    fen_fault_text(r, words);
    assert_int_equal(r.fault, FEN_UNPLAYABLE);
    assert_string_equal(words, why);
    assert_int_equal(r.column, column);
}

static void test_unplayable(void **state) {
    (void)state;
    assert_unplayable("8/8/8/8/8/8/8/4K3 w - - 0 1", &STANDARD_CHESS, 0,
                      "placement field: Black has no king");
    assert_unplayable("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", &STANDARD_CHESS, 22,
                      "side field: the side that is not to move is in check");
    assert_unplayable("k7/8/8/8/8/8/8/K7 b - - 0 1", &RACING_KINGS, 18,
                      "side field: Black is to move with its king already on the eighth rank");
}

/* Invalid castling rights and en-passant squares are removed and reported. */
static void test_mended(void **state) {
    (void)state;
    static const struct {
        const char *text, *becomes;
        const Rules *rules;
        SetupFaults mended;
    } CASES[] = {
        {"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &STANDARD_CHESS,
         SETUP_BAD_CASTLING},
        {"4k3/8/8/8/8/8/8/4K3 w - e6 3 0", "4k3/8/8/8/8/8/8/4K3 w - - 3 1", &STANDARD_CHESS,
         SETUP_BAD_EN_PASSANT},
        {"r3k3/8/8/8/4P3/8/8/4K3 w Aq e3 0 9", "r3k3/8/8/8/4P3/8/8/4K3 w q - 0 9", &STANDARD_CHESS,
         SETUP_BAD_CASTLING | SETUP_BAD_EN_PASSANT},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 9", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 9", &STANDARD_CHESS,
         0},
        {"8/8/8/8/8/8/k6K/8 w KQkq - 0 1", "8/8/8/8/8/8/k6K/8 w - - 0 1", &RACING_KINGS,
         SETUP_BAD_CASTLING},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Position pos;
        char fen[FEN_MAX];
        FenResult r = fen_read_position(CASES[i].text, CASES[i].rules, &pos);
        assert_int_equal(r.fault, FEN_OK);
        assert_int_equal(r.faults, CASES[i].mended);
        fen_write_position(&pos, fen);
        assert_string_equal(fen, CASES[i].becomes);
    }
}

static void reads_back(const Position *pos, void *context) {
    (void)context;
    char fen[FEN_MAX], again[FEN_MAX];
    Position back;
    fen_write_position(pos, fen);
    assert_int_equal(fen_read_position(fen, pos->rules, &back).fault, FEN_OK);
    fen_write_position(&back, again);
    assert_string_equal(fen, again);
    assert_int_equal(back.key, pos->key);
    assert_int_equal(back.pawn_key, pos->pawn_key);
    assert_int_equal(back.board.castling, pos->board.castling);
    assert_int_equal(back.board.ep, pos->board.ep);
    assert_memory_equal(back.piece, pos->piece, sizeof pos->piece);
}

static void test_random_positions_read_back(void **state) {
    (void)state;
    random_games(21, random_effort(300), 150, reads_back, NULL);
}

static void test_piece_letters(void **state) {
    (void)state;
    for (const char *c = "PNBRQKpnbrqk"; *c; c++)
        assert_int_equal(piece_to_char(piece_from_char(*c)), *c);
    assert_int_equal(piece_from_char('x'), NO_PIECE);
    assert_int_equal(piece_from_char('\0'), NO_PIECE);
    assert_int_equal(piece_to_char(NO_PIECE), '?');
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing_fields), cmocka_unit_test(test_castling_fields),
        cmocka_unit_test(test_faults),         cmocka_unit_test(test_unplayable),
        cmocka_unit_test(test_mended),         cmocka_unit_test(test_random_positions_read_back),
        cmocka_unit_test(test_piece_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
