// SPDX-License-Identifier: MIT
//
// 128-bit arithmetic, as far as Roek needs it, also for compilers without such a type.
#ifndef BASE_UINT128_H
#define BASE_UINT128_H

#include <stdint.h>

typedef struct {
    uint64_t high, low;
} Uint128;

static inline void uint128_add(Uint128 *sum, Uint128 n) {
    sum->low += n.low;
    sum->high += n.high + (sum->low < n.low);
}

static inline Uint128 uint128_product(uint64_t a, uint64_t b) {
#if defined __SIZEOF_INT128__ && !defined __wasm__ // where it is a function call
    unsigned __int128 product = (unsigned __int128)a * b;
    return (Uint128){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a_high = a >> 32, a_low = (uint32_t)a, b_high = b >> 32, b_low = (uint32_t)b;
    uint64_t cross_a = a_high * b_low, cross_b = a_low * b_high;
    Uint128 product = {a_high * b_high + (cross_a >> 32) + (cross_b >> 32), a_low * b_low};
    uint128_add(&product, (Uint128){0, cross_a << 32});
    uint128_add(&product, (Uint128){0, cross_b << 32});
    return product;
#endif
}

static inline Uint128 uint128_quotient(Uint128 n, uint32_t divisor) {
    uint64_t remainder = n.high % divisor;
    uint64_t middle = remainder << 32 | n.low >> 32;
    uint64_t last = middle % divisor << 32 | (uint32_t)n.low;
    return (Uint128){n.high / divisor, (middle / divisor) << 32 | last / divisor};
}

/* The value as 64 bits; UINT64_MAX if it does not fit. */
static inline uint64_t uint128_saturate(Uint128 n) {
    return n.high ? UINT64_MAX : n.low;
}

#endif
