// SPDX-License-Identifier: MIT
//
// Attacks of all sliders of a side at once: each SIMD lane (AVX2) computes one direction.
//
// In one direction each square is attacked by at most one slider, so the number of moves is the
// number of bits. There is no loop or branch that depends on the number of pieces. The member `up`
// of a BitboardX8 holds four directions, `down` the opposite four:
//
//     lane     0      1      2           3
//     up       north  east   north-east  north-west      squares << 8, 1, 9, 7
//     down     south  west   south-west  south-east      squares >> 8, 1, 9, 7
//
// Rays are filled in three steps of 1, 2 and 4 squares (Kogge-Stone parallel prefix). Without AVX2
// ROEK_HAVE_SLIDER_SIMD is not defined.
#ifndef CORE_SLIDER_SIMD_H
#define CORE_SLIDER_SIMD_H

#ifdef __AVX2__
#define ROEK_HAVE_SLIDER_SIMD

#include "core/board.h"

#include <immintrin.h>

typedef Bitboard BitboardX4 __attribute__((vector_size(32)));

typedef struct {
    BitboardX4 up, down;
} BitboardX8;

#define X4_SHIFTS ((BitboardX4){8, 1, 9, 7})
/* The squares on which a step may end: masks out steps that wrap around the edge of the board. */
#define X4_NO_WRAP_UP ((BitboardX4){~0ull, ~FILE_A, ~FILE_A, ~FILE_H})
#define X4_NO_WRAP_DOWN ((BitboardX4){~0ull, ~FILE_H, ~FILE_H, ~FILE_A})

/* The same bitboard in every lane. */
ROEK_INLINE BitboardX4 x4_broadcast(Bitboard set) {
    return (BitboardX4){set, set, set, set};
}

/* Rooks and queens in lanes 0 and 1, bishops and queens in lanes 2 and 3. */
ROEK_INLINE BitboardX4 x4_sliders(const Board *b, Color c) {
    Bitboard straight = board_rook_like(b, c), slanting = board_bishop_like(b, c);
    return (BitboardX4){straight, straight, slanting, slanting};
}

/* The union of all lanes, in every lane. */
ROEK_INLINE BitboardX4 x4_union(BitboardX4 a) {
    a |= (BitboardX4)_mm256_permute4x64_epi64((__m256i)a, _MM_SHUFFLE(1, 0, 3, 2));
    return a | (BitboardX4)_mm256_shuffle_epi32((__m256i)a, _MM_SHUFFLE(1, 0, 3, 2));
}

/* The number of squares in each lane. */
ROEK_INLINE BitboardX4 x4_popcount(BitboardX4 a) {
#if defined(__AVX512VPOPCNTDQ__) && defined(__AVX512VL__)
    return (BitboardX4)_mm256_popcnt_epi64((__m256i)a);
#else
    const __m256i nibble = _mm256_set1_epi8(15);
    const __m256i bits = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                                          0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i low = _mm256_and_si256((__m256i)a, nibble);
    __m256i high = _mm256_and_si256((__m256i)(a >> 4), nibble);
    __m256i bytes =
        _mm256_add_epi8(_mm256_shuffle_epi8(bits, low), _mm256_shuffle_epi8(bits, high));
    return (BitboardX4)_mm256_sad_epu8(bytes, _mm256_setzero_si256());
#endif
}

ROEK_INLINE uint64_t x4_sum(BitboardX4 a) {
    return a[0] + a[1] + a[2] + a[3];
}

/* Moves every square one step in the direction of its lane. */
ROEK_INLINE BitboardX8 x8_step(BitboardX8 c) {
    return (BitboardX8){(c.up << X4_SHIFTS) & X4_NO_WRAP_UP,
                        (c.down >> X4_SHIFTS) & X4_NO_WRAP_DOWN};
}

/* Kogge-Stone propagators: the squares that are the last of 1, 2 and 4 empty squares in a row. */
typedef struct {
    BitboardX8 one, two, four;
} SliderPropagators;

ROEK_INLINE SliderPropagators slider_propagators(Bitboard empty) {
    SliderPropagators w;
    w.one.up = x4_broadcast(empty) & X4_NO_WRAP_UP;
    w.one.down = x4_broadcast(empty) & X4_NO_WRAP_DOWN;
    w.two.up = w.one.up & (w.one.up << X4_SHIFTS);
    w.two.down = w.one.down & (w.one.down >> X4_SHIFTS);
    w.four.up = w.two.up & (w.two.up << 2 * X4_SHIFTS);
    w.four.down = w.two.down & (w.two.down >> 2 * X4_SHIFTS);
    return w;
}

/* Attacks of sliders, each in the directions of the lanes that contain it, including the first
 * occupied square. */
ROEK_INLINE BitboardX8 x8_slider_attacks(BitboardX4 pieces, const SliderPropagators *w) {
    BitboardX8 c = {pieces, pieces};
    c.up |= w->one.up & (c.up << X4_SHIFTS);
    c.down |= w->one.down & (c.down >> X4_SHIFTS);
    c.up |= w->two.up & (c.up << 2 * X4_SHIFTS);
    c.down |= w->two.down & (c.down >> 2 * X4_SHIFTS);
    c.up |= w->four.up & (c.up << 4 * X4_SHIFTS);
    c.down |= w->four.down & (c.down >> 4 * X4_SHIFTS);
    return x8_step(c);
}

/* Attacks of knights: the eight jumps as lanes. */
ROEK_INLINE BitboardX8 x8_knight_attacks(Bitboard knights) {
    const Bitboard ab = FILE_A | FILE_A << 1, gh = FILE_H | FILE_H >> 1;
    const BitboardX4 jumps = {17, 15, 10, 6};
    return (BitboardX8){(x4_broadcast(knights) << jumps) & (BitboardX4){~FILE_A, ~FILE_H, ~ab, ~gh},
                        (x4_broadcast(knights) >> jumps) &
                            (BitboardX4){~FILE_H, ~FILE_A, ~gh, ~ab}};
}

#endif
#endif
