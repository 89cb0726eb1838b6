// SPDX-License-Identifier: MIT
//
// The loops of an NnueKernel, written so that the compiler vectorises them for the instruction set
// of the including file. Included once by every kernel_*.c.
#include "nnue/kernel.h"
#include "nnue/network.h"

#include <string.h>

/* A vector as wide as the machine's registers. Unsigned, because overflow of signed numbers is
 * undefined: the sums stay within 16 bits, but the compiler does not know that. */
#if defined(__AVX512BW__)
enum { LANES = 32 };
#elif defined(__AVX2__)
enum { LANES = 16 };
#else
enum { LANES = 8 };
#endif
typedef uint16_t Lanes __attribute__((vector_size(2 * LANES)));
enum { LANES_PER_BLOCK = NET_BLOCK / LANES };

static inline Lanes load(const int16_t *at) {
    Lanes lanes;
    memcpy(&lanes, at, sizeof lanes);
    return lanes;
}
static inline void store(int16_t *at, Lanes lanes) {
    memcpy(at, &lanes, sizeof lanes);
}

/* A block of neurons stays in registers while all changes are applied to it. Applying one change to
 * all neurons at a time would store and load the sums once per change. */
static void update(const int16_t *from, int16_t *to, int neurons, const RowChanges *changes) {
    for (int at = 0; at < neurons; at += NET_BLOCK) {
        Lanes block[LANES_PER_BLOCK];
        for (int i = 0; i < LANES_PER_BLOCK; i++) block[i] = load(from + at + i * LANES);
        for (int k = 0; k < changes->added; k++)
            for (int i = 0; i < LANES_PER_BLOCK; i++)
                block[i] += load(changes->add[k] + at + i * LANES);
        for (int k = 0; k < changes->removed; k++)
            for (int i = 0; i < LANES_PER_BLOCK; i++)
                block[i] -= load(changes->remove[k] + at + i * LANES);
        for (int i = 0; i < LANES_PER_BLOCK; i++) store(to + at + i * LANES, block[i]);
    }
}

#ifdef __wasm_simd128__
#include <wasm_simd128.h>

/* Written with intrinsics: compilers do not emit i32x4.dot_i16x8 by themselves. */
static int32_t weighted_sum(const int16_t *sums, const int16_t *weights, int neurons) {
    v128_t total = wasm_i32x4_splat(0), one = wasm_i16x8_splat(NET_ONE);
    for (int i = 0; i < neurons; i += 8) {
        v128_t active = wasm_i16x8_max(wasm_v128_load(sums + i), wasm_i16x8_splat(0));
        active = wasm_i16x8_min(active, one);
        v128_t weighted = wasm_i16x8_mul(active, wasm_v128_load(weights + i));
        total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(weighted, active));
    }
    return wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) +
           wasm_i32x4_extract_lane(total, 2) + wasm_i32x4_extract_lane(total, 3);
}
#else

/* Weights are at most 128 and activations at most 255, so their product fits into 16 bits, and the
 * compiler emits the instruction that multiplies and adds pairs (pmaddwd). */
static inline int32_t weighted_sum(const int16_t *sums, const int16_t *weights, int neurons) {
    int32_t total = 0;
    for (int i = 0; i < neurons; i++) {
        int16_t active = sums[i] < 0 ? 0 : sums[i] > NET_ONE ? NET_ONE : sums[i];
        int16_t weighted = (int16_t)(active * weights[i]);
        total += weighted * active;
    }
    return total;
}
#endif

static int32_t forward(const int16_t *own, const int16_t *other, const int16_t *weights,
                       int neurons) {
    return weighted_sum(own, weights, neurons) + weighted_sum(other, weights + neurons, neurons);
}
