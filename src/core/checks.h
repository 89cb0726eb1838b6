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
    Bitboard veils;
} CheckMap;

ROEK_INLINE CheckMap map_checks(const Board *b, Color us, Bitboard occupied) {
    CheckMap map = {.king = board_king(b, other(us))};
    Bitboard none = 0;
    map.from[PAWN] = PAWN_ATTACKS[other(us)][map.king];
    map.from[KNIGHT] = KNIGHT_ATTACKS[map.king];
    map.from[BISHOP] = bishop_attacks(map.king, occupied);
    map.from[ROOK] = rook_attacks(map.king, occupied);
    map.from[QUEEN] = map.from[BISHOP] | map.from[ROOK];
    find_blockers(b, map.king, us, occupied, &none, &map.veils);
    map.veils &= b->color[us];
    return map;
}

/* Moves whose squares do not tell: promotions, castling, en passant, pieces that leave a line. */
ROEK_INLINE bool map_is_silent(const CheckMap *map, Move move) {
    return move_kind(move) >= MOVE_EN_PASSANT || (map->veils & bit(move_from(move))) != 0;
}

/* The same answer as position_gives_check. */
ROEK_INLINE bool map_gives_check(const CheckMap *map, const Position *pos, Move move) {
    if (map_is_silent(map, move)) return position_gives_check(pos, move);
    return map->from[piece_role(pos->piece[move_from(move)])] & bit(move_to(move));
}

#endif
