// SPDX-License-Identifier: MIT
#include "notation/text/illegal_move.h"

#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include "support/check.h"
#include "support/random_game.h"

#include <string.h>

static void assert_why(const Position *pos, const char *text, const char *expected) {
    char why[ILLEGAL_MOVE_TEXT_MAX];
    assert_true(illegal_move_explain_text(pos, text, strlen(text), why));
    assert_string_equal(why, expected);
}

/* The same for the form for programs: "reason name=value …". */
static void assert_told(const Position *pos, const char *text, const char *expected) {
    IllegalMove o = illegal_move_by_text(pos, text, strlen(text));
    char told[256], value[ILLEGAL_MOVE_VALUE_MAX];
    const char *name;
    Text out = text_on(told, sizeof told);
    text_string(&out, illegal_move_name(o.code));
    for (int i = 0; illegal_move_value(&o, i, &name, value); i++)
        text_format(&out, " %s=%s", name, value);
    assert_string_equal(told, expected);
}

static void test_programs_are_told(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS), race = position_start(&RACING_KINGS);
    Position pinned = chess_of("k3r3/8/8/8/8/4B3/8/4K3 w - - 0 1");
    Position two = chess_of("7k/8/8/8/8/8/8/R4R1K w - - 0 1");
    Position mated = chess_of("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
    assert_told(&start, "e4", "none");
    assert_told(&start, "e7e5", "theirs piece=Pe7 other=black color=white");
    assert_told(&start, "Ncd3", "no-such-piece-on-file color=white role=N file=c");
    assert_told(&start, "N5f3", "no-such-piece-on-rank color=white role=N rank=5");
    assert_told(&pinned, "Bd4", "pinned piece=Be3 by=Re8");
    assert_told(&two, "Rd1", "ambiguous moves=Rad1 Rfd1");
    assert_told(&race, "O-O", "castling-unknown game=racingkings");
    assert_told(&mated, "Kf8", "over outcome=checkmate");
    for (int i = 0; i < ILLEGAL_CODE_COUNT; i++)
        for (int j = 0; j < i; j++)
            assert_string_not_equal(illegal_move_name((IllegalMoveCode)i),
                                    illegal_move_name((IllegalMoveCode)j));
}

static void test_pieces(void **state) {
    (void)state;
    Position start = position_start(&STANDARD_CHESS);
    assert_why(&start, "e4e5", "there is no piece on e4");
    assert_why(&start, "e7e5", "the pawn on e7 belongs to Black, and White is to move");
    assert_why(&start, "e1e1", "the piece stays where it is");
    assert_why(&start, "Ra1a2", "White's own pawn stands on a2");
    assert_why(&start, "Ra3", "no rook can go to a3");
    assert_why(&start, "a1a3", "the pawn on a2 stands between");
    assert_why(&start, "b1b3", "a knight does not move like that");
    assert_why(&start, "hello", "this is not a move; write it like Nf3, e8=Q, O-O or e2e4");
    assert_why(&start, "Qd3", "the pawn on d2 stands between");
    assert_why(&start, "N5f3", "White has no knight on rank 5");
    assert_why(&start, "Ncd3", "White has no knight on the c-file");
    Position two = chess_of("7k/8/8/8/8/8/8/R4R1K w - - 0 1");
    assert_why(&two, "Rd1", "ambiguous: Rad1 Rfd1");
    assert_why(&two, "Qd1", "White has no queen");
}

static void test_pawns(void **state) {
    (void)state;
    Position pos = chess_of("4k3/8/8/2Pp4/4p3/4P3/P7/4K3 w - - 0 1");
    assert_why(&pos, "a5", "a pawn does not move like that");
    assert_why(&pos, "e4", "the pawn on e4 blocks the pawn");
    assert_why(&pos, "ab3", "a pawn moves sideways only to capture, and nothing stands on b3");
    assert_why(&pos, "cxd6", "en passant is possible only right after the double step");
    assert_why(&pos, "c5c7", "a pawn makes a double step only from where it started");
    assert_why(&pos, "c5c4", "a pawn does not move like that");
    assert_why(&pos, "a3=Q", "only a pawn that reaches the last rank promotes");
    Position last = chess_of("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    assert_why(&last, "a8", "a pawn that reaches the last rank must promote: say to what");
    assert_why(&last, "a7a8", "a pawn that reaches the last rank must promote: say to what");
}

static void test_checks(void **state) {
    (void)state;
    Position pinned = chess_of("k3r3/8/8/8/8/4B3/8/4K3 w - - 0 1");
    assert_why(&pinned, "Bd4", "the bishop on e3 is pinned by the rook on e8");
    Position beside = chess_of("k2r4/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_why(&beside, "Kd1", "the king would be in check from the rook on d8");
    Position check = chess_of("k3r3/8/8/8/8/8/8/N3K3 w - - 0 1");
    assert_why(&check, "Nb3", "the king is in check from the rook on e8");
    Position both = chess_of("k3r3/8/8/8/8/2n5/8/N1B1K3 w - - 0 1");
    assert_why(&both, "Nb3", "the king is in check from the rook on e8");
    Position twice = chess_of("k3r3/8/8/8/8/3n4/8/N3K3 w - - 0 1");
    assert_why(&twice, "Nb3", "in double check only the king can move");
    Position ep = chess_of("8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1");
    assert_why(&ep, "exd3", "taking the pawn would open the line of the rook on h4 to the king");
    Position over = chess_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_why(&over, "Kg8", "the game is over: White wins: checkmate");
}

static void test_castling(void **state) {
    (void)state;
    Position attacked = chess_of("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1");
    assert_why(&attacked, "O-O", "castling: f1 is attacked by the rook on f3");
    assert_why(&attacked, "e1g1", "castling: f1 is attacked by the rook on f3");
    Position moved = chess_of("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1");
    assert_why(&moved, "O-O", "castling: the rook has moved");
    assert_why(&moved, "Kg1", "castling: the rook has moved");
    Position none = chess_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_why(&none, "0-0-0", "castling: the king or the rook has moved");
    assert_why(&none, "O-O", "castling: there is no rook on h1");
    assert_why(&none, "e1g1", "castling: there is no rook on h1");
    Position check = chess_of("4k3/8/8/8/8/4r3/8/R3K3 w Q - 0 1");
    assert_why(&check, "O-O-O", "castling: the rook on e3 gives check");
    Position blocked = chess_of("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1");
    assert_why(&blocked, "O-O-O", "castling: the knight on b1 is in the way");
    Position walked = chess_of("4k3/8/8/8/8/8/4K3/R7 w - - 0 1");
    assert_why(&walked, "O-O-O", "castling: the king has moved");
    Position shield = chess_of("4k3/8/8/8/8/8/8/rRK5 w B - 0 1");
    assert_why(&shield, "O-O-O", "castling: the rook shields the king on its rank");
    Position race = position_start(&RACING_KINGS);
    assert_why(&race, "O-O", "Racing Kings has no castling");
}

static void test_race(void **state) {
    (void)state;
    Position trap = race_of("8/8/1rk4K/8/8/8/8/8 b - - 0 1");
    assert_why(&trap, "Kd7",
               "the move opens the line of the rook on b6 for a check, which Racing Kings forbids");
    assert_why(&trap, "Rb1h1", "Black has no rook on b1");
    Position direct = race_of("8/8/8/7K/8/8/k7/1r6 b - - 0 1");
    assert_why(&direct, "Rh1", "the move gives check, which Racing Kings forbids");
    Position over = race_of("K7/8/8/8/8/8/8/7k w - - 0 1");
    assert_why(&over, "Kb8", "the game is over: White wins: the king reached the goal");
}

/* Every illegal pair of squares gets a specific reason, and no legal one gets any. */
static void all_are_explained(const Position *pos, void *context) {
    (void)context;
    const Role promotions[] = {NO_ROLE, QUEEN, KNIGHT};
    for (int i = 0; i < 64 * 64 * 3; i++) {
        Square from = i & 63, to = i >> 6 & 63;
        Role promotion = promotions[i >> 12];
        char why[ILLEGAL_MOVE_TEXT_MAX];
        bool illegal = illegal_move_explain_squares(pos, from, to, promotion, why);
        assert_int_equal(illegal, uci_move_find(pos, from, to, promotion) == NO_MOVE);
        assert_int_equal(illegal, why[0] != '\0');
        assert_string_not_equal(why, "it is not legal");
    }
}

static void test_all_are_explained(void **state) {
    (void)state;
    random_games(15, random_effort(20), 60, all_are_explained, NULL);
}

/* The same for moves in SAN. */
static void names_are_explained(const Position *pos, void *context) {
    Rng *rng = context;
    for (int i = 0; i < 200; i++) {
        char text[SAN_MAX], why[ILLEGAL_MOVE_TEXT_MAX];
        Text out = text_on(text, sizeof text);
        text_char(&out, "NBRQK"[rng_below(rng, 5)]);
        if (rng_below(rng, 3) == 0) text_char(&out, (char)('a' + rng_below(rng, 8)));
        text_format(&out, "%c%c", 'a' + (int)rng_below(rng, 8), '1' + (int)rng_below(rng, 8));
        const char *name = rng_below(rng, 4) ? text : text + 1; // one in four is a pawn move
        Move move;
        bool legal = san_read(pos, name, strlen(name), &move) == SAN_OK;
        if (illegal_move_explain_text(pos, name, strlen(name), why) == legal)
            fail_msg("%s: wrong", name);
        if (!legal && (why[0] == '\0' || strcmp(why, "it is not legal") == 0))
            fail_msg("%s: no reason", name);
    }
}

static void test_names_are_explained(void **state) {
    (void)state;
    Rng rng = rng_seeded(16);
    random_games(17, random_effort(30), 80, names_are_explained, &rng);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs_are_told),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_pawns),
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_castling),
        cmocka_unit_test(test_race),
        cmocka_unit_test(test_all_are_explained),
        cmocka_unit_test(test_names_are_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
