// SPDX-License-Identifier: MIT
//
// Multipliers that spread the bits of a number, for the slots and the keys of hash tables.  Each is
// odd, so no two numbers have the same product.  They are part of node counts and seeds: another
// value changes both.
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>

#define HASH_GOLDEN 0x9e3779b97f4a7c15u   // 2^64 divided by the golden ratio
#define HASH_GOLDEN_32 0x9e3779b1u        // the prime next to 2^32 divided by it
#define HASH_MURMUR_1 0xff51afd7ed558ccdu // both of MurmurHash3's 64-bit finalizer
#define HASH_MURMUR_2 0xc4ceb9fe1a85ec53u
#define HASH_DEGSKI 0xd6e8feb86659fd93u // of degski's 64-bit mixer
#define HASH_LCG 0xd1342543de82ef95u    // Steele and Vigna's for linear congruential generators

/* Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): one of 2^bits slots, 0 < bits
 * < 64, for a key whose own high bits may be few. */
static inline uint64_t hash_slot(uint64_t key, int bits) {
    return key * HASH_GOLDEN >> (64 - bits);
}

/* The key of a position together with something else that its answer depends on: a depth, a goal,
 * a clock.  A key that is salted twice takes two multipliers, or the salts could cancel out. */
static inline uint64_t hash_salt(uint64_t key, uint64_t salt, uint64_t multiplier) {
    return key ^ salt * multiplier;
}

#endif
