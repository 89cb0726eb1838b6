// SPDX-License-Identifier: MIT
//
// The board: everything the rules of movement need, and nothing else, in 80 bytes.
//
//     role[6]     pawns, knights, bishops, rooks, queens, kings of both colours
//     color[2]    white and black pieces
//     castling    the rooks that may still castle
//     ep          the square behind a pawn that has just made a double step
//
// The eight sets fill one cache line.  A board is a value: playing a move on it overwrites it,
// keeping the old one means copying it first, and there is no undo.
#ifndef CORE_BOARD_H
#define CORE_BOARD_H

#include "roek/core/attacks.h"
#include "roek/core/move.h"
#include "roek/core/setup.h"

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

/* Both sides of a playable position have exactly one king. */
ROEK_INLINE Square board_king(const Board *b, Color c) {
    return first_square(board_pieces(b, c, KING));
}

/* The pieces and fields of a set-up, playable or not. */
Board board_from_setup(const Setup *setup);

/* Linear in the roles; a Position knows its pieces by square. */
Piece board_piece_at(const Board *b, Square s);

/* All pieces of colour `by` that attack `s` when `occupied` blocks lines. */
ROEK_INLINE Bitboard board_attackers(const Board *b, Square s, Color by, Bitboard occupied) {
    return ((KNIGHT_ATTACKS[s] & b->role[KNIGHT]) | (KING_ATTACKS[s] & b->role[KING]) |
            (PAWN_ATTACKS[other(by)][s] & b->role[PAWN]) |
            (rook_attacks(s, occupied) & (b->role[ROOK] | b->role[QUEEN])) |
            (bishop_attacks(s, occupied) & (b->role[BISHOP] | b->role[QUEEN]))) &
           b->color[by];
}

ROEK_INLINE Bitboard board_checkers(const Board *b) {
    Color us = (Color)b->turn;
    return board_attackers(b, board_king(b, us), other(us), board_occupied(b));
}

/* Where king and rook land when the king of colour `c` castles with the rook on `rook`. */
ROEK_INLINE Square castle_king_target(Square king, Square rook) {
    return (king & 56) + (rook > king ? 6 : 2);
}
ROEK_INLINE Square castle_rook_target(Square king, Square rook) {
    return (king & 56) + (rook > king ? 5 : 3);
}

/* Plays a legal move whose mover has this colour and role; inlined where both are constants. */
ROEK_INLINE void board_play_role(Board *b, Color us, Role role, Move move) {
    Square from = move_from(move), to = move_to(move);
    MoveKind kind = move_kind(move);
    b->ep = NO_SQUARE;
    b->turn = (uint8_t)other(us);
    if (role == KING && kind == MOVE_CASTLE) {
        Bitboard king = bit(from) ^ bit(castle_king_target(from, to));
        Bitboard rook = bit(to) ^ bit(castle_rook_target(from, to));
        b->role[KING] ^= king;
        b->role[ROOK] ^= rook;
        b->color[us] ^= king ^ rook;
        b->castling &= ~(us == WHITE ? RANK_1 : RANK_8);
        return;
    }
    Bitboard gone = ~(bit(from) | bit(to));
    for (int i = 0; i < 6; i++) b->role[i] &= gone;
    b->color[other(us)] &= gone;
    b->color[us] = (b->color[us] & gone) | bit(to);
    b->castling &= gone;
    if (role == KING) b->castling &= ~(us == WHITE ? RANK_1 : RANK_8);
    if (role == PAWN) {
        if (kind >= MOVE_PROMOTE) {
            b->role[move_promoted(move)] |= bit(to);
            return;
        }
        if (kind == MOVE_DOUBLE_STEP) b->ep = (uint8_t)(to - forward_of(us));
        if (kind == MOVE_EN_PASSANT) {
            Bitboard captured = bit(to - forward_of(us));
            b->role[PAWN] ^= captured;
            b->color[other(us)] ^= captured;
        }
    }
    b->role[role] |= bit(to);
}

#endif
