// SPDX-License-Identifier: MIT
//
// A move in 16 bits, and a list of moves.
//
//     15      12 11       6 5        0
//     +---------+----------+---------+
//     |  kind   |    to    |  from   |
//     +---------+----------+---------+
//
// Castling is stored as king takes own rook, which is unambiguous in Chess960 too. The kind holds
// only what the squares do not show; whether a plain move captures depends on the board. The value
// 0 (a1a1) is NO_MOVE. NULL_MOVE (b1b1) is the pass of searches and PGN.
#ifndef CORE_MOVE_H
#define CORE_MOVE_H

#include "core/types.h"

typedef uint16_t Move;

typedef enum {
    MOVE_PLAIN,
    MOVE_DOUBLE_STEP,
    MOVE_EN_PASSANT,
    MOVE_CASTLE,
    MOVE_PROMOTE = 4, // + role - KNIGHT
} MoveKind;

enum { NO_MOVE = 0, NULL_MOVE = B1 | B1 << 6 };

ROEK_INLINE Move move_make(Square from, Square to, MoveKind kind) {
    assert(from >= A1 && from <= H8 && to >= A1 && to <= H8);
    return (Move)(from | to << 6 | (int)kind << 12);
}
ROEK_INLINE Move move_make_promotion(Square from, Square to, Role role) {
    return move_make(from, to, (MoveKind)(MOVE_PROMOTE + (role - KNIGHT)));
}
ROEK_INLINE Square move_from(Move m) {
    return m & 63;
}
ROEK_INLINE Square move_to(Move m) {
    return m >> 6 & 63;
}
ROEK_INLINE MoveKind move_kind(Move m) {
    return (MoveKind)(m >> 12);
}
ROEK_INLINE bool move_is_promotion(Move m) {
    return m >> 12 >= MOVE_PROMOTE;
}

/* Only for promotions. */
ROEK_INLINE Role promotion_role(MoveKind kind) {
    return (Role)(kind - MOVE_PROMOTE + KNIGHT);
}
ROEK_INLINE Role move_promotion_role(Move m) {
    return promotion_role(move_kind(m));
}

/* An upper bound of the legal moves of any set-up (in games 218 is the maximum). Each square either
 * is a target, which at most one slider reaches in each direction, or holds a knight, which has no
 * more moves than the square has directions. With 8 directions inside, 5 on the edge and 3 in a
 * corner that is at most 36 * 8 + 24 * 5 + 4 * 3 = 420. Promotions add 38, the king 10. */
enum { MOVES_MAX = 480 };

typedef struct {
    int count;
    Move items[MOVES_MAX];
} MoveList;

static inline bool movelist_has(const MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++)
        if (list->items[i] == move) return true;
    return false;
}

/* Swaps the move with the first one of the list, if it is in the list. */
static inline void movelist_put_first(MoveList *list, Move move) {
    for (int i = 1; i < list->count; i++) {
        if (list->items[i] != move) continue;
        list->items[i] = list->items[0];
        list->items[0] = move;
        return;
    }
}

/* Removes the move and puts the last one in its place. False if it is not in the list. */
static inline bool movelist_remove(MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++) {
        if (list->items[i] != move) continue;
        list->items[i] = list->items[--list->count];
        return true;
    }
    return false;
}

#endif
