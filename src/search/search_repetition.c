// SPDX-License-Identifier: MIT
#include "search/search_repetition.h"

#include "core/attacks.h"
#include "core/zobrist.h"

bool search_is_repetition(const SearchWorker *w, const SearchNode *n) {
    int now = w->keys_before + n->ply, found = 0;
    int reach = n->pos.halfmove < now ? n->pos.halfmove : now;
    for (int back = 4; back <= reach; back += 2) {
        if (w->keys[now - back] != n->pos.key) continue;
        if (back <= n->ply || ++found == 2) return true;
    }
    return false;
}

/* Two positions an odd number of half-moves apart that differ by one reversible move of a piece
 * have keys that differ by the key of that move. There are few such keys, so they are in a hash
 * table. */
bool search_can_repeat(const SearchWorker *w, const SearchNode *n) {
    const Position *pos = &n->pos;
    int now = w->keys_before + n->ply;
    int reach = pos->halfmove < n->ply - 1 ? pos->halfmove : n->ply - 1;
    for (int back = 3; back <= reach; back += 2) {
        Move step = step_of_key(pos->key ^ w->keys[now - back]);
        if (!step) continue;
        Square a = move_from(step), b = move_to(step);
        if (BETWEEN[a][b] & board_occupied(&pos->board)) continue;
        Bitboard own = pos->board.color[position_turn(pos)];
        if (own & (bit(a) | bit(b))) return true;
    }
    return false;
}
