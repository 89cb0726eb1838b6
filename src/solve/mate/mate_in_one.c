// SPDX-License-Identifier: MIT
//
// Mate in one. Only checks are tried. A check is rejected without playing it if the king keeps a
// square that no piece covers. The few checks left are played and tested in full, including their
// legality.
//
// There is one instance per colour, which is called and not inlined: proofs spend most of their
// time here, so the code must stay in the instruction cache.
#include "solve/mate/mate_helpers.h"

ROEK_INLINE bool mates_of(const Board *b, Color us, Move move) {
    Board next = board_after(b, us, move);
    Bitboard checkers = board_checkers(&next);
    return checkers && check_is_mate(&next, other(us), checkers) && king_is_safe(&next, us);
}

static __attribute__((noinline)) bool mates_white(const Board *b, Move move) {
    return mates_of(b, WHITE, move);
}

static __attribute__((noinline)) bool mates_black(const Board *b, Move move) {
    return mates_of(b, BLACK, move);
}

/* Is this pseudo-legal move a mate? Also tests that it leaves the own king safe. */
ROEK_INLINE bool mates(const Board *b, Color us, Move move) {
    return us == WHITE ? mates_white(b, move) : mates_black(b, move);
}

/* The squares around the enemy king that own pieces do not cover. Lines pass through that king. */
typedef struct {
    Bitboard lines; // squares that own sliding pieces attack
    Bitboard open;  // squares next to the king that no piece covers
} KingNet;

/* Computes the net as if the pieces `gone` were not on the board. */
ROEK_INLINE KingNet find_king_net(const Board *b, Color us, Square king, Bitboard occupied,
                                  Bitboard gone) {
    KingNet net = {0};
    Bitboard attacked = KING_ATTACKS[board_king(b, us)];
    Bitboard knights = board_pieces(b, us, KNIGHT) & ~gone;
    Bitboard rooks = board_rook_like(b, us) & ~gone, bishops = board_bishop_like(b, us) & ~gone;
    Bitboard seen_through = (occupied ^ bit(king)) & ~gone;
    attacked |= pawns_attack(us, board_pieces(b, us, PAWN) & ~gone);
    FOR_EACH_SQUARE(s, knights) attacked |= KNIGHT_ATTACKS[s];
    FOR_EACH_SQUARE(s, rooks) net.lines |= rook_attacks(s, seen_through);
    FOR_EACH_SQUARE(s, bishops) net.lines |= bishop_attacks(s, seen_through);
    net.open = KING_ATTACKS[king] & ~(attacked | net.lines);
    return net;
}

/* A search for a mate in one, and what is known about the board. */
typedef struct {
    const Board *b;
    Color us;
    Bitboard occupied;
    CheckInfo map;
    KingNet net;
    KingNet without;  // the net without the piece on `removed`
    Bitboard removed; // 0: not computed yet
} MateInOne;

/* Does the king keep a flight square after a check from `to`, if the checking piece covers
 * `covered`? */
ROEK_INLINE bool king_escapes(const MateInOne *q, const KingNet *net, Square to, Bitboard covered) {
    Bitboard free = ~q->b->color[other(q->us)] | bit(to);
    return (net->open & free & ~covered) != 0;
}

/* Can a check by the piece on `from` be mate? The net of all pieces rejects most checks. It still
 * counts what the piece covers from its old square, and not the lines that it opens by leaving. If
 * those matter, a second net without the piece decides; it is the same for all checks of that
 * piece. */
ROEK_INLINE bool may_mate(MateInOne *q, Square from, Square to, Bitboard covered) {
    bool opens = q->net.lines & bit(from);
    if (!opens && king_escapes(q, &q->net, to, covered)) return false;
    if (q->removed != bit(from)) {
        q->removed = bit(from);
        q->without = find_king_net(q->b, q->us, q->map.king, q->occupied, bit(from));
    }
    return !king_escapes(q, &q->without, to, covered);
}

ROEK_INLINE Move mate_by_piece(MateInOne *q, Role role) {
    Bitboard movers = board_pieces(q->b, q->us, role) & ~q->map.discoverers;
    Bitboard targets = q->map.from[role] & ~q->b->color[q->us];
    FOR_EACH_SQUARE(from, movers) {
        Bitboard reach = role_attacks(role, from, q->occupied) & targets;
        Bitboard seen_through = q->occupied ^ bit(q->map.king) ^ bit(from);
        FOR_EACH_SQUARE(to, reach) {
            Move move = move_make(from, to, MOVE_PLAIN);
            Bitboard covered = role_attacks(role, to, seen_through);
            if (may_mate(q, from, to, covered) && mates(q->b, q->us, move)) return move;
        }
    }
    return NO_MOVE;
}

/* The step of a pawn to an empty square, or NO_MOVE. */
ROEK_INLINE Move pawn_step_to(Color us, Bitboard pawns, Bitboard occupied, Square to) {
    Square before = to - forward_of(us);
    if (pawns & bit(before)) return move_make(before, to, MOVE_PLAIN);
    bool twice = rank_mask(us, 3) & bit(to) && !(occupied & bit(before));
    if (twice && pawns & bit(before - forward_of(us)))
        return move_make(before - forward_of(us), to, MOVE_DOUBLE_STEP);
    return NO_MOVE;
}

ROEK_INLINE Move mate_by_pawn(MateInOne *q) {
    Color us = q->us;
    Bitboard pawns = board_pieces(q->b, us, PAWN) & ~q->map.discoverers & ~rank_mask(us, 6);
    Bitboard targets = pawns ? q->map.from[PAWN] & ~q->b->color[us] & ~rank_mask(us, 0) : 0;
    FOR_EACH_SQUARE(to, targets) {
        Bitboard covered = pawns_attack(us, bit(to));
        bool takes = q->occupied & bit(to);
        Bitboard takers = takes ? PAWN_ATTACKS[other(us)][to] & pawns : 0;
        Move step = takes ? NO_MOVE : pawn_step_to(us, pawns, q->occupied, to);
        if (step && may_mate(q, move_from(step), to, covered) && mates(q->b, us, step)) return step;
        FOR_EACH_SQUARE(from, takers) {
            Move move = move_make(from, to, MOVE_PLAIN);
            if (may_mate(q, from, to, covered) && mates(q->b, us, move)) return move;
        }
    }
    return NO_MOVE;
}

ROEK_INLINE Move mate_by_promotion_to(MateInOne *q, Role role, Square from, Square to) {
    Bitboard king = bit(q->map.king), left = q->occupied ^ bit(from);
    if (!(role_attacks(role, to, left) & king)) return NO_MOVE;
    Move move = move_make_promotion(from, to, role);
    bool mate =
        may_mate(q, from, to, role_attacks(role, to, left ^ king)) && mates(q->b, q->us, move);
    return mate ? move : NO_MOVE;
}

/* Only queens and knights are tried: where a rook or a bishop mates, a queen does too. */
ROEK_INLINE Move mate_by_promotion(MateInOne *q) {
    Bitboard pawns = board_pieces(q->b, q->us, PAWN) & ~q->map.discoverers & rank_mask(q->us, 6);
    FOR_EACH_SQUARE(from, pawns) {
        Bitboard targets = PAWN_ATTACKS[q->us][from] & q->b->color[other(q->us)];
        targets |= bit(from + forward_of(q->us)) & ~q->occupied;
        FOR_EACH_SQUARE(to, targets) {
            Move move = mate_by_promotion_to(q, QUEEN, from, to);
            if (!move) move = mate_by_promotion_to(q, KNIGHT, from, to);
            if (move) return move;
        }
    }
    return NO_MOVE;
}

/* Castling, en passant and discovered checks. */
ROEK_INLINE Move mate_by_special_check(const MateInOne *q) {
    const Board *b = q->b;
    bool castle = b->castling & rank_mask(q->us, 0);
    if (!q->map.discoverers && !castle && b->ep == NO_SQUARE) return NO_MOVE;
    MoveList list;
    list.count = 0;
    Legality l = legality_find(b, q->us, CHESS_TRAITS);
    list_special_checks(b, q->us, &l, &q->map, &list);
    for (int i = 0; i < list.count; i++)
        if (mates(b, q->us, list.items[i])) return list.items[i];
    return NO_MOVE;
}

ROEK_INLINE Move mate_in_one_of(const Board *b, Color us) {
    MateInOne q = {.b = b, .us = us, .occupied = board_occupied(b)};
    q.map = check_info_make(b, us, q.occupied);
    q.net = find_king_net(b, us, q.map.king, q.occupied, 0);
    Move move = mate_by_piece(&q, QUEEN);
    if (!move) move = mate_by_piece(&q, ROOK);
    if (!move) move = mate_by_piece(&q, BISHOP);
    if (!move) move = mate_by_piece(&q, KNIGHT);
    if (!move) move = mate_by_pawn(&q);
    if (!move) move = mate_by_promotion(&q);
    return move ? move : mate_by_special_check(&q);
}

static __attribute__((noinline)) Move mate_in_one_white(const Board *b) {
    return mate_in_one_of(b, WHITE);
}

static __attribute__((noinline)) Move mate_in_one_black(const Board *b) {
    return mate_in_one_of(b, BLACK);
}

Move mate_in_one(const Board *b) {
    return b->turn == WHITE ? mate_in_one_white(b) : mate_in_one_black(b);
}
