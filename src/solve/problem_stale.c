// SPDX-License-Identifier: MIT
#include "roek/solve/problem_stale.h"

#include "roek/solve/mate_two.h"

/* The squares beside it, or a knight's, that a unit other than a pawn can step to. */
ROEK_INLINE Bitboard steps_of(const Board *b, Square s, Bitboard occupied) {
    return role_attacks(board_role_at(b, s), s, ~0ull) & ~occupied;
}

ROEK_INLINE Bitboard king_lines(const Board *b, Color c) {
    return queen_attacks(board_king(b, c), 0);
}

/* Free units of a side where these squares are occupied. */
ROEK_INLINE Bitboard free_units(const Board *b, Color c, Bitboard occupied) {
    Bitboard units = b->color[c] & ~king_lines(b, c) & ~b->role[KING];
    Bitboard free = units & b->role[PAWN] & shift_forward(other(c), ~occupied);
    Bitboard officers = units & ~b->role[PAWN];
    FOR_EACH_SQUARE(s, officers) if (steps_of(b, s, occupied)) free |= bit(s);
    return free;
}

/* ------------------------------------------------------------------ in one */

ROEK_INLINE bool is_stalemate_of(const Board *b, Color us, Move *hint) {
    Board next;
    MoveList list;
    if (*hint && play_if_legal(b, us, *hint, &next)) return false;
    if (flights_of(b, us) || !king_is_safe(b, us)) return false;
    list.count = 0;
    generate_list(b, CHESS_TRAITS, us, GENERATE_ALL, ~0ull, &list);
    if (list.count) *hint = list.items[list.count - 1];
    return list.count == 0;
}

bool board_is_stalemate(const Board *b, Move *hint) {
    return b->turn == WHITE ? is_stalemate_of(b, WHITE, hint) : is_stalemate_of(b, BLACK, hint);
}

/* Castling and taking en passant change more than the square they go to. */
ROEK_INLINE bool has_odd_moves(const Board *b, Color us) {
    if (b->castling & rank_mask(us, 0)) return true;
    return b->ep != NO_SQUARE && PAWN_ATTACKS[other(us)][b->ep] & board_pieces(b, us, PAWN);
}

/* Where the last move has to go. */
ROEK_INLINE Bitboard last_targets(const Board *b, Color us) {
    if (has_odd_moves(b, us)) return ~0ull;
    Bitboard free = free_units(b, other(us), board_occupied(b));
    if (!free) return ~0ull;
    if (has_many(free)) return 0;
    return free & b->role[PAWN] ? free | shift_forward(other(us), free) : free;
}

/* Those who may be able to go there. */
ROEK_INLINE Bitboard movers_to(const Board *b, Color us, Bitboard targets) {
    Bitboard movers = board_pieces(b, us, PAWN);
    if (targets == ~0ull) return targets;
    FOR_EACH_SQUARE(s, targets) movers |= board_attackers(b, s, us, board_occupied(b));
    return movers;
}

ROEK_INLINE void list_stalemates(const Board *b, Color us, int most, Move *hint, MoveList *out) {
    MoveList list;
    Bitboard targets = last_targets(b, us), movers = movers_to(b, us, targets);
    out->count = list.count = 0;
    if (!targets || !movers) return;
    generate_list(b, CHESS_TRAITS, us, GENERATE_ALL, movers, &list);
    for (int i = 0; i < list.count && out->count < most; i++) {
        if (!(targets & bit(move_to(list.items[i])))) continue;
        Board next = board_after(b, us, list.items[i]);
        if (is_stalemate_of(&next, other(us), hint)) out->items[out->count++] = list.items[i];
    }
}

static void list_white_stalemates(const Board *b, int most, MoveList *out) {
    Move hint = NO_MOVE;
    list_stalemates(b, WHITE, most, &hint, out);
}

static void list_black_stalemates(const Board *b, int most, MoveList *out) {
    Move hint = NO_MOVE;
    list_stalemates(b, BLACK, most, &hint, out);
}

void stalemates_in_one(const Board *b, int most, MoveList *out) {
    if (b->turn == WHITE)
        list_white_stalemates(b, most, out);
    else
        list_black_stalemates(b, most, out);
}

/* ------------------------------------------------------------------ in two */

/* After this step of a free unit: how many are free whatever the attacker did before it, if his
 * move neither checked nor took the unit.  He has stopped one of the others, and a piece that goes
 * where it is on no line with the king can go back. */
ROEK_INLINE int free_after(const Board *b, Color c, Square from) {
    bool pawn = b->role[PAWN] & bit(from);
    Bitboard occupied = board_occupied(b);
    Bitboard steps = pawn ? shift_forward(c, bit(from)) : steps_of(b, from, occupied);
    Bitboard aside = pawn ? 0 : steps & ~king_lines(b, c);
    Bitboard to = bit(first_square(aside ? aside : steps));
    int others = popcount(free_units(b, c, occupied | to) & ~bit(from));
    return others - 1 + (aside != 0);
}

/* With two moves left: does every move but a check fail, because the defender has so many free
 * units that two are left after his reply?  He needs a second one to reply with, as the first may
 * be taken. */
ROEK_INLINE bool outlasts(const Board *b, Color us) {
    if (has_odd_moves(b, us)) return false;
    Bitboard free = free_units(b, other(us), board_occupied(b));
    int ready = 0;
    if (popcount(free) < 3) return false;
    FOR_EACH_SQUARE(s, free) ready += free_after(b, other(us), s) >= 2;
    return ready >= 2;
}

ROEK_INLINE bool still_stalemates(MateWorker *w, const Board *b) {
    MoveList found;
    w->nodes++;
    stalemates_in_one(b, 1, &found);
    return found.count > 0;
}

ROEK_INLINE Move stalemate_in_two_of(MateWorker *w, const Board *b, Color us) {
    const LastTwo last = {still_stalemates, false};
    return reach_in_two(w, b, us, &last, outlasts(b, us));
}

static Move stalemate_in_two_white(MateWorker *w, const Board *b) {
    return stalemate_in_two_of(w, b, WHITE);
}

static Move stalemate_in_two_black(MateWorker *w, const Board *b) {
    return stalemate_in_two_of(w, b, BLACK);
}

Move stalemate_in_two(MateWorker *w, const Board *b) {
    return b->turn == WHITE ? stalemate_in_two_white(w, b) : stalemate_in_two_black(w, b);
}
