// SPDX-License-Identifier: MIT
//
// What the mate search remembers: a hash table of 48-bit notes, shared by all threads.
//
//     +------------------+----------------------+-------+-------+
//     | key xor word     | note (48 bits)       |  age  | work  |   16 bytes, four to a bucket
//     +------------------+----------------------+-------+-------+
//
// The key is salted anew for each problem: a note speaks of one attacker, and so of one problem.
// A slot torn by two writers fails its key and is merely forgotten.  A full bucket drops the
// note that took the least work, so a full table slows the search down but never stops it.
//
// Two kinds of notes live side by side under different keys: bounds ("no mate up to lo, mate
// within hi, by this move") and the proof and disproof numbers of the depth-first search.
#ifndef SOLVE_MATE_MATE_TT_H
#define SOLVE_MATE_MATE_TT_H

#include "core/move.h"
#include "core/position.h"

#include <stddef.h>

typedef struct MateTT MateTT;

/* NULL without memory.  The size is rounded down to a power of two. */
MateTT *mate_tt_new(size_t megabytes);
void mate_tt_free(MateTT *table);

/* A new problem: the table is empty, starts small and grows as notes are made … */
void mate_tt_new_problem(MateTT *table);

/* … until threads share it: then it has its full size at once. */
void mate_tt_grow_fully(MateTT *table);

/* A problem to which mate_tt_restore comes back after others: what was noted about it is known
 * again, as far as nothing was written over it. */
typedef struct {
    uint64_t generation;
    size_t buckets;
    uint64_t free_slots;
} MateTTMark;

MateTTMark mate_tt_mark(const MateTT *table);
void mate_tt_restore(MateTT *table, MateTTMark mark);

bool mate_tt_probe(const MateTT *table, Key key, uint64_t *data);

/* How dear a note was: about the logarithm of the nodes below it. */
static inline int mate_tt_work(uint64_t nodes) {
    return 64 - __builtin_clzll(nodes | 1);
}

void mate_tt_store(MateTT *table, Key key, uint64_t data, int work);
void mate_tt_prefetch(const MateTT *table, Key key);

/* What is known about a position: with the attacker to move, or with the defender to move and so
 * many moves of the attacker to come. */
typedef struct {
    int lo;               // no mate in lo moves or fewer
    int hi;               // mate within hi moves; MATE_HI_NONE: none known
    Move move;            // begins the mate within hi, or NO_MOVE
    int restricted_lo[2]; // no mate in so many moves for an attacker restricted to a way
} MateBounds;

enum { MATE_HI_NONE = 255 };
#define MATE_BOUNDS_NONE ((MateBounds){.hi = MATE_HI_NONE})

MateBounds mate_tt_bounds(const MateTT *table, Key key);

/* Joins new knowledge with what the table has. */
void mate_tt_merge_bounds(MateTT *table, Key key, MateBounds bounds, int work);

#endif
