// SPDX-License-Identifier: MIT
//
// Perft: counts the leaves of the game tree, the standard test of a move generator.
//
// The functions of Rules count small trees themselves, on plain Boards. Above them the work is
// split over threads, and a hash table may store the counts of subtrees. Its entries are two words
// whose exclusive-or is the key, so a half-written entry is not recognised and no lock is needed
// (lockless hashing).
#ifndef CORE_PERFT_H
#define CORE_PERFT_H

#include "core/position.h"

#include <stdatomic.h>
#include <stddef.h>

typedef struct {
    int threads;             // at least 1
    size_t hash_mb;          // 0: no table
    const atomic_bool *stop; // gives up soon after it is set; NULL: never
    /* Now and then, on the calling thread: so many of the parts are counted.  NULL: not called. */
    void (*progress)(void *context, int done, int parts);
    /* On the calling thread, in the order of the moves: all leaves below one of them are counted.
     * NULL: not called. */
    void (*counted)(void *context, Move move, uint64_t move_nodes);
    void *context;
} PerftOptions;

typedef struct {
    uint64_t nodes;                 // all of them
    MoveList moves;                 // the legal moves,
    uint64_t move_nodes[MOVES_MAX]; // and the leaves below each
    bool whole[MOVES_MAX];          // all leaves below the move are counted
} PerftResult;

/* Leaves at `depth` >= 0.  False when memory ran out, or when *stop became true: then `out` has
 * what was counted until then. */
bool perft_count(const Position *pos, int depth, PerftOptions options, PerftResult *out);

#endif
