// SPDX-License-Identifier: MIT
//
// Random numbers that repeat for a seed on every machine (splitmix64).  Not for secrets.
// base/os/random_seed.h has seeds that differ.
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} Rng;

static inline Rng rng_seeded(uint64_t seed) {
    return (Rng){seed};
}

static inline uint64_t rng_next(Rng *rng) {
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A number in [0, n), n > 0; the bias is below n / 2^32. */
static inline uint32_t rng_below(Rng *rng, uint32_t n) {
    return (uint32_t)(((rng_next(rng) >> 32) * n) >> 32);
}

#endif
