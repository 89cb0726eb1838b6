// SPDX-License-Identifier: MIT
#include "core/checks.h"

#include "support/check.h"
#include "support/random_game.h"

typedef struct {
    int checks, quiet;
} CheckCounts;

/* CheckInfo and playing the move agree, for every move of a position. */
static void compare(const Position *pos, void *context) {
    CheckCounts *counts = context;
    if (!pos->rules->traits.checks) return;
    MoveList moves;
    CheckInfo info = check_info_make(&pos->board, position_turn(pos), board_occupied(&pos->board));
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = *pos;
        position_play(&next, moves.items[i]);
        bool check = position_is_check(&next);
        assert_int_equal(check_info_gives_check(&info, pos, moves.items[i]), check);
        counts->checks += check;
        counts->quiet += !check;
    }
}

static void the_map_tells_checks(void **state) {
    (void)state;
    CheckCounts counts = {0};
    random_games(11, random_effort(600), 120, compare, &counts);
    assert_true(counts.checks > random_effort(1000) && counts.quiet > random_effort(10000));
}

/* Checks that from- and to-square alone do not show. */
static void odd_checks_are_seen(void **state) {
    (void)state;
    static const char *const ODD[] = {
        "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",     // for contrast: a direct check by a rook
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",     // castling
        "8/8/8/1K1pP2r/8/8/8/6k1 w - d6 0 1", // en passant
        "3k4/1P6/8/8/8/8/8/4K3 w - - 0 1",    // promotion
        "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1",   // discovered check
    };
    for (size_t i = 0; i < sizeof ODD / sizeof *ODD; i++) {
        Position pos = chess_of(ODD[i]);
        CheckCounts counts = {0};
        compare(&pos, &counts);
        assert_true(counts.checks + counts.quiet > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_map_tells_checks),
        cmocka_unit_test(odd_checks_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
