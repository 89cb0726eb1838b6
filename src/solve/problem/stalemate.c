// SPDX-License-Identifier: MIT
#include "solve/problem/stalemate.h"

#include "solve/mate/mate_in_two.h"

/* The empty squares that a unit other than a pawn can step to: adjacent ones, or a knight's
 * targets. */
ROEK_INLINE Bitboard steps_of(const Board *b, Square s, Bitboard occupied) {
    return role_attacks(board_role_at(b, s), s, ~0ull) & ~occupied;
}

/* The lines through the king of this side along which the other side could pin a unit, with a piece
 * that it has or may have within two moves by promotion. */
ROEK_INLINE Bitboard king_lines(const Board *b, Color c) {
    Color them = other(c);
    Square king = board_king(b, c);
    Bitboard ready = rank_mask(them, 5) | rank_mask(them, 6);
    bool promotes = board_pieces(b, them, PAWN) & ready;
    Bitboard straight = promotes || board_rook_like(b, them) ? rook_attacks(king, 0) : 0;
    Bitboard oblique = promotes || board_bishop_like(b, them) ? bishop_attacks(king, 0) : 0;
    return straight | oblique;
}

/* Is there no square behind this unit on its line with the king? Then it cannot be pinned. */
ROEK_INLINE bool has_edge_behind(Square king, Square s) {
    Bitboard seen = queen_attacks(s, bit(king)) & LINE[king][s];
    return !(seen & ~BETWEEN[king][s] & ~bit(king));
}

/* The free units of a side, if these squares are occupied. */
ROEK_INLINE Bitboard free_units(const Board *b, Color c, Bitboard occupied) {
    Square king = board_king(b, c);
    Bitboard units = b->color[c] & ~bit(king), lined = units & king_lines(b, c);
    FOR_EACH_SQUARE(s, lined) if (!has_edge_behind(king, s)) units &= ~bit(s);
    Bitboard free = units & b->role[PAWN] & shift_forward(other(c), ~occupied);
    Bitboard officers = units & ~b->role[PAWN];
    FOR_EACH_SQUARE(s, officers) if (steps_of(b, s, occupied)) free |= bit(s);
    return free;
}

// --- in one ---

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

bool stalemate_is_reached(const Board *b, Move *hint) {
    return b->turn == WHITE ? is_stalemate_of(b, WHITE, hint) : is_stalemate_of(b, BLACK, hint);
}

/* Castling and en passant captures change more than the target square of the move. */
ROEK_INLINE bool has_special_moves(const Board *b, Color us) {
    if (b->castling & rank_mask(us, 0)) return true;
    return b->ep != NO_SQUARE && PAWN_ATTACKS[other(us)][b->ep] & board_pieces(b, us, PAWN);
}

/* The squares that the stalemating move must go to. */
ROEK_INLINE Bitboard last_targets(const Board *b, Color us) {
    if (has_special_moves(b, us)) return ~0ull;
    Bitboard free = free_units(b, other(us), board_occupied(b));
    if (!free) return ~0ull;
    if (more_than_one(free)) return 0;
    return free & b->role[PAWN] ? free | shift_forward(other(us), free) : free;
}

/* The pieces that may be able to move there. */
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

void stalemate_list_in_one(const Board *b, int most, MoveList *out) {
    if (b->turn == WHITE)
        list_white_stalemates(b, most, out);
    else
        list_black_stalemates(b, most, out);
}

// --- with help ---

void stalemate_help_init(StalemateHelp *help, const Board *b) {
    Color us = (Color)b->turn;
    Bitboard occupied = board_occupied(b), free = free_units(b, us, occupied);
    help->unclear = b->castling & rank_mask(other(us), 0);
    help->king = board_pieces(b, us, KING);
    help->free = free;
    help->count = 0;
    FOR_EACH_SQUARE(s, free) {
        bool pawn = b->role[PAWN] & bit(s);
        Bitboard steps = pawn ? shift_forward(us, bit(s)) : steps_of(b, s, occupied);
        if (more_than_one(steps)) continue;
        help->unit[help->count] = bit(s);
        help->only_step[help->count++] = steps;
    }
}

/* A move stops the unit that moves, and units whose only step is its target square. King moves
 * change the lines, so they are always allowed. */
bool stalemate_help_allows(const StalemateHelp *help, Move move) {
    Bitboard from = bit(move_from(move)), free = help->free & ~from;
    if (help->unclear || help->king & from) return true;
    for (int i = 0; i < help->count; i++)
        if (help->only_step[i] & bit(move_to(move))) free &= ~help->unit[i];
    return !more_than_one(free);
}

// --- in two ---

/* The number of free units after this step of a free unit, after any previous move of the attacker
 * that neither gave check nor captured the unit. The attacker's move has stopped one of the others.
 * A piece that steps to a square on no line with its king can step back, so it stays free. */
ROEK_INLINE int free_after(const Board *b, Color c, Square from) {
    bool pawn = b->role[PAWN] & bit(from);
    Bitboard occupied = board_occupied(b);
    Bitboard steps = pawn ? shift_forward(c, bit(from)) : steps_of(b, from, occupied);
    Bitboard aside = pawn ? 0 : steps & ~queen_attacks(board_king(b, c), 0);
    Bitboard to = bit(first_square(aside ? aside : steps));
    int others = popcount(free_units(b, c, occupied | to) & ~bit(from));
    return others - 1 + (aside != 0);
}

/* With two moves left: does every move but a check fail, because the defender has so many free
 * units that two are left after its reply? The defender needs two units that can reply, since the
 * attacker may capture the first. */
ROEK_INLINE bool has_spare_free_units(const Board *b, Color us) {
    if (has_special_moves(b, us)) return false;
    Bitboard free = free_units(b, other(us), board_occupied(b));
    int ready = 0;
    if (popcount(free) < 3) return false;
    FOR_EACH_SQUARE(s, free) ready += free_after(b, other(us), s) >= 2;
    return ready >= 2;
}

ROEK_INLINE bool still_stalemates(MateWorker *w, const Board *b) {
    MoveList found;
    w->nodes++;
    stalemate_list_in_one(b, 1, &found);
    return found.count > 0;
}

ROEK_INLINE Move stalemate_in_two_of(MateWorker *w, const Board *b, Color us) {
    const TwoMoveGoal last = {still_stalemates, false};
    return reach_in_two(w, b, us, &last, has_spare_free_units(b, us));
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
