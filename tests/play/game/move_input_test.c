// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "notation/text/san.h"
#include "play/game/move_input.h"

#include <string.h>

static void assert_move(const Position *pos, const char *text, const char *san) {
    MoveInput input = move_input_read(pos, text);
    if (input.kind != MOVE_INPUT_MOVE) fail_msg("'%s' is no move: %s", text, input.why);
    char name[SAN_MAX];
    san_write(pos, input.move, name);
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
    MoveInput input = move_input_read(&pos, "Nd2");
    assert_int_equal(input.kind, MOVE_INPUT_AMBIGUOUS);
    assert_int_equal(input.choices.count, 2);
    Move from_b = move_input_pick(&pos, &input.choices, "b1");
    assert_int_equal(from_b, move_make(B1, D2, MOVE_PLAIN));
    assert_int_equal(move_input_pick(&pos, &input.choices, "b"), from_b);
    assert_int_equal(move_input_pick(&pos, &input.choices, "Nbd2"), from_b);
    assert_int_equal(move_input_pick(&pos, &input.choices, "b1d2"), from_b);
    assert_int_equal(move_input_pick(&pos, &input.choices, "d2"), NO_MOVE); // both choices go there
    assert_int_equal(move_input_pick(&pos, &input.choices, "3"), NO_MOVE);
    assert_int_equal(move_input_pick(&pos, &input.choices, "Ke2"), NO_MOVE);
    input = move_input_read(&pos, "a7 a8");
    assert_int_equal(input.kind, MOVE_INPUT_AMBIGUOUS);
    assert_int_equal(input.choices.count, 4);
    assert_int_equal(move_input_pick(&pos, &input.choices, "n"),
                     move_make_promotion(A7, A8, KNIGHT));
    assert_int_equal(move_input_from_squares(&pos, A7, A8).kind, MOVE_INPUT_AMBIGUOUS);
    assert_int_equal(move_input_from_squares(&pos, E1, E2).kind, MOVE_INPUT_MOVE);
}

static void pieces(void **state) {
    (void)state;
    Position pos = position_start(&STANDARD_CHESS);
    MoveInput input = move_input_read(&pos, "g1");
    assert_int_equal(input.kind, MOVE_INPUT_PIECE);
    assert_int_equal(input.from, G1);
    assert_int_equal(input.choices.count, 2);
    input = move_input_read(&pos, "a1");
    assert_int_equal(input.kind, MOVE_INPUT_ILLEGAL);
    assert_string_equal(input.why, "the rook on a1 has no legal move");
}

static void wrong_moves_have_reasons(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        const Rules *rules;
        const char *text, *why;
        MoveInputKind kind;
    } CASES[] = {
        {"k3r3/8/8/8/8/4B3/8/4K3 w - - 0 1", &STANDARD_CHESS, "Bd4", "pinned", MOVE_INPUT_ILLEGAL},
        {"1k6/8/8/8/8/8/R2P4/K7 w - - 0 1", &STANDARD_CHESS, "a2 h2", "stands between",
         MOVE_INPUT_ILLEGAL},
        {"8/8/1rk4K/8/8/8/8/8 b - - 0 1", &RACING_KINGS, "c6 d7", "which Racing Kings forbids",
         MOVE_INPUT_ILLEGAL},
        {"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", &RACING_KINGS, "Nc3", "check",
         MOVE_INPUT_ILLEGAL},
        {"k7/8/8/8/8/8/8/K7 w - - 0 1", &STANDARD_CHESS, "xyzzy", "not a move",
         MOVE_INPUT_UNREADABLE},
        {"k7/8/8/8/8/8/8/K7 w - - 0 1", &STANDARD_CHESS, "--", "pass", MOVE_INPUT_UNREADABLE},
        {"k7/8/8/8/8/8/8/K7 w - - 0 1", &STANDARD_CHESS,
         "a text much longer than any move can possibly be", "not a move", MOVE_INPUT_UNREADABLE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Position pos = position_of(CASES[i].fen, CASES[i].rules);
        MoveInput input = move_input_read(&pos, CASES[i].text);
        assert_int_equal(input.kind, CASES[i].kind);
        if (!strstr(input.why, CASES[i].why)) fail_msg("%s: %s", CASES[i].text, input.why);
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
