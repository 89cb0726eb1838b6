// SPDX-License-Identifier: MIT
//
// Twins: the effect of each change on a diagram, and what is rejected.
#include "support/check.h"

#include "notation/problem/twin.h"

static const char DIAGRAM[] = "4k3/1p6/8/8/8/8/7P/R3K3 w Q - 0 1";

static Setup setup_of(const char *fen) {
    Setup setup;
    assert_int_equal(fen_read(fen, &setup).fault, FEN_OK);
    return setup;
}

static void assert_twin(const char *text, const char *fen) {
    Setup diagram = setup_of(DIAGRAM);
    Cursor c = cursor_on(text);
    Twin twin;
    char out[FEN_MAX];
    TwinResult r = twin_read(&c, &diagram, &diagram, &twin);
    if (r.fault != TWIN_OK) fail_msg("%s: %s", text, twin_fault_text(r.fault));
    assert_true(cursor_done(&c));
    fen_write(&twin.setup, out);
    assert_string_equal(out, fen);
}

static void test_changes(void **state) {
    (void)state;
    assert_twin("b) bRa6", "4k3/1p6/r7/8/8/8/7P/R3K3 w Q - 0 1");
    assert_twin("b) +wSb7", "4k3/1N6/8/8/8/8/7P/R3K3 w Q - 0 1");
    assert_twin("b) -b7, h2-h3", "4k3/8/8/8/8/7P/8/R3K3 w Q - 0 1");
    assert_twin("B) a1>a2", "4k3/1p6/8/8/8/8/R6P/4K3 w - - 0 1");
    assert_twin("b) e1-d1",
                "4k3/1p6/8/8/8/8/7P/R2K4 w - - 0 1"); // the moved king loses its castling right
    assert_twin("b) mirror wRa1", "3k4/6p1/8/8/8/8/P7/R2K3R w - - 0 1");
    assert_twin("b) a1<>b7", "4k3/1R6/8/8/8/8/7P/p3K3 w - - 0 1");
    assert_twin("b) -a1 shift a1->a1", "4k3/1p6/8/8/8/8/7P/4K3 w - - 0 1");
    assert_twin("b) -a1 -h2 shift b1-a1", "3k4/p7/8/8/8/8/8/3K4 w - - 0 1");
    assert_twin("b) colours -a1", "4K3/1P6/8/8/8/8/7p/4k3 w - - 0 1");
    assert_twin("b) R>S p>q", "4k3/1q6/8/8/8/8/7Q/N3K3 w - - 0 1");
    assert_twin("b) -a1 mirror", "3k4/6p1/8/8/8/8/P7/3K4 w - - 0 1");
    assert_twin("b) -a1 flip", "4K3/7P/8/8/8/8/1p6/4k3 w - - 0 1");
    assert_twin("b) -a1 rotate90", "8/6p1/8/8/K6k/8/8/1P6 w - - 0 1");
    assert_twin("b) -a1 rotate90 rotate270", "4k3/1p6/8/8/8/8/7P/4K3 w - - 0 1");
    assert_twin("b) -a1 rotate180 flip mirror", "4k3/1p6/8/8/8/8/7P/4K3 w - - 0 1");
}

static void test_twin_after_twin(void **state) {
    (void)state;
    Setup diagram = setup_of(DIAGRAM);
    Cursor c = cursor_on(" b) -b7 +c) -h2 h#3.5 d) -a1 ");
    Twin twin = {.setup = diagram};
    char labels[4] = "";
    for (int i = 0; i < 3; i++) {
        Setup before = twin.setup;
        assert_int_equal(twin_read(&c, &diagram, &before, &twin).fault, TWIN_OK);
        labels[i] = twin.label;
        assert_int_equal(twin.setup.piece[B7] == NO_PIECE, i < 2);
        assert_int_equal(twin.setup.piece[H2] == NO_PIECE, i == 1);
        assert_int_equal(twin.setup.piece[A1] == NO_PIECE, i == 2);
        assert_int_equal(twin.continues, i == 1);
        assert_int_equal(twin.stipulation != NULL, i == 1);
        if (i == 1) assert_true(span_is(twin.stipulation, twin.stipulation_length, "h#3.5"));
    }
    assert_string_equal(labels, "bcd");
    assert_true(cursor_done(&c));
}

static void test_says_what_is_wrong_and_where(void **state) {
    (void)state;
    static const struct {
        const char *text;
        TwinFault fault;
        int column;
    } BAD[] = {
        {"", TWIN_NO_LABEL, 0},
        {"-b7", TWIN_NO_LABEL, 0},
        {"b)", TWIN_NO_CHANGES, 0},
        {"b) c) -b7", TWIN_NO_CHANGES, 0},
        {"b) h2-h2", TWIN_NO_CHANGES, 0},
        {"b) shift a1-a1", TWIN_NO_CHANGES, 0},
        {"b) mirror mirror", TWIN_NO_CHANGES, 0},
        {"b) x", TWIN_BAD_WORD, 3},
        {"b) bXa6", TWIN_BAD_WORD, 3},
        {"b) bRi6", TWIN_BAD_WORD, 3},
        {"b) -b7 -b7", TWIN_NO_PIECE, 7},
        {"b) a5-a6", TWIN_NO_PIECE, 3},
        {"b) a1<>a2", TWIN_NO_PIECE, 3},
        {"b) B>R", TWIN_NO_SUCH, 3},
        {"b) R>R", TWIN_NO_CHANGES, 0},
        {"b) R>x", TWIN_BAD_WORD, 3},
        {"b) shift", TWIN_BAD_WORD, 3},
        {"b) shift a1-b1", TWIN_OFF_BOARD, 3},
        {"b) shift a1<>b1", TWIN_BAD_WORD, 3},
        {"b) a1--b1", TWIN_BAD_WORD, 3},
    };
    Setup diagram = setup_of(DIAGRAM);
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        Cursor c = cursor_on(BAD[i].text);
        Twin twin = {.label = '!'};
        TwinResult r = twin_read(&c, &diagram, &diagram, &twin);
        assert_int_equal(r.fault, BAD[i].fault);
        assert_int_equal(r.column, BAD[i].column);
        assert_int_equal(twin.label, '!');
        assert_int_equal(cursor_column(&c), 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_twin_after_twin),
        cmocka_unit_test(test_says_what_is_wrong_and_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
