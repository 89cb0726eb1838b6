// SPDX-License-Identifier: MIT
#include "search/see.h"

#include "notation/text/san.h"
#include "support/check.h"

#include <string.h>

/* The exchange is worth exactly `worth`: it reaches this threshold, and no higher one. */
static void expect_worth(const char *fen, const char *san, int worth) {
    Position pos = chess_of(fen);
    Move move;
    assert_int_equal(san_read(&pos, san, strlen(san), &move), SAN_OK);
    if (!see_at_least(&pos, move, worth)) fail_msg("%s %s: less than %d", fen, san, worth);
    if (see_at_least(&pos, move, worth + 1)) fail_msg("%s %s: more than %d", fen, san, worth);
}

static void exchanges_are_counted(void **state) {
    (void)state;
    const int *v = SEE_VALUE;
    expect_worth("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", v[PAWN]);
    expect_worth("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", v[PAWN] - v[ROOK]);
    expect_worth("4k3/8/4p3/3p4/4P3/8/8/3RK3 w - - 0 1", "exd5", v[PAWN]);
    expect_worth("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "exd5", v[KNIGHT]);
    expect_worth("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra5", 0);
    expect_worth("4k3/8/1p6/8/8/8/8/R3K3 w - - 0 1", "Ra5", -v[ROOK]);
}

/* Sliding pieces behind other pieces take part once the line is open. */
static void batteries_are_seen(void **state) {
    (void)state;
    const int *v = SEE_VALUE;
    expect_worth("3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", v[PAWN] - v[ROOK]);
    expect_worth("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", v[PAWN]);
    expect_worth("4k3/8/4p3/3p4/2B5/1Q6/8/4K3 w - - 0 1", "Bxd5", 2 * v[PAWN] - v[BISHOP]);
}

static void kings_take_only_what_is_free(void **state) {
    (void)state;
    const int *v = SEE_VALUE;
    expect_worth("8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5+", v[PAWN] - v[ROOK]);
    expect_worth("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5+", v[PAWN]);
}

static void special_moves_are_known(void **state) {
    (void)state;
    const int *v = SEE_VALUE;
    expect_worth("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", v[PAWN]);
    expect_worth("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 0);
    expect_worth("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+", v[QUEEN] - v[PAWN]);
    expect_worth("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exchanges_are_counted),
        cmocka_unit_test(batteries_are_seen),
        cmocka_unit_test(kings_take_only_what_is_free),
        cmocka_unit_test(special_moves_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
