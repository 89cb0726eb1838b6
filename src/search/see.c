// SPDX-License-Identifier: MIT
#include "search/see.h"

const int SEE_VALUE[7] = {100, 420, 430, 650, 1250, 0, 0};

/* Black's first square counts from Black's side, so that mirrored exchanges give the same
 * result. */
static Square mirrored_first_square(Bitboard pieces) {
    return first_square(__builtin_bswap64(pieces)) ^ 56;
}

/* The least valuable attacker of a set, and its square. */
static Role least_valuable_attacker(const Board *b, Color side, Bitboard attackers, Square *from) {
    for (Role r = PAWN; r <= KING; r++) {
        Bitboard pieces = attackers & b->role[r];
        if (!pieces) continue;
        *from = side == WHITE ? first_square(pieces) : mirrored_first_square(pieces);
        return r;
    }
    return NO_ROLE;
}

/* The sliding pieces that attack the square after an attacker of this role has left its line
 * (X-rays). */
static Bitboard discovered_attackers(const Board *b, Role role, Square to, Bitboard occupied) {
    Bitboard found = 0;
    if (role == PAWN || role == BISHOP || role == QUEEN)
        found |= bishop_attacks(to, occupied) & (b->role[BISHOP] | b->role[QUEEN]);
    if (role == ROOK || role == QUEEN)
        found |= rook_attacks(to, occupied) & (b->role[ROOK] | b->role[QUEEN]);
    return found;
}

bool see_at_least(const Position *pos, Move move, int threshold) {
    MoveKind kind = move_kind(move);
    if (kind == MOVE_CASTLE) return threshold <= 0;
    const Board *b = &pos->board;
    Square from = move_from(move), to = move_to(move);
    Role next = piece_role(pos->piece[from]);
    int balance = SEE_VALUE[piece_role(pos->piece[to])] - threshold;
    if (kind == MOVE_EN_PASSANT) balance += SEE_VALUE[PAWN];
    if (move_is_promotion(move)) {
        next = move_promotion_role(move);
        balance += SEE_VALUE[next] - SEE_VALUE[PAWN];
    }
    if (balance < 0) return false;
    balance -= SEE_VALUE[next];
    if (balance >= 0) return true;

    Bitboard occupied = (board_occupied(b) ^ bit(from)) | bit(to);
    Color us = position_turn(pos);
    if (kind == MOVE_EN_PASSANT) occupied ^= bit(to - forward_of(us));
    Bitboard attackers =
        (board_attackers(b, to, WHITE, occupied) | board_attackers(b, to, BLACK, occupied)) &
        occupied;
    Color side = other(us);
    for (;;) {
        Bitboard own = attackers & b->color[side];
        if (!own) break;
        Square square = 0;
        Role role = least_valuable_attacker(b, side, own, &square);
        occupied ^= bit(square);
        attackers |= discovered_attackers(b, role, to, occupied);
        attackers &= occupied;
        side = other(side);
        balance = -balance - 1 - SEE_VALUE[role];
        if (balance >= 0) {
            // a king may not capture a protected piece
            if (role == KING && attackers & b->color[side]) side = other(side);
            break;
        }
    }
    return side != us;
}
