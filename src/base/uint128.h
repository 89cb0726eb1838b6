// SPDX-License-Identifier: MIT
//
// The little arithmetic on 128 bits that is needed, also where compilers have no such type.
#ifndef BASE_UINT128_H
#define BASE_UINT128_H

#include <stdint.h>

typedef struct {
    uint64_t high, low;
} Wide;

static inline void wide_add(Wide *sum, Wide n) {
    sum->low += n.low;
    sum->high += n.high + (sum->low < n.low);
}

static inline Wide wide_product(uint64_t a, uint64_t b) {
#if defined __SIZEOF_INT128__ && !defined __wasm__ // which has the type, but calls a function
    unsigned __int128 product = (unsigned __int128)a * b;
    return (Wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a_high = a >> 32, a_low = (uint32_t)a, b_high = b >> 32, b_low = (uint32_t)b;
    uint64_t across = a_high * b_low, back = a_low * b_high;
    Wide product = {a_high * b_high + (across >> 32) + (back >> 32), a_low * b_low};
    wide_add(&product, (Wide){0, across << 32});
    wide_add(&product, (Wide){0, back << 32});
    return product;
#endif
}

static inline Wide wide_quotient(Wide n, uint32_t divisor) {
    uint64_t rest = n.high % divisor;
    uint64_t middle = rest << 32 | n.low >> 32;
    uint64_t last = middle % divisor << 32 | (uint32_t)n.low;
    return (Wide){n.high / divisor, (middle / divisor) << 32 | last / divisor};
}

/* As a single word; the largest one if it does not fit. */
static inline uint64_t wide_saturated(Wide n) {
    return n.high ? UINT64_MAX : n.low;
}

#endif
