// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "notation/text/san.h"
#include "play/game/move_input.h"

#include <string.h>

static void assert_move(const Position *pos, const char *text, const char *san) {
    Entry entry = entry_read(pos, text);
    if (entry.kind != ENTRY_MOVE) fail_msg("'%s' is no move: %s", text, entry.why);
    char name[SAN_MAX];
    san_write(pos, entry.move, name);
    assert_string_equal(name, san);
}

static void forms_of_moves(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    static const char *const SAME[] = {"e4",   "e2e4",     "e2 e4",  "e2-e4",
                                       "E2E4", " e2  e4 ", "e 2 e 4"};
    for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++) assert_move(&pos, SAME[i], "e4");
    assert_move(&pos, "nf3", "Nf3");
    assert_move(&pos, "N f3", "Nf3");
    assert_move(&pos, "b4", "b4"); // the pawn, not a bishop
    pos = chess_of("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
    assert_move(&pos, "a7 a8 q", "a8=Q+");
    assert_move(&pos, "o-o", "O-O");
    assert_move(&pos, "e1 g1", "O-O");
}

static void choices(void **state) {
    (void)state;
    Position pos = chess_of("4k3/P7/8/8/8/5N2/8/1N2K3 w - - 0 1");
    Entry entry = entry_read(&pos, "Nd2");
    assert_int_equal(entry.kind, ENTRY_CHOICE);
    assert_int_equal(entry.choices.count, 2);
    Move from_b = entry_pick(&pos, &entry.choices, "b1");
    assert_int_equal(from_b, move_make(B1, D2, MOVE_PLAIN));
    assert_int_equal(entry_pick(&pos, &entry.choices, "b"), from_b);
    assert_int_equal(entry_pick(&pos, &entry.choices, "Nbd2"), from_b);
    assert_int_equal(entry_pick(&pos, &entry.choices, "b1d2"), from_b);
    assert_int_equal(entry_pick(&pos, &entry.choices, "d2"), NO_MOVE); // both go there
    assert_int_equal(entry_pick(&pos, &entry.choices, "3"), NO_MOVE);
    assert_int_equal(entry_pick(&pos, &entry.choices, "Ke2"), NO_MOVE);
    entry = entry_read(&pos, "a7 a8");
    assert_int_equal(entry.kind, ENTRY_CHOICE);
    assert_int_equal(entry.choices.count, 4);
    assert_int_equal(entry_pick(&pos, &entry.choices, "n"), move_promotion(A7, A8, KNIGHT));
    assert_int_equal(entry_squares(&pos, A7, A8).kind, ENTRY_CHOICE);
    assert_int_equal(entry_squares(&pos, E1, E2).kind, ENTRY_MOVE);
}

static void pieces(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    Entry entry = entry_read(&pos, "g1");
    assert_int_equal(entry.kind, ENTRY_PIECE);
    assert_int_equal(entry.from, G1);
    assert_int_equal(entry.choices.count, 2);
    entry = entry_read(&pos, "a1");
    assert_int_equal(entry.kind, ENTRY_WRONG);
    assert_string_equal(entry.why, "the rook on a1 has no legal move");
}

static void wrong_moves_have_reasons(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        const Rules *rules;
        const char *text, *why;
        EntryKind kind;
    } CASES[] = {
        {"k3r3/8/8/8/8/4B3/8/4K3 w - - 0 1", &STANDARD_CHESS, "Bd4", "pinned", ENTRY_WRONG},
        {"1k6/8/8/8/8/8/R2P4/K7 w - - 0 1", &STANDARD_CHESS, "a2 h2", "stands between",
         ENTRY_WRONG},
        {"8/8/1rk4K/8/8/8/8/8 b - - 0 1", &RACING_KINGS, "c6 d7", "which Racing Kings forbids",
         ENTRY_WRONG},
        {"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", &RACING_KINGS, "Nc3", "check", ENTRY_WRONG},
        {"k7/8/8/8/8/8/8/K7 w - - 0 1", &STANDARD_CHESS, "xyzzy", "not a move", ENTRY_NONE},
        {"k7/8/8/8/8/8/8/K7 w - - 0 1", &STANDARD_CHESS, "--", "pass", ENTRY_NONE},
        {"k7/8/8/8/8/8/8/K7 w - - 0 1", &STANDARD_CHESS,
         "a text much longer than any move can possibly be", "not a move", ENTRY_NONE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Position pos = position_of(CASES[i].fen, CASES[i].rules);
        Entry entry = entry_read(&pos, CASES[i].text);
        assert_int_equal(entry.kind, CASES[i].kind);
        if (!strstr(entry.why, CASES[i].why)) fail_msg("%s: %s", CASES[i].text, entry.why);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_moves),
        cmocka_unit_test(choices),
        cmocka_unit_test(pieces),
        cmocka_unit_test(wrong_moves_have_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
