// SPDX-License-Identifier: MIT
//
// Problem FEN: all its variations, and what is rejected.
#include "support/check.h"

#include "notation/problem/problem_fen.h"

#include <string.h>

static void assert_reads(const char *text, const char *fen) {
    Setup setup = setup_empty();
    char out[FEN_MAX];
    ProblemFenResult r = problem_fen_read(text, strlen(text), &setup);
    if (r.fault != PROBLEM_FEN_OK) fail_msg("%s: %s", text, problem_fen_fault_text(r.fault));
    fen_write(&setup, out);
    out[strcspn(out, " ")] = '\0';
    assert_string_equal(out, fen);
}

static void test_liberties(void **state) {
    (void)state;
    assert_reads("rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR",
                 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    assert_reads("rsbqkbsrpppppppp32PPPPPPPPRSBQKBSR",
                 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    assert_reads("48/5NPp/5K1k", "8/8/8/8/8/8/5NPp/5K1k");
    assert_reads("KB4bk/56", "KB4bk/8/8/8/8/8/8/8");
    assert_reads("16/3rR3/3q4/8/3k4/1K6/8/", "8/8/3rR3/3q4/8/3k4/1K6/8");
    assert_reads("k6K", "k6K/8/8/8/8/8/8/8");
    assert_reads("64", "8/8/8/8/8/8/8/8");
}

static void test_faults(void **state) {
    (void)state;
    static const struct {
        const char *text;
        ProblemFenFault fault;
        int column;
    } BAD[] = {
        {"", PROBLEM_FEN_EMPTY, 0},          {"8/3x4", PROBLEM_FEN_BAD_PIECE, 3},
        {"8/0k7", PROBLEM_FEN_BAD_PIECE, 2}, {"8/3k3/8", PROBLEM_FEN_STRAY_BAR, 5},
        {"/8", PROBLEM_FEN_STRAY_BAR, 0},    {"8//8", PROBLEM_FEN_STRAY_BAR, 2},
        {"56/8k", PROBLEM_FEN_TOO_LONG, 4},  {"65", PROBLEM_FEN_TOO_LONG, 0},
        {"99", PROBLEM_FEN_TOO_LONG, 0},     {"8/k w", PROBLEM_FEN_BAD_PIECE, 3},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        Setup setup = setup_empty(), before = setup;
        ProblemFenResult r = problem_fen_read(BAD[i].text, strlen(BAD[i].text), &setup);
        assert_int_equal(r.fault, BAD[i].fault);
        assert_int_equal(r.column, BAD[i].column);
        assert_memory_equal(&setup, &before, sizeof setup);
        assert_true(strlen(problem_fen_fault_text(r.fault)) > 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_liberties),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
