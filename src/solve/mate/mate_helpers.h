// SPDX-License-Identifier: MIT
//
// Building blocks of the mate search: flight squares, checks, and boards after a move.
//
// Templates over the colour, force-inlined into the few functions that need them.
#ifndef SOLVE_MATE_MATE_HELPERS_H
#define SOLVE_MATE_MATE_HELPERS_H

#include "core/checks.h"
#include "solve/mate/mate_node.h"

ROEK_INLINE uint64_t count_moves_of(const Board *b, Color us, Bitboard movers) {
    GenerateOptions order = {CHESS_TRAITS, us, PURPOSE_COUNT, GENERATE_ALL, movers};
    MoveSink sink = {.count = 0};
    generate_moves(b, &order, &sink);
    return sink.count;
}

ROEK_INLINE Bitboard flights_of(const Board *b, Color us) {
    Bitboard king = board_pieces(b, us, KING);
    Bitboard reach = KING_ATTACKS[first_square(king)] & ~b->color[us];
    if (!reach) return 0;
    return reach & ~board_attacked(b, other(us), board_occupied(b) ^ king);
}

/* The mobility of the defender, given the squares that its king may not step to (`danger`). */
ROEK_INLINE DefenderMobility mobility_in(const Board *b, Color us, const Legality *l,
                                         Bitboard danger) {
    GenerateOptions order = {CHESS_TRAITS, us, PURPOSE_COUNT, GENERATE_ALL, ~0ull};
    MoveSink sink = {.count = 0};
    Bitboard targets = ~l->own & l->evasions;
    int flights = popcount(KING_ATTACKS[l->king] & ~l->own & ~danger);
    generate_castling(b, l, &order, danger, &sink);
    if (l->evasions) {
        generate_pawns(b, l, &order, &sink);
        generate_pieces(b, l, &order, KNIGHT, targets, &sink);
        generate_pieces(b, l, &order, BISHOP, targets, &sink);
        generate_pieces(b, l, &order, ROOK, targets, &sink);
        generate_pieces(b, l, &order, QUEEN, targets, &sink);
    }
    return (DefenderMobility){l->checkers != 0, flights + (int)sink.count, flights};
}

/* Is the side to move, which is in check, mated? */
ROEK_INLINE bool check_is_mate(const Board *b, Color us, Bitboard checkers) {
    if (flights_of(b, us)) return false;
    if (more_than_one(checkers)) return true;
    return count_moves_of(b, us, ~board_pieces(b, us, KING)) == 0;
}

/* Lists promotions of pawns that do not discover a check. */
ROEK_INLINE void list_promotions(const Board *b, Color us, const Legality *l, const CheckInfo *map,
                                 MoveList *out) {
    MoveSink sink = {.list = out};
    GenerateOptions order = {CHESS_TRAITS, us, PURPOSE_LIST, GENERATE_ALL, ~map->discoverers};
    Bitboard ready = board_pieces(b, us, PAWN) & rank_mask(us, 6) & ~map->discoverers;
    if (!ready || !l->evasions) return;
    generate_pawn_captures(l, &order, ready, &sink);
    generate_pawn_steps(l, &order, ready, &sink);
}

/* Lists moves that may check without moving to a checking square: castling, en passant, and pieces
 * that discover a check. */
ROEK_INLINE void list_special_checks(const Board *b, Color us, const Legality *l,
                                     const CheckInfo *map, MoveList *out) {
    MoveSink sink = {.list = out};
    GenerateOptions order = {CHESS_TRAITS, us, PURPOSE_LIST, GENERATE_ALL, map->discoverers};
    if (map->discoverers) generate_moves(b, &order, &sink);
    if (l->evasions) {
        order.movers = ~map->discoverers;
        generate_en_passant(b, &order, &sink);
    }
    if (b->castling & rank_mask(us, 0) && !l->checkers && !(map->discoverers & bit(l->king))) {
        order.movers = bit(l->king);
        Bitboard danger = board_attacked(b, other(us), l->occupied ^ bit(l->king));
        generate_castling(b, l, &order, danger, &sink);
    }
}

/* Moves the checks, and moves that may be checks, to the front of the list; returns their
 * number. */
ROEK_INLINE int put_checks_first(const Board *b, Color us, MoveList *list) {
    CheckInfo map = check_info_make(b, us, board_occupied(b));
    int front = 0;
    for (int i = 0; i < list->count; i++) {
        Move move = list->items[i];
        Bitboard from = map.from[board_role_at(b, move_from(move))];
        if (!(from & bit(move_to(move))) && !check_info_is_special(&map, move)) continue;
        list->items[i] = list->items[front];
        list->items[front++] = move;
    }
    return front;
}

ROEK_INLINE Board board_after(const Board *b, Color us, Move move) {
    Board next = board_copy(b);
    board_play_role(&next, us, board_role_at(b, move_from(move)), move);
    return next;
}

ROEK_INLINE bool king_is_safe(const Board *b, Color us) {
    return !board_attackers(b, board_king(b, us), other(us), board_occupied(b));
}

/* Is this pawn move, generated for another board, pseudo-legal on this one? */
ROEK_INLINE bool can_play_pawn_move(const Board *b, Color us, Move move) {
    Square from = move_from(move), to = move_to(move), step = from + forward_of(us);
    Bitboard occupied = board_occupied(b);
    if (rank_mask(us, 7) & bit(to)) return false;
    if (PAWN_ATTACKS[us][from] & bit(to)) return b->color[other(us)] & bit(to);
    if (occupied & (bit(to) | bit(step))) return false;
    return to == step || move_kind(move) == MOVE_DOUBLE_STEP;
}

/* Plays a move generated for a similar board, if it is legal here too. Promotions, castling and en
 * passant are rejected: they are tried with the generated moves. */
ROEK_INLINE bool play_if_legal(const Board *b, Color us, Move move, Board *next) {
    Square from = move_from(move), to = move_to(move);
    if (!(b->color[us] & bit(from)) || b->color[us] & bit(to)) return false;
    MoveKind kind = move_kind(move);
    Role role = board_role_at(b, from);
    if (role == PAWN) {
        if (kind > MOVE_DOUBLE_STEP || !can_play_pawn_move(b, us, move)) return false;
    } else if (kind != MOVE_PLAIN || !(role_attacks(role, from, board_occupied(b)) & bit(to))) {
        return false;
    }
    *next = board_after(b, us, move);
    return king_is_safe(next, us);
}

#endif
