// SPDX-License-Identifier: MIT
//
// Which moves give check, told from the squares: cheap where every move of a position is asked.
#ifndef CORE_CHECKS_H
#define CORE_CHECKS_H

#include "core/generate.h"
#include "core/position.h"

/* What checks are made of: the squares from which each role attacks the enemy king, and the own
 * pieces that uncover an attack by leaving a line. */
typedef struct {
    Square king;
    Bitboard from[6];
    Bitboard discoverers;
} CheckInfo;

ROEK_INLINE CheckInfo check_info_make(const Board *b, Color us, Bitboard occupied) {
    CheckInfo info = {.king = board_king(b, other(us))};
    Bitboard none = 0;
    info.from[PAWN] = PAWN_ATTACKS[other(us)][info.king];
    info.from[KNIGHT] = KNIGHT_ATTACKS[info.king];
    info.from[BISHOP] = bishop_attacks(info.king, occupied);
    info.from[ROOK] = rook_attacks(info.king, occupied);
    info.from[QUEEN] = info.from[BISHOP] | info.from[ROOK];
    find_blockers(b, info.king, us, occupied, &none, &info.discoverers);
    info.discoverers &= b->color[us];
    return info;
}

/* Moves whose squares do not tell: promotions, castling, en passant, pieces that leave a line. */
ROEK_INLINE bool check_info_is_special(const CheckInfo *info, Move move) {
    return move_kind(move) >= MOVE_EN_PASSANT || (info->discoverers & bit(move_from(move))) != 0;
}

/* The same answer as position_gives_check. */
ROEK_INLINE bool check_info_gives_check(const CheckInfo *info, const Position *pos, Move move) {
    if (check_info_is_special(info, move)) return position_gives_check(pos, move);
    return info->from[piece_role(pos->piece[move_from(move)])] & bit(move_to(move));
}

#endif
