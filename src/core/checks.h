// SPDX-License-Identifier: MIT
//
// Which moves give check, decided by bitboards. Cheaper than position_gives_check when a caller
// asks for every move of a position.
#ifndef CORE_CHECKS_H
#define CORE_CHECKS_H

#include "core/generate.h"
#include "core/position.h"

/* Check information of a position: for each role the squares from which it attacks the enemy king,
 * and the own pieces that discover a check when they leave their line. */
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

/* Special moves, for which from- and to-square do not suffice: promotions, castling, en passant,
 * and possible discovered checks. */
ROEK_INLINE bool check_info_is_special(const CheckInfo *info, Move move) {
    return move_kind(move) >= MOVE_EN_PASSANT || (info->discoverers & bit(move_from(move))) != 0;
}

/* Same result as position_gives_check. */
ROEK_INLINE bool check_info_gives_check(const CheckInfo *info, const Position *pos, Move move) {
    if (check_info_is_special(info, move)) return position_gives_check(pos, move);
    return info->from[piece_role(pos->piece[move_from(move)])] & bit(move_to(move));
}

#endif
