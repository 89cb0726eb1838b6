// SPDX-License-Identifier: MIT
//
// The en-passant rule: is the capture legal?
//
// A double step sets the square behind the pawn (board_play in core/board.h).  The next move may
// capture there (generate_en_passant in core/generate.h).  The square counts as part of a position
// for repetition only if a capture is legal (ep_for_key in core/position.c).
#ifndef CORE_EN_PASSANT_H
#define CORE_EN_PASSANT_H

#include "core/board.h"

/* En passant removes two pieces from a line at once, so it is tested by making the move: is the
 * king attacked afterwards? */
ROEK_INLINE bool en_passant_is_safe(const Board *b, Color us, Square from, Square to) {
    Bitboard captured = bit(to - forward_of(us));
    Bitboard occupied = (board_occupied(b) ^ bit(from) ^ captured) | bit(to);
    return !(board_attackers(b, board_king(b, us), other(us), occupied) & ~captured);
}

#endif
