// SPDX-License-Identifier: MIT
//
// Counts legal moves without listing them.
//
// The generator can count piece by piece (core/generate.h). With AVX2, and in games with check,
// sliders and knights are counted all at once instead (core/slider_simd.h), which is faster the
// more of them there are. Pawns, en passant and castling are still counted by the generator.
#ifndef CORE_COUNT_MOVES_H
#define CORE_COUNT_MOVES_H

#include "core/generate.h"
#include "core/slider_simd.h"

ROEK_INLINE uint64_t count_by_generator(const Board *b, Traits t, Color us) {
    GenerateOptions options = {t, us, PURPOSE_COUNT, GENERATE_ALL, ~0ull};
    MoveSink sink = {.count = 0};
    generate_moves(b, &options, &sink);
    return sink.count;
}

#ifdef ROEK_HAVE_SLIDER_SIMD

/* Pins and checks by sliders, found with SIMD. Lane n of a BitboardX4 belongs to one direction and
 * its opposite. */
typedef struct {
    SliderPropagators propagators;
    BitboardX8 enemy_attacks; // attacks of the enemy's sliders
    BitboardX8 king_hits;     // the king's square, in the directions in which a slider attacks it
    BitboardX4 pin_lanes;     // pinned pieces, each in the lane of the line along which it may move
    BitboardX4 pinned;        // all pinned pieces, in every lane
} SliderPins;

/* An own piece is pinned if an enemy slider attacks it in one direction and a ray from the king
 * reaches it in the opposite direction. If an enemy slider attacks the king, the king's ray towards
 * the slider gives the squares on which the check can be blocked or the checker captured. */
ROEK_INLINE SliderPins find_slider_pins(const Board *b, Color us, Legality *l) {
    Color them = other(us);
    SliderPins s = {.propagators = slider_propagators(~l->occupied)};
    BitboardX8 view = x8_slider_attacks(x4_broadcast(bit(l->king)), &s.propagators);
    s.enemy_attacks = x8_slider_attacks(x4_sliders(b, them), &s.propagators);
    s.pin_lanes = ((s.enemy_attacks.up & view.down) | (s.enemy_attacks.down & view.up)) & l->own;
    s.pinned = x4_union(s.pin_lanes);
    s.king_hits =
        (BitboardX8){s.enemy_attacks.up & bit(l->king), s.enemy_attacks.down & bit(l->king)};
    BitboardX4 lines = ((BitboardX4)(s.king_hits.up != 0) & view.down) |
                       ((BitboardX4)(s.king_hits.down != 0) & view.up);
    Bitboard line = x4_union(lines)[0];
    l->pinned = s.pinned[0];
    l->checkers = (line & l->enemy) | (KNIGHT_ATTACKS[l->king] & board_pieces(b, them, KNIGHT)) |
                  (PAWN_ATTACKS[us][l->king] & board_pieces(b, them, PAWN));
    if (l->checkers) l->evasions = more_than_one(l->checkers) ? 0 : line | l->checkers;
    return s;
}

/* All squares that `by` attacks. A slider that gives check also attacks the square behind the
 * king. */
ROEK_INLINE Bitboard find_attacked(const Board *b, Color by, const SliderPins *s) {
    Bitboard pawns = board_pieces(b, by, PAWN);
    BitboardX8 behind = x8_step(s->king_hits),
               jumps = x8_knight_attacks(board_pieces(b, by, KNIGHT));
    BitboardX4 attacked = (s->enemy_attacks.up | s->enemy_attacks.down) |
                          (behind.up | behind.down) | (jumps.up | jumps.down);
    return x4_union(attacked)[0] | pawns_attack(by, pawns) | KING_ATTACKS[board_king(b, by)];
}

ROEK_INLINE uint64_t count_pieces(const Board *b, Color us, const Legality *l,
                                  const SliderPins *s) {
    BitboardX4 targets = x4_broadcast(~l->own & l->evasions);
    BitboardX4 movers = x4_sliders(b, us) & (~s->pinned | s->pin_lanes);
    BitboardX8 slides = x8_slider_attacks(movers, &s->propagators);
    BitboardX8 jumps = x8_knight_attacks(board_pieces(b, us, KNIGHT) & ~l->pinned);
    return x4_sum(x4_popcount(slides.up & targets) + x4_popcount(slides.down & targets) +
                  x4_popcount(jumps.up & targets) + x4_popcount(jumps.down & targets));
}

ROEK_INLINE uint64_t count_by_simd(const Board *b, Traits t, Color us) {
    GenerateOptions options = {t, us, PURPOSE_COUNT, GENERATE_ALL, ~0ull};
    Legality l = legality_init(b, us);
    SliderPins pins = find_slider_pins(b, us, &l);
    Bitboard danger = find_attacked(b, other(us), &pins);
    Bitboard steps = KING_ATTACKS[l.king] & ~l.own & ~danger;
    MoveSink sink = {.count = (uint64_t)popcount(steps) + count_pieces(b, us, &l, &pins)};
    generate_pawns(b, &l, &options, &sink);
    generate_castling(b, &l, &options, danger, &sink);
    return sink.count;
}

#endif

ROEK_INLINE uint64_t count_legal_moves(const Board *b, Traits t, Color us) {
    if (t.finish && race_is_over(b, us, t)) return 0;
#ifdef ROEK_HAVE_SLIDER_SIMD
    if (t.checks && t.pawns && t.castling) return count_by_simd(b, t, us);
#endif
    return count_by_generator(b, t, us);
}

#endif
