// SPDX-License-Identifier: MIT
//
// The transposition table: what searches of the same position found, shared by all threads.
//
// No locks.  An entry is two words, the second of which holds the data and the first the key
// combined with it: two threads that write the same entry at once leave one that fits no key.
//
//     data:   63    48 47     32 31     16 15    8 7  3  2  1 0
//             +-------+---------+---------+-------+----+---+----+
//             | move  |  score  |  eval   | depth | age| pv|bound|
//             +-------+---------+---------+-------+----+---+----+
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include "core/move.h"
#include "search/score.h"

#include <stddef.h>

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct {
    Move move;
    Score score; // as seen from the probing node
    Score eval;  // static evaluation, SCORE_NONE if unknown
    int depth;
    Bound bound;
    bool pv;
} TTHit;

typedef struct TransTable TransTable;

TransTable *tt_new(size_t megabytes);
void tt_free(TransTable *tt);

/* Empties the table, with several threads when it is large. */
void tt_clear(TransTable *tt, int threads);

/* Call before each search: older entries give way. */
void tt_new_search(TransTable *tt);

bool tt_probe(const TransTable *tt, Key key, int ply, TTHit *out);
void tt_store(TransTable *tt, Key key, int ply, const TTHit *hit);
void tt_prefetch(const TransTable *tt, Key key);

/* How full with entries of this search, in permille. */
int tt_fullness(const TransTable *tt);

#endif
