// SPDX-License-Identifier: MIT
//
// Mating nets: which checks there are, and whether one of them mates.
//
// Templates over the colour, force-inlined into the few functions that need them.  A check that
// leaves the king a square nobody covers is passed over without being played, and the rare check
// that survives this is played and tested in full, its own legality included.
#ifndef SOLVE_MATE_NET_H
#define SOLVE_MATE_NET_H

#include "roek/core/checks.h"
#include "roek/solve/mate_node.h"

ROEK_INLINE uint64_t count_moves_of(const Board *b, Color us, Bitboard movers) {
    Order order = {CHESS_TRAITS, us, PURPOSE_COUNT, GENERATE_ALL, movers};
    Sink sink = {.count = 0};
    generate(b, &order, &sink);
    return sink.count;
}

ROEK_INLINE Bitboard flights_of(const Board *b, Color us) {
    Bitboard king = board_pieces(b, us, KING);
    Bitboard reach = KING_ATTACKS[first_square(king)] & ~b->color[us];
    if (!reach) return 0;
    return reach & ~attacked_squares(b, other(us), CHESS_TRAITS, board_occupied(b) ^ king);
}

/* Is the side to move, which is in check, mated? */
ROEK_INLINE bool check_is_mate(const Board *b, Color us, Bitboard checkers) {
    if (flights_of(b, us)) return false;
    if (has_many(checkers)) return true;
    return count_moves_of(b, us, ~board_pieces(b, us, KING)) == 0;
}

/* Moves that may check in ways the squares do not tell: promotions, castling, en passant and
 * pieces that open a line. */
ROEK_INLINE void list_odd_checks(const Board *b, Color us, const Legality *l, const CheckMap *map,
                                 MoveList *out) {
    Sink sink = {.list = out};
    Order order = {CHESS_TRAITS, us, PURPOSE_LIST, GENERATE_ALL, map->veils};
    if (map->veils) generate(b, &order, &sink);
    if (l->evasions) {
        order.movers = ~map->veils;
        Bitboard ready = board_pieces(b, us, PAWN) & rank_mask(us, 6) & ~map->veils;
        if (ready) {
            generate_pawn_captures(l, &order, ready, &sink);
            generate_pawn_steps(l, &order, ready, &sink);
        }
        generate_en_passant(b, &order, &sink);
    }
    if (b->castling & rank_mask(us, 0) && !l->checkers && !(map->veils & bit(l->king))) {
        order.movers = bit(l->king);
        Bitboard danger = attacked_squares(b, other(us), CHESS_TRAITS, l->occupied ^ bit(l->king));
        generate_castling(b, l, &order, danger, &sink);
    }
}

/* Moves the checks (and what may be one) to the front of the list; returns how many. */
ROEK_INLINE int put_checks_first(const Board *b, Color us, MoveList *list) {
    CheckMap map = map_checks(b, us, board_occupied(b));
    int front = 0;
    for (int i = 0; i < list->count; i++) {
        Move move = list->items[i];
        Bitboard from = map.from[board_role_at(b, move_from(move))];
        if (!(from & bit(move_to(move))) && !map_is_silent(&map, move)) continue;
        list->items[i] = list->items[front];
        list->items[front++] = move;
    }
    return front;
}

ROEK_INLINE Board board_after(const Board *b, Color us, Move move) {
    Board next = *b;
    board_play_role(&next, us, board_role_at(b, move_from(move)), move);
    return next;
}

ROEK_INLINE bool king_is_safe(const Board *b, Color us) {
    return !board_attackers(b, board_king(b, us), other(us), board_occupied(b));
}

/* Is this move, legal but perhaps for the own king, a mate? */
ROEK_INLINE bool mates(const Board *b, Color us, Move move) {
    Board next = board_after(b, us, move);
    Bitboard checkers = board_checkers(&next);
    return checkers && check_is_mate(&next, other(us), checkers) && king_is_safe(&next, us);
}

/* The squares own line pieces reach, and all squares nobody of ours covers around the king. */
typedef struct {
    Bitboard lines, free;
} Net;

ROEK_INLINE Net cast_net(const Board *b, Color us, Square king, Bitboard occupied) {
    Net net = {0};
    Bitboard attacked = KING_ATTACKS[board_king(b, us)];
    Bitboard knights = board_pieces(b, us, KNIGHT);
    Bitboard rooks = board_rook_like(b, us), bishops = board_bishop_like(b, us);
    Bitboard seen_through = occupied ^ bit(king);
    attacked |= pawns_attack(us, board_pieces(b, us, PAWN));
    FOR_EACH_SQUARE(s, knights) attacked |= KNIGHT_ATTACKS[s];
    FOR_EACH_SQUARE(s, rooks) net.lines |= rook_attacks(s, seen_through);
    FOR_EACH_SQUARE(s, bishops) net.lines |= bishop_attacks(s, seen_through);
    net.free = KING_ATTACKS[king] & ~b->color[other(us)] & ~(attacked | net.lines);
    return net;
}

/* Can a check on `to` still mate when the checker covers these squares?  Not if a free square is
 * left; a piece that stands on an own line may open it by leaving, so it gets the benefit of the
 * doubt. */
ROEK_INLINE bool may_mate(const Net *net, Square from, Square to, Bitboard covered) {
    return !(net->free & ~bit(to) & ~covered) || net->lines & bit(from);
}

ROEK_INLINE Move mate_by_piece(const Board *b, Color us, Role role, const CheckMap *map,
                               const Net *net, Bitboard occupied) {
    Bitboard movers = board_pieces(b, us, role) & ~map->veils;
    Bitboard targets = map->from[role] & ~b->color[us];
    FOR_EACH_SQUARE(from, movers) {
        Bitboard reach = role_attacks(role, from, occupied) & targets;
        Bitboard seen_through = occupied ^ bit(map->king) ^ bit(from);
        FOR_EACH_SQUARE(to, reach) {
            Move move = move_make(from, to, MOVE_PLAIN);
            if (may_mate(net, from, to, role_attacks(role, to, seen_through)) && mates(b, us, move))
                return move;
        }
    }
    return NO_MOVE;
}

/* The pawn that steps to an empty square, if there is one. */
ROEK_INLINE Move pawn_step_to(Color us, Bitboard pawns, Bitboard occupied, Square to) {
    Square before = to - forward_of(us);
    if (pawns & bit(before)) return move_make(before, to, MOVE_PLAIN);
    bool twice = rank_mask(us, 3) & bit(to) && !(occupied & bit(before));
    if (twice && pawns & bit(before - forward_of(us)))
        return move_make(before - forward_of(us), to, MOVE_DOUBLE_STEP);
    return NO_MOVE;
}

ROEK_INLINE Move mate_by_pawn(const Board *b, Color us, const CheckMap *map, const Net *net,
                              Bitboard occupied) {
    Bitboard pawns = board_pieces(b, us, PAWN) & ~map->veils & ~rank_mask(us, 6);
    Bitboard targets = pawns ? map->from[PAWN] & ~b->color[us] & ~rank_mask(us, 0) : 0;
    FOR_EACH_SQUARE(to, targets) {
        Bitboard covered = pawns_attack(us, bit(to));
        Bitboard takers = occupied & bit(to) ? PAWN_ATTACKS[other(us)][to] & pawns : 0;
        Move step = occupied & bit(to) ? NO_MOVE : pawn_step_to(us, pawns, occupied, to);
        if (step && may_mate(net, move_from(step), to, covered) && mates(b, us, step)) return step;
        FOR_EACH_SQUARE(from, takers) {
            Move move = move_make(from, to, MOVE_PLAIN);
            if (may_mate(net, from, to, covered) && mates(b, us, move)) return move;
        }
    }
    return NO_MOVE;
}

/* Promotions, castling, en passant and discovered checks. */
ROEK_INLINE Move mate_by_odd_check(const Board *b, Color us, const CheckMap *map) {
    bool ready = board_pieces(b, us, PAWN) & rank_mask(us, 6);
    bool castle = b->castling & rank_mask(us, 0);
    if (!map->veils && !ready && !castle && b->ep == NO_SQUARE) return NO_MOVE;
    MoveList list = {.count = 0};
    Legality l = find_legality(b, us, CHESS_TRAITS);
    list_odd_checks(b, us, &l, map, &list);
    for (int i = 0; i < list.count; i++)
        if (mates(b, us, list.items[i])) return list.items[i];
    return NO_MOVE;
}

ROEK_INLINE Move mate_in_one_of(const Board *b, Color us) {
    Bitboard occupied = board_occupied(b);
    CheckMap map = map_checks(b, us, occupied);
    Net net = cast_net(b, us, map.king, occupied);
    Move move = mate_by_piece(b, us, QUEEN, &map, &net, occupied);
    if (!move) move = mate_by_piece(b, us, ROOK, &map, &net, occupied);
    if (!move) move = mate_by_piece(b, us, BISHOP, &map, &net, occupied);
    if (!move) move = mate_by_piece(b, us, KNIGHT, &map, &net, occupied);
    if (!move) move = mate_by_pawn(b, us, &map, &net, occupied);
    return move ? move : mate_by_odd_check(b, us, &map);
}

#endif
