// SPDX-License-Identifier: MIT
//
// Retroanalysis proves known double steps, and never a wrong one in positions from played games.
#include "support/check.h"
#include "support/random_game.h"
#include "support/random_problem.h"

#include "solve/problem/retro_analysis.h"

static void test_proves_what_nothing_else_explains(void **state) {
    (void)state;
    static const struct {
        const char *fen;
        Square ep;
    } CASES[] = {
        // The king would have come out of two checks by pawns; d6-d5 and captures are ruled out.
        {"6Nk/7P/2P1PP1P/2KpP3/8/8/8/8 w - - 0 1", D6},
        {"8/8/8/8/2kPp3/2p1pp1p/7p/6nK b - - 0 1", D3},
        {"6Nk/7P/4PP1P/2KpP3/8/8/8/8 w - - 0 1", NO_SQUARE},    // c6xd5
        {"6Nk/7P/2P1PP1P/3pP3/2K5/8/8/8 w - - 0 1", NO_SQUARE}, // d6-d5+
        {"6Nk/7P/2P1PP2/2KpP3/8/8/8/8 w - - 0 1", NO_SQUARE},   // the king from g7
        {"6Nk/7P/2P1PP1P/2Kp4/8/8/8/8 w - - 0 1", NO_SQUARE},   // no pawn could capture
        {"6Nk/7P/2P1PP1P/2KpP3/p7/8/8/8 w - - 0 1", NO_SQUARE}, // a5-a4
        {"6Nk/7P/2P1PP1P/2KpP3/8/8/8/n7 w - - 0 1", NO_SQUARE}, // the knight
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Position pos = chess_of(CASES[i].fen);
        if (retro_proven_ep(&pos) != CASES[i].ep) fail_msg("%s", CASES[i].fen);
    }
}

static void assert_true_past(const Position *pos, void *context) {
    (void)context;
    Square ep = retro_proven_ep(pos);
    char fen[FEN_MAX];
    fen_write_position(pos, fen);
    if (ep != NO_SQUARE && pos->board.ep != ep) fail_msg("%s", fen);
}

static void test_never_contradicts_what_was_played(void **state) {
    (void)state;
    Rng rng = rng_seeded(16);
    random_games(16, random_effort(60), 120, assert_true_past, NULL);
    for (int done = 0; done < random_effort(20000); done++) {
        Position pos;
        if (!random_open_problem(&rng, 8, &pos)) continue;
        if (random_step(&pos, &rng) && random_step(&pos, &rng)) assert_true_past(&pos, NULL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proves_what_nothing_else_explains),
        cmocka_unit_test(test_never_contradicts_what_was_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
