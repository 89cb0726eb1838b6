// SPDX-License-Identifier: MIT
//
// Chess, and Chess960: the same rules, as castling is told by where the rooks stand.
#include "rules/registry.h"
#include "rules/shuffle.h"

#include "core/movegen_instances.h"

#define STANDARD ((Traits){.pawns = true, .castling = true, .checks = true})
ROEK_INSTANTIATE_RULES(STANDARD)

static Outcome outcome(const Board *b) {
    if (rules_count_moves(b) > 0) return (Outcome){ONGOING, NO_COLOR};
    if (!board_checkers(b)) return (Outcome){STALEMATE, NO_COLOR};
    return (Outcome){CHECKMATE, other((Color)b->turn)};
}

/* Not a bare king, nor anybody with one minor piece on the board, or with nothing but bishops that
 * all stand on one colour. */
static bool can_win(const Board *b, Color c) {
    if (b->color[c] == board_pieces(b, c, KING)) return false;
    if (b->role[PAWN] | b->role[ROOK] | b->role[QUEEN]) return true;
    Bitboard minors = b->role[KNIGHT] | b->role[BISHOP];
    if (!has_many(minors)) return false;
    return b->role[KNIGHT] || (minors & DARK_SQUARES && minors & ~DARK_SQUARES);
}

/* The king stands on its first rank and the rook where the right says; one rook on each side. */
static bool castling_is_sound(const Setup *setup, Color c) {
    Bitboard rooks = setup->castling & rank_mask(c, 0);
    if (!rooks) return true;
    Bitboard king = setup_pieces(setup, c, KING) & rank_mask(c, 0);
    if (!king || has_many(king) || rooks & ~setup_pieces(setup, c, ROOK)) return false;
    return !has_many(rooks & (king - 1)) && !has_many(rooks & ~(king - 1));
}

static bool en_passant_is_sound(const Setup *setup) {
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

/* Only what the rules cannot make sense of: composed positions that no game reaches are welcome
 * (a king checked from both ends of a line, nine pawns, twenty queens). */
static SetupFaults faults(const Setup *setup) {
    SetupFaults found = setup_king_faults(setup);
    Bitboard pawns = setup_pieces(setup, WHITE, PAWN) | setup_pieces(setup, BLACK, PAWN);
    if (pawns & (RANK_1 | RANK_8)) found |= FAULT_PAWN_ON_EDGE;
    if (!castling_is_sound(setup, WHITE) || !castling_is_sound(setup, BLACK) ||
        setup->castling & ~(RANK_1 | RANK_8))
        found |= FAULT_CASTLING;
    if (!en_passant_is_sound(setup)) found |= FAULT_EN_PASSANT;
    if (!setup_king_faults(setup) && opponent_is_in_check(setup)) found |= FAULT_OPPONENT_IN_CHECK;
    return found;
}

const Rules STANDARD_CHESS = {
    .name = "chess",
    .title = "Chess",
    .spellings = "chess standard normal chess960 fischerandom fischerrandom fromposition",
    .start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .aim = "mate",
    .has_check = true,
    .has_pawns = true,
    .is_symmetric = true,
    .fifty_limit = 150,
    .repetition_limit = 5,
    .evaluation = EVALUATED_AS_CHESS,
    .endings = SYZYGY_ENDINGS,
    .legal_moves = rules_legal_moves,
    .count_moves = rules_count_moves,
    .perft = rules_perft,
    .is_legal = rules_is_legal,
    .outcome = outcome,
    .can_win = can_win,
    .faults = faults,
    .shuffles = CHESS_960_COUNT,
    .shuffle = chess_960,
};
