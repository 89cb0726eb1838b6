// SPDX-License-Identifier: MIT
//
// Random numbers that are the same for a seed on every machine (splitmix64). Not for cryptography.
// base/os/random_seed.h has seeds that differ.
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include "base/hash.h"

#include <stdint.h>

typedef struct {
    uint64_t state;
} Rng;

static inline Rng rng_seeded(uint64_t seed) {
    return (Rng){seed};
}

/* The generator number `number` of those that a seed stands for. */
static inline Rng rng_seeded_nth(uint64_t seed, uint64_t number) {
    return rng_seeded(seed * HASH_GOLDEN + number);
}

static inline uint64_t rng_next(Rng *rng) {
    uint64_t z = rng->state += HASH_GOLDEN;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The next number of Marsaglia's xorshift64 (shifts 13, 7, 17), which is also its state: never 0,
 * and faster than rng_next where a quick and rough order will do. */
static inline uint64_t xorshift64(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* A number in [0, n), n > 0; the bias is below n / 2^32. */
static inline uint32_t rng_below(Rng *rng, uint32_t n) {
    return (uint32_t)(((rng_next(rng) >> 32) * n) >> 32);
}

#endif
