// SPDX-License-Identifier: MIT
//
// Chess, and Chess960: the same rules, as castling is told by where the rooks stand.
#include "roek/rules/rules.h"

#include "roek/core/generate.h"

#define STANDARD ((Traits){.pawns = true, .castling = true, .checks = true})
ROEK_INSTANTIATE_RULES(STANDARD)

static Outcome outcome(const Board *b) {
    if (rules_count_moves(b) > 0) return (Outcome){ONGOING, NO_COLOR};
    if (!board_checkers(b)) return (Outcome){STALEMATE, NO_COLOR};
    return (Outcome){CHECKMATE, other((Color)b->turn)};
}

static int surplus(int count, int at_start) {
    return count > at_start ? count - at_start : 0;
}

/* Each piece beyond the start set was a pawn once. */
static SetupFaults army_faults(const Setup *setup, Color c) {
    SetupFaults faults = 0;
    int pawns = popcount(setup_pieces(setup, c, PAWN));
    Bitboard bishops = setup_pieces(setup, c, BISHOP);
    int promoted = surplus(popcount(setup_pieces(setup, c, KNIGHT)), 2) +
                   surplus(popcount(bishops & DARK_SQUARES), 1) +
                   surplus(popcount(bishops & ~DARK_SQUARES), 1) +
                   surplus(popcount(setup_pieces(setup, c, ROOK)), 2) +
                   surplus(popcount(setup_pieces(setup, c, QUEEN)), 1);
    if (pawns > 8)
        faults |= (SetupFaults)FAULT_MANY_WHITE_PAWNS << c;
    else if (pawns + promoted > 8)
        faults |= (SetupFaults)FAULT_MANY_WHITE_PIECES << c;
    return faults;
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

/* After a double step the check comes from that pawn or is discovered by it: undoing the step must
 * leave the king unattacked but for the pawn itself. */
static bool en_passant_check_is_possible(const Board *b, Square king) {
    if (b->ep == NO_SQUARE) return true;
    Color us = (Color)b->turn, them = other(us);
    Square now = b->ep - forward_of(us), before = b->ep + forward_of(us);
    Bitboard occupied = (board_occupied(b) ^ bit(now)) | bit(before);
    return !(board_attackers(b, king, them, occupied) & ~bit(now));
}

/* Three checkers never, two only if the king sees them along lines of different direction. */
static bool check_is_possible(const Board *b) {
    Color us = (Color)b->turn;
    Square king = board_king(b, us);
    Bitboard checkers = board_checkers(b);
    if (!has_many(checkers)) return true;
    if (popcount(checkers) > 2) return false;
    Square one = first_square(checkers), two = first_square(checkers & (checkers - 1));
    return !(LINE[king][one] & bit(two));
}

static SetupFaults check_faults(const Setup *setup) {
    SetupFaults faults = 0;
    Board b = board_from_setup(setup);
    Square king = board_king(&b, (Color)b.turn);
    Board turned = b;
    turned.turn ^= 1;
    if (board_checkers(&turned)) faults |= FAULT_OPPONENT_IN_CHECK;
    if (!check_is_possible(&b))
        faults |= FAULT_IMPOSSIBLE_CHECK;
    else if (en_passant_is_sound(setup) && !en_passant_check_is_possible(&b, king))
        faults |= FAULT_EN_PASSANT;
    return faults;
}

static SetupFaults faults(const Setup *setup) {
    SetupFaults found = setup_king_faults(setup);
    Bitboard pawns = setup_pieces(setup, WHITE, PAWN) | setup_pieces(setup, BLACK, PAWN);
    if (pawns & (RANK_1 | RANK_8)) found |= FAULT_PAWN_ON_EDGE;
    found |= army_faults(setup, WHITE) | army_faults(setup, BLACK);
    if (!castling_is_sound(setup, WHITE) || !castling_is_sound(setup, BLACK) ||
        setup->castling & ~(RANK_1 | RANK_8))
        found |= FAULT_CASTLING;
    if (!en_passant_is_sound(setup)) found |= FAULT_EN_PASSANT;
    bool kings_stand = !setup_king_faults(setup);
    if (kings_stand) found |= check_faults(setup);
    return found;
}

const Rules STANDARD_CHESS = {
    .name = "chess",
    .title = "Standard",
    .start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    .has_check = true,
    .has_pawns = true,
    .fifty_limit = 150,
    .repetition_limit = 5,
    .legal_moves = rules_legal_moves,
    .count_moves = rules_count_moves,
    .perft = rules_perft,
    .is_legal = rules_is_legal,
    .outcome = outcome,
    .faults = faults,
};
