// SPDX-License-Identifier: MIT
//
// The hash table of the mate search: entries with 48 bits of data, shared by all threads.
//
//     +------------------+----------------------+-------+-------+
//     | key xor word     | data (48 bits)       |  age  | work  |   16 bytes, four to a bucket
//     +------------------+----------------------+-------+-------+
//
// The key is salted anew for each problem, since entries are valid for one attacker and one problem
// only. The table has no locks: if two threads write a slot at once, its words do not match and no
// probe accepts it. A full bucket drops the entry that took the least work, so a full table slows
// the search down but never stops it.
//
// Two kinds of entries are kept under different keys: bounds ("no mate up to lo, mate within hi, by
// this move"), and the proof and disproof numbers of the df-pn search.
#ifndef SOLVE_MATE_MATE_TT_H
#define SOLVE_MATE_MATE_TT_H

#include "core/move.h"
#include "core/position.h"

#include <stddef.h>

typedef struct MateTT MateTT;

/* NULL when memory is short. The size is rounded down to a power of two. */
MateTT *mate_tt_new(size_t megabytes);
void mate_tt_free(MateTT *table);

/* Begins a new problem: the table is logically empty, starts small and grows with its entries … */
void mate_tt_new_problem(MateTT *table);

/* … unless several threads share it: then it must have its full size from the start. */
void mate_tt_grow_fully(MateTT *table);

/* A mark of the current problem. After other problems, mate_tt_restore() makes its entries valid
 * again, except those that were overwritten. */
typedef struct {
    uint64_t generation;
    size_t buckets;
    uint64_t free_slots;
} MateTTMark;

MateTTMark mate_tt_mark(const MateTT *table);
void mate_tt_restore(MateTT *table, MateTTMark mark);

bool mate_tt_probe(const MateTT *table, Key key, uint64_t *data);

/* The work of an entry: about the binary logarithm of the nodes searched for it. */
static inline int mate_tt_work(uint64_t nodes) {
    return 64 - __builtin_clzll(nodes | 1);
}

void mate_tt_store(MateTT *table, Key key, uint64_t data, int work);
void mate_tt_prefetch(const MateTT *table, Key key);

/* What is known about a position. With the defender to move, lo and hi count the attacker's moves
 * to come. */
typedef struct {
    int lo;               // no mate in lo moves or fewer
    int hi;               // mate within hi moves; MATE_HI_NONE: none known
    Move move;            // begins the mate within hi, or NO_MOVE
    int restricted_lo[2]; // the same as lo for the restricted modes CONFINING and THREATS
} MateBounds;

enum { MATE_HI_NONE = 255 };
#define MATE_BOUNDS_NONE ((MateBounds){.hi = MATE_HI_NONE})

MateBounds mate_tt_bounds(const MateTT *table, Key key);

/* Merges new bounds into the table's entry. */
void mate_tt_merge_bounds(MateTT *table, Key key, MateBounds bounds, int work);

#endif
