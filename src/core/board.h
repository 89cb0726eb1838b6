// SPDX-License-Identifier: MIT
//
// The board: what the rules of movement need, and nothing else, in 80 bytes.
//
//     role[6]     pawns, knights, bishops, rooks, queens, kings of both colours
//     color[2]    white and black pieces
//     castling    the rooks that may still castle
//     ep          the square behind a pawn that has just made a double step
//
// The eight bitboards fill one cache line. A Board is a plain value (copy-make): a caller that
// needs the old position copies the board before it plays a move. There is no unmake.
#ifndef CORE_BOARD_H
#define CORE_BOARD_H

#include "core/attacks.h"
#include "core/move.h"
#include "core/setup.h"

typedef struct {
    Bitboard role[6];
    Bitboard color[2];
    Bitboard castling;
    uint8_t turn; // a Color
    uint8_t ep;   // a Square; NO_SQUARE if the last move was no double step
} Board;

ROEK_INLINE Bitboard board_occupied(const Board *b) {
    return b->color[WHITE] | b->color[BLACK];
}
ROEK_INLINE Bitboard board_pieces(const Board *b, Color c, Role r) {
    return b->role[r] & b->color[c];
}
ROEK_INLINE Bitboard board_rook_like(const Board *b, Color c) {
    return (b->role[ROOK] | b->role[QUEEN]) & b->color[c];
}
ROEK_INLINE Bitboard board_bishop_like(const Board *b, Color c) {
    return (b->role[BISHOP] | b->role[QUEEN]) & b->color[c];
}

/* The king's square. In a playable position each side has exactly one king. */
ROEK_INLINE Square board_king(const Board *b, Color c) {
    assert(c != NO_COLOR && board_pieces(b, c, KING));
    return first_square(board_pieces(b, c, KING));
}

/* The en-passant square as a bitboard; 0 if there is none. */
ROEK_INLINE Bitboard board_ep_set(const Board *b) {
    return (Bitboard)(b->ep != NO_SQUARE) << (b->ep & 63);
}

/* Builds the board of a set-up, which need not be playable. */
Board board_from_setup(const Setup *setup);

/* Searches all roles. For a Position use its array `piece` instead. */
Piece board_piece_at(const Board *b, Square s);

/* All pieces of colour `by` that attack `s`. `occupied` is what blocks sliders. */
ROEK_INLINE Bitboard board_attackers(const Board *b, Square s, Color by, Bitboard occupied) {
    return ((KNIGHT_ATTACKS[s] & b->role[KNIGHT]) | (KING_ATTACKS[s] & b->role[KING]) |
            (PAWN_ATTACKS[other(by)][s] & b->role[PAWN]) |
            (rook_attacks(s, occupied) & (b->role[ROOK] | b->role[QUEEN])) |
            (bishop_attacks(s, occupied) & (b->role[BISHOP] | b->role[QUEEN]))) &
           b->color[by];
}

/* All squares that `by` attacks. `occupied` is what blocks sliders. */
ROEK_INLINE Bitboard board_attacked(const Board *b, Color by, Bitboard occupied) {
    Bitboard attacked = KING_ATTACKS[board_king(b, by)];
    Bitboard knights = board_pieces(b, by, KNIGHT);
    Bitboard rooks = board_rook_like(b, by), bishops = board_bishop_like(b, by);
    attacked |= pawns_attack(by, board_pieces(b, by, PAWN));
    FOR_EACH_SQUARE(s, knights) attacked |= KNIGHT_ATTACKS[s];
    FOR_EACH_SQUARE(s, rooks) attacked |= rook_attacks(s, occupied);
    FOR_EACH_SQUARE(s, bishops) attacked |= bishop_attacks(s, occupied);
    return attacked;
}

ROEK_INLINE Bitboard board_checkers(const Board *b) {
    Color us = (Color)b->turn;
    return board_attackers(b, board_king(b, us), other(us), board_occupied(b));
}

/* The target squares of king and rook in castling. `rook` is the square of the castling rook. */
ROEK_INLINE Square castle_king_target(Square king, Square rook) {
    return (king & 56) + (rook > king ? 6 : 2);
}
ROEK_INLINE Square castle_rook_target(Square king, Square rook) {
    return (king & 56) + (rook > king ? 5 : 3);
}

ROEK_INLINE void board_castle(Board *b, Color us, Square from, Square rook_from) {
    Bitboard king = bit(from) ^ bit(castle_king_target(from, rook_from));
    Bitboard rook = bit(rook_from) ^ bit(castle_rook_target(from, rook_from));
    b->role[KING] ^= king;
    b->role[ROOK] ^= rook;
    b->color[us] ^= king ^ rook;
    b->castling &= ~rank_mask(us, 0);
}

/* Plays a legal move of a piece of this colour and role. `takes` is false if `to` is known to be
 * empty. Always inlined: most arguments are constants. */
ROEK_INLINE void board_play(Board *b, Color us, Role role, Square from, Square to, MoveKind kind,
                            bool takes) {
    b->turn = (uint8_t)other(us);
    b->ep = NO_SQUARE;
    if (role == KING && kind == MOVE_CASTLE) {
        board_castle(b, us, from, to);
        return;
    }
    if (takes) {
        for (int i = 0; i < 6; i++) b->role[i] &= ~bit(to);
        b->color[other(us)] &= ~bit(to);
        b->castling &= ~bit(to);
    }
    b->role[role] ^= bit(from) | bit(to);
    b->color[us] ^= bit(from) | bit(to);
    if (role == ROOK) b->castling &= ~bit(from);
    if (role == KING) b->castling &= ~rank_mask(us, 0);
    if (role != PAWN || kind == MOVE_PLAIN) return;
    if (kind == MOVE_DOUBLE_STEP) {
        b->ep = (uint8_t)(to - forward_of(us));
    } else if (kind == MOVE_EN_PASSANT) {
        b->role[PAWN] ^= bit(to - forward_of(us));
        b->color[other(us)] ^= bit(to - forward_of(us));
    } else {
        b->role[PAWN] ^= bit(to);
        b->role[promotion_role(kind)] |= bit(to);
    }
}

ROEK_INLINE void board_play_role(Board *b, Color us, Role role, Move move) {
    board_play(b, us, role, move_from(move), move_to(move), move_kind(move), true);
}

#endif
