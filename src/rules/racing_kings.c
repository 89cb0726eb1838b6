// SPDX-License-Identifier: MIT
//
// Racing Kings: the first king on the eighth rank wins. Neither king may ever be in check. If
// White's king arrives first, Black draws by arriving with the next move.
#include "rules/registry.h"
#include "rules/shuffle.h"

#include "core/movegen_instances.h"

#define RACE \
    { .finish = RANK_8, .black_may_answer = true }
ROEK_INSTANTIATE_RULES((Traits)RACE)

static Outcome outcome(const Board *b) {
    Bitboard white = board_pieces(b, WHITE, KING) & RANK_8;
    Bitboard black = board_pieces(b, BLACK, KING) & RANK_8;
    if (white && black) return (Outcome){OUTCOME_RACE_DRAWN, NO_COLOR};
    if (black) return (Outcome){OUTCOME_RACE_WON, BLACK};
    if (white && (b->turn == WHITE || race_is_over(b, BLACK, (Traits)RACE)))
        return (Outcome){OUTCOME_RACE_WON, WHITE};
    if (rules_count_moves(b) == 0) return (Outcome){OUTCOME_STALEMATE, NO_COLOR};
    return (Outcome){OUTCOME_ONGOING, NO_COLOR};
}

static bool can_win(const Board *b, Color c) {
    (void)b;
    (void)c;
    return true; // a king alone can win
}

static bool piece_counts_are_legal(const Setup *setup, Color c) {
    Bitboard bishops = setup_pieces(setup, c, BISHOP);
    return popcount(setup_pieces(setup, c, QUEEN)) <= 1 &&
           popcount(setup_pieces(setup, c, ROOK)) <= 2 &&
           popcount(setup_pieces(setup, c, KNIGHT)) <= 2 &&
           !more_than_one(bishops & DARK_SQUARES) && !more_than_one(bishops & ~DARK_SQUARES);
}

static bool is_check(const Setup *setup) {
    Board b = board_from_setup(setup);
    Bitboard occupied = board_occupied(&b);
    return board_attackers(&b, board_king(&b, WHITE), BLACK, occupied) ||
           board_attackers(&b, board_king(&b, BLACK), WHITE, occupied);
}

static SetupFaults faults(const Setup *setup) {
    SetupFaults found = setup_king_faults(setup);
    if (setup_pieces(setup, WHITE, PAWN) | setup_pieces(setup, BLACK, PAWN))
        found |= SETUP_HAS_PAWNS;
    if (!piece_counts_are_legal(setup, WHITE) || !piece_counts_are_legal(setup, BLACK))
        found |= SETUP_EXTRA_PIECES;
    if (setup->castling) found |= SETUP_BAD_CASTLING;
    if (setup->ep != NO_SQUARE) found |= SETUP_BAD_EN_PASSANT;
    if (setup->turn == BLACK && setup_pieces(setup, BLACK, KING) & RANK_8) found |= SETUP_RACE_OVER;
    if (!setup_king_faults(setup) && is_check(setup)) found |= SETUP_IN_CHECK;
    return found;
}

const Rules RACING_KINGS = {
    .name = "racingkings",
    .title = "Racing Kings",
    .aliases = "racingkings racing race",
    .start_fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
    .goal_name = "win",
    .halfmove_limit = 100,
    .repetition_limit = 3,
    ROEK_GENERATED_RULES(RACE),
    .outcome = outcome,
    .can_win = can_win,
    .faults = faults,
    .shuffle_count = RACING1440_COUNT,
    .shuffle = shuffle_racing1440,
};
