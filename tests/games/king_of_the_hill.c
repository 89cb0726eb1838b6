// SPDX-License-Identifier: MIT
//
// King of the Hill: chess, but a king that reaches one of the four centre squares wins. A complete
// third game: this file, and one line that registers it.
#include "core/movegen_instances.h"
#include "rules/registry.h"

#define HILL 0x0000001818000000ull
#define CLIMB \
    { .pawns = true, .castling = true, .checks = true, .finish = HILL }
ROEK_INSTANTIATE_RULES((Traits)CLIMB)

static Outcome hill_outcome(const Board *b) {
    for (Color c = WHITE; c <= BLACK; c++)
        if (board_pieces(b, c, KING) & HILL) return (Outcome){OUTCOME_RACE_WON, c};
    return STANDARD_CHESS.outcome(b);
}

static bool hill_can_win(const Board *b, Color c) {
    (void)b;
    (void)c;
    return true;
}

static SetupFaults hill_faults(const Setup *setup) {
    return STANDARD_CHESS.faults(setup);
}

static void hill_shuffle(int number, Setup *out) {
    STANDARD_CHESS.shuffle(number, out);
}

static const Rules KING_OF_THE_HILL = {
    .name = "kingofthehill",
    .title = "King of the Hill",
    .aliases = "kingofthehill koth hill",
    .start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .goal_name = "win",
    .is_symmetric = true,
    .halfmove_limit = 150,
    .repetition_limit = 5,
    ROEK_GENERATED_RULES(CLIMB),
    .outcome = hill_outcome,
    .can_win = hill_can_win,
    .faults = hill_faults,
    .shuffle_count = 960,
    .shuffle = hill_shuffle,
};
