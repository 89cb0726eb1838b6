// SPDX-License-Identifier: MIT
#include "notation/text/san.h"

#include "notation/text/uci_move.h"

#include "support/check.h"
#include "support/random_game.h"

#include <string.h>

static void assert_san(const Position *pos, const char *coord, const char *expected) {
    Move move = uci_move_read(pos, coord, strlen(coord));
    assert_int_not_equal(move, NO_MOVE);
    char text[SAN_MAX];
    san_write(pos, move, text);
    assert_string_equal(text, expected);
}

static void test_writing(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    assert_san(&pos, "e2e4", "e4");
    assert_san(&pos, "g1f3", "Nf3");
    pos = chess_of("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3");
    assert_san(&pos, "d4e3", "dxe3");
    pos = chess_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_san(&pos, "e1g1", "O-O");
    assert_san(&pos, "e1c1", "O-O-O");
    assert_san(&pos, "a1a8", "Rxa8+");
    pos = chess_of("3r3k/2P5/8/8/8/8/8/K7 w - - 0 1");
    assert_san(&pos, "c7d8q", "cxd8=Q+");
    assert_san(&pos, "c7c8n", "c8=N");
    pos = chess_of("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    assert_san(&pos, "d1d8", "Rd8#");
}

static void test_origin(void **state) {
    (void)state;
    Position files = chess_of("7k/8/8/8/8/8/8/R4R1K w - - 0 1");
    assert_san(&files, "a1d1", "Rad1");
    Position ranks = chess_of("7k/8/8/R7/8/8/8/R6K w - - 0 1");
    assert_san(&ranks, "a1a3", "R1a3");
    Position both = chess_of("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    assert_san(&both, "h4e1", "Qh4e1");
    Position pinned = chess_of("4r2k/8/8/8/4N3/8/8/1N2K3 w - - 0 1");
    assert_san(&pinned, "b1c3", "Nc3");
}

static void test_race_has_no_plus(void **state) {
    (void)state;
    Position won = race_of("8/K7/8/8/8/8/8/6k1 w - - 0 1");
    assert_san(&won, "a7a8", "Ka8#");
    Position answerable = race_of("8/K6k/8/8/8/8/8/8 w - - 0 1");
    assert_san(&answerable, "a7a8", "Ka8");
    Position both = race_of("K7/7k/8/8/8/8/8/8 b - - 0 1");
    assert_san(&both, "h7h8", "Kh8");
    assert_san(&both, "h7h6", "Kh6#");
    Position black = race_of("8/7k/8/8/8/8/2q5/K7 b - - 0 1");
    assert_san(&black, "h7h8", "Kh8#");
}

static void assert_reads(const Position *pos, const char *text, const char *coord) {
    Move move = NO_MOVE;
    SanResult result = san_read(pos, text, strlen(text), &move);
    if (result != SAN_OK) fail_msg("'%s' %s", text, san_result_text(result));
    char written[UCI_MOVE_MAX];
    uci_move_write(pos, move, false, written);
    assert_string_equal(written, coord);
}

static void assert_refused(const Position *pos, const char *text, SanResult expected) {
    Move move = NULL_MOVE;
    SanResult result = san_read(pos, text, strlen(text), &move);
    if (result != expected)
        fail_msg("'%s' %s, not: %s", text, san_result_text(result), san_result_text(expected));
    assert_int_equal(move, NULL_MOVE);
}

static void test_generous_reading(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS);
    const char *const pawn[] = {"e4", "e2e4", "e2-e4", "Pe4", "e4!", "e4!?", "e4+", "pe2e4"};
    for (size_t i = 0; i < sizeof pawn / sizeof *pawn; i++) assert_reads(&start, pawn[i], "e2e4");
    const char *const knight[] = {"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "nf3", "Nf3??"};
    for (size_t i = 0; i < sizeof knight / sizeof *knight; i++)
        assert_reads(&start, knight[i], "g1f3");
    Position castle = chess_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const char *const king_side[] = {"O-O",  "0-0",  "o-o",  "OO", "00",
                                     "O-O+", "e1g1", "e1h1", "Kg1"};
    for (size_t i = 0; i < sizeof king_side / sizeof *king_side; i++)
        assert_reads(&castle, king_side[i], "e1g1");
    assert_reads(&castle, "0-0-0!", "e1c1");
    Position promote = chess_of("3r3k/2P5/8/8/8/8/8/K7 w - - 0 1");
    const char *const queen[] = {"cxd8=Q+", "cxd8Q", "cd8=q", "c7xd8(Q)", "cd8/Q", "c7d8q"};
    for (size_t i = 0; i < sizeof queen / sizeof *queen; i++)
        assert_reads(&promote, queen[i], "c7d8q");
    assert_reads(&promote, "c8N", "c7c8n");
    Position ep = chess_of("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3");
    assert_reads(&ep, "dxe3e.p.", "d4e3");
    assert_reads(&ep, "d:e3", "d4e3");
    assert_reads(&ep, "--", "0000");
    assert_reads(&ep, "Z0", "0000");
}

static void test_refusals(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS);
    const char *const nonsense[] = {"",        "e",      "N",   "Nx",   "e9",    "x",   "-",
                                    "O",       "+",      "e4e", "Nf",   "hello", "e8=", "e8=K",
                                    "O-O-O-O", "e2--e4", "-O",  "O-O-", "=Q"};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
        assert_refused(&start, nonsense[i], SAN_SYNTAX);
    assert_refused(&start, "e5", SAN_ILLEGAL);
    assert_refused(&start, "O-O", SAN_ILLEGAL);
    assert_refused(&start, "e4=Q", SAN_ILLEGAL);
    Position files = chess_of("7k/P7/8/8/8/8/8/R4R1K w - - 0 1");
    assert_refused(&files, "Rd1", SAN_AMBIGUOUS);
    assert_refused(&files, "a8", SAN_AMBIGUOUS);
    Position check = chess_of("7k/8/8/8/8/8/8/r6K w - - 0 1");
    assert_refused(&check, "--", SAN_ILLEGAL);
}

static void names_are_unique(const Position *pos, void *context) {
    (void)context;
    MoveList list;
    char names[MOVES_MAX][SAN_MAX];
    position_legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        san_write(pos, list.items[i], names[i]);
        Move move = NO_MOVE;
        assert_int_equal(san_read(pos, names[i], strlen(names[i]), &move), SAN_OK);
        assert_int_equal(move, list.items[i]);
        for (int j = 0; j < i; j++) assert_string_not_equal(names[i], names[j]);
        if (!pos->rules->traits.checks) assert_null(strchr(names[i], '+'));
    }
}

static void test_names_are_unique_and_read_back(void **state) {
    (void)state;
    random_games(12, random_effort(60), 150, names_are_unique, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_writing),
        cmocka_unit_test(test_origin),
        cmocka_unit_test(test_race_has_no_plus),
        cmocka_unit_test(test_generous_reading),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_names_are_unique_and_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
