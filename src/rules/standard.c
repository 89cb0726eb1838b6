// SPDX-License-Identifier: MIT
//
// Chess and Chess960. The rules are the same, because castling rights are stored as rook squares.
#include "rules/registry.h"
#include "rules/shuffle.h"

#include "core/movegen_instances.h"

#define STANDARD \
    { .pawns = true, .castling = true, .checks = true }
ROEK_INSTANTIATE_RULES((Traits)STANDARD)

static Outcome outcome(const Board *b) {
    if (rules_count_moves(b) > 0) return (Outcome){OUTCOME_ONGOING, NO_COLOR};
    if (!board_checkers(b)) return (Outcome){OUTCOME_STALEMATE, NO_COLOR};
    return (Outcome){OUTCOME_CHECKMATE, other((Color)b->turn)};
}

/* False for a bare king, for a position with a single minor piece, and for one with only bishops on
 * squares of one colour. */
static bool can_win(const Board *b, Color c) {
    if (b->color[c] == board_pieces(b, c, KING)) return false;
    if (b->role[PAWN] | b->role[ROOK] | b->role[QUEEN]) return true;
    Bitboard minors = b->role[KNIGHT] | b->role[BISHOP];
    if (!more_than_one(minors)) return false;
    return b->role[KNIGHT] || (minors & DARK_SQUARES && minors & ~DARK_SQUARES);
}

/* The king stands on its first rank and a rook where the right says; at most one rook on each side
 * of the king. */
static bool castling_is_valid(const Setup *setup, Color c) {
    Bitboard rooks = setup->castling & rank_mask(c, 0);
    if (!rooks) return true;
    Bitboard king = setup_pieces(setup, c, KING) & rank_mask(c, 0);
    if (!king || more_than_one(king) || rooks & ~setup_pieces(setup, c, ROOK)) return false;
    return !more_than_one(rooks & (king - 1)) && !more_than_one(rooks & ~(king - 1));
}

static bool en_passant_is_valid(const Setup *setup) {
    Square ep = setup->ep;
    if (ep == NO_SQUARE) return true;
    Color us = setup->turn, them = other(us);
    if (relative_rank(us, ep) != 5) return false;
    return setup->piece[ep] == NO_PIECE && setup->piece[ep + forward_of(us)] == NO_PIECE &&
           setup->piece[ep - forward_of(us)] == piece_of(them, PAWN);
}

static bool opponent_is_in_check(const Setup *setup) {
    Board b = board_from_setup(setup);
    b.turn ^= 1;
    return board_checkers(&b) != 0;
}

/* Rejects only what the rules cannot handle. Composed positions that no game reaches are accepted
 * (a king in check from both ends of a line, nine pawns, twenty queens). */
static SetupFaults faults(const Setup *setup) {
    SetupFaults found = setup_king_faults(setup);
    Bitboard pawns = setup_pieces(setup, WHITE, PAWN) | setup_pieces(setup, BLACK, PAWN);
    if (pawns & (RANK_1 | RANK_8)) found |= SETUP_PAWN_ON_EDGE;
    if (!castling_is_valid(setup, WHITE) || !castling_is_valid(setup, BLACK) ||
        setup->castling & ~(RANK_1 | RANK_8))
        found |= SETUP_BAD_CASTLING;
    if (!en_passant_is_valid(setup)) found |= SETUP_BAD_EN_PASSANT;
    if (!setup_king_faults(setup) && opponent_is_in_check(setup)) found |= SETUP_OPPONENT_IN_CHECK;
    return found;
}

const Rules STANDARD_CHESS = {
    .name = "chess",
    .title = "Chess",
    .aliases = "chess standard normal chess960 fischerandom fischerrandom fromposition",
    .start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .goal_name = "mate",
    .is_symmetric = true,
    .halfmove_limit = 150,
    .repetition_limit = 5,
    ROEK_GENERATED_RULES(STANDARD),
    .outcome = outcome,
    .can_win = can_win,
    .faults = faults,
    .shuffle_count = CHESS960_COUNT,
    .shuffle = shuffle_chess960,
};
