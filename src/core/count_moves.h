// SPDX-License-Identifier: MIT
//
// How many legal moves there are, without making a list of them.
//
// The generator can count (core/generate.h), piece by piece.  Where vector registers are at hand
// and the game knows check, the pieces are counted all at once instead, which is faster the more
// of them there are; pawns, en passant and castling remain the generator's.
#ifndef CORE_COUNT_MOVES_H
#define CORE_COUNT_MOVES_H

#include "core/generate.h"
#include "core/slider_simd.h"

ROEK_INLINE uint64_t count_by_generator(const Board *b, Traits t, Color us) {
    Order order = {t, us, PURPOSE_COUNT, GENERATE_ALL, ~0ull};
    Sink sink = {.count = 0};
    generate(b, &order, &sink);
    return sink.count;
}

#ifdef ROEK_HAVE_LANES

/* What the line pieces see of the king and the king of them. */
typedef struct {
    Ways ways;
    Compass theirs; // attacks of the enemy's line pieces
    Compass hits;   // of these, the king's square
    Lanes pins;     // own pieces that may move only along this lane
    Lanes pinned;   // all of them, in every lane
} Sight;

/* A lane and its opposite meet: what stands in an attack towards the king and in the king's view
 * of the attacker is pinned; the king's view of an attacker that reaches it is a line of check. */
ROEK_INLINE Sight find_sight(const Board *b, Color us, Legality *l) {
    Color them = other(us);
    Sight s = {.ways = ways_through(~l->occupied)};
    Compass view = compass_attacks(lanes_of(bit(l->king)), &s.ways);
    s.theirs = compass_attacks(lanes_of_line_pieces(b, them), &s.ways);
    s.pins = ((s.theirs.up & view.down) | (s.theirs.down & view.up)) & l->own;
    s.pinned = lanes_union(s.pins);
    s.hits = (Compass){s.theirs.up & bit(l->king), s.theirs.down & bit(l->king)};
    Lanes lines = ((Lanes)(s.hits.up != 0) & view.down) | ((Lanes)(s.hits.down != 0) & view.up);
    Bitboard line = lanes_union(lines)[0];
    l->pinned = s.pinned[0];
    l->checkers = (line & l->enemy) | (KNIGHT_ATTACKS[l->king] & board_pieces(b, them, KNIGHT)) |
                  (PAWN_ATTACKS[us][l->king] & board_pieces(b, them, PAWN));
    if (l->checkers) l->evasions = has_many(l->checkers) ? 0 : line | l->checkers;
    return s;
}

/* Everything `by` attacks; line pieces also see the square behind the king they attack. */
ROEK_INLINE Bitboard find_danger(const Board *b, Color by, const Sight *s) {
    Bitboard pawns = board_pieces(b, by, PAWN);
    Compass behind = compass_step(s->hits), jumps = compass_jumps(board_pieces(b, by, KNIGHT));
    Lanes attacked =
        (s->theirs.up | s->theirs.down) | (behind.up | behind.down) | (jumps.up | jumps.down);
    return lanes_union(attacked)[0] | pawns_attack(by, pawns) | KING_ATTACKS[board_king(b, by)];
}

ROEK_INLINE uint64_t count_pieces(const Board *b, Color us, const Legality *l, const Sight *s) {
    Lanes targets = lanes_of(~l->own & l->evasions);
    Lanes movers = lanes_of_line_pieces(b, us) & (~s->pinned | s->pins);
    Compass slides = compass_attacks(movers, &s->ways);
    Compass jumps = compass_jumps(board_pieces(b, us, KNIGHT) & ~l->pinned);
    return lanes_sum(lanes_popcount(slides.up & targets) + lanes_popcount(slides.down & targets) +
                     lanes_popcount(jumps.up & targets) + lanes_popcount(jumps.down & targets));
}

ROEK_INLINE uint64_t count_by_lanes(const Board *b, Traits t, Color us) {
    Order order = {t, us, PURPOSE_COUNT, GENERATE_ALL, ~0ull};
    Legality l = begin_legality(b, us);
    Sight sight = find_sight(b, us, &l);
    Bitboard danger = find_danger(b, other(us), &sight);
    Bitboard steps = KING_ATTACKS[l.king] & ~l.own & ~danger;
    Sink sink = {.count = (uint64_t)popcount(steps) + count_pieces(b, us, &l, &sight)};
    generate_pawns(b, &l, &order, &sink);
    generate_castling(b, &l, &order, danger, &sink);
    return sink.count;
}

#endif

ROEK_INLINE uint64_t count_legal_moves(const Board *b, Traits t, Color us) {
    if (t.finish && race_is_over(b, us, t)) return 0;
#ifdef ROEK_HAVE_LANES
    if (t.checks && t.pawns && t.castling) return count_by_lanes(b, t, us);
#endif
    return count_by_generator(b, t, us);
}

#endif
