// SPDX-License-Identifier: MIT
//
// Sets of squares for the loop solver, a template.  LOOP_WORDS is the number of 64-bit words.  Set
// operations work on the whole set as one vector, single squares on one of its words.
#ifndef SOLVE_LOOP_LOOP_SET_KERNEL_H
#define SOLVE_LOOP_LOOP_SET_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

/* Needs no stricter alignment than malloc gives. */
#if LOOP_WORDS == 1
typedef uint64_t SquareWords;
#else
typedef uint64_t SquareWords __attribute__((vector_size(8 * LOOP_WORDS), aligned(16)));
#endif

typedef union {
    uint64_t w[LOOP_WORDS];
    SquareWords all;
} SquareSet;

#define SET_FOR(i) for (int i = 0; i < LOOP_WORDS; i++)

static inline SquareSet set_or(SquareSet a, SquareSet b) {
    a.all |= b.all;
    return a;
}

static inline SquareSet set_and(SquareSet a, SquareSet b) {
    a.all &= b.all;
    return a;
}

static inline SquareSet set_minus(SquareSet a, SquareSet b) {
    a.all &= ~b.all;
    return a;
}

static inline bool set_is_empty(SquareSet a) {
    uint64_t any = 0;
    SET_FOR(i) any |= a.w[i];
    return any == 0;
}

static inline bool set_meets(SquareSet a, SquareSet b) {
    return !set_is_empty(set_and(a, b));
}

static inline bool set_equal(SquareSet a, SquareSet b) {
    a.all ^= b.all;
    return set_is_empty(a);
}

static inline int set_size(SquareSet a) {
    int n = 0;
    SET_FOR(i) n += __builtin_popcountll(a.w[i]);
    return n;
}

static inline bool set_has(const SquareSet *a, int s) {
    return LOOP_WORDS == 1 ? a->w[0] >> s & 1 : a->w[s >> 6] >> (s & 63) & 1;
}

static inline void set_add(SquareSet *a, int s) {
    a->w[LOOP_WORDS == 1 ? 0 : s >> 6] |= 1ull << (s & 63);
}

/* The set must not be empty. */
static inline int set_lowest(SquareSet a) {
    int i = 0;
    while (i < LOOP_WORDS - 1 && !a.w[i]) i++;
    return i * 64 + __builtin_ctzll(a.w[i]);
}

static inline int set_highest(SquareSet a) {
    int i = LOOP_WORDS - 1;
    while (i > 0 && !a.w[i]) i--;
    return i * 64 + 63 - __builtin_clzll(a.w[i]);
}

/* Iterates over the members of a set in ascending order.  `break` does not work inside, as these
 * are nested loops.  Each word is copied first: clearing a bit of the set in memory would delay the
 * next vector load of the set. */
#define SET_EACH(square, set)                                        \
    SET_FOR(word_)                                                   \
    for (uint64_t bits_ = (set).w[word_]; bits_; bits_ &= bits_ - 1) \
        for (int square = word_ * 64 + __builtin_ctzll(bits_), once_ = 1; once_; once_ = 0)

/* Stores the members in ascending order; returns their number. */
static inline int set_list(SquareSet a, uint16_t list[64 * LOOP_WORDS]) {
    int n = 0;
    SET_EACH(square, a) list[n++] = (uint16_t)square;
    return n;
}

#endif
