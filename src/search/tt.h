// SPDX-License-Identifier: MIT
//
// The transposition table: results of earlier searches by position, shared by all threads.
//
// The table has no locks. An entry is two words: the data, and the key XORed with the data. If two
// threads write the same entry at once, its words do not match and no probe accepts it (Hyatt and
// Mann 2002).
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
    Score score; // wins count plies from the search root
    Score eval;  // static evaluation, SCORE_NONE if unknown
    int depth;
    Bound bound;
    bool pv;
} TTHit;

typedef struct TransTable TransTable;

TransTable *tt_new(size_t megabytes);
void tt_free(TransTable *tt);

/* Clears the table, with several threads if it is large. */
void tt_clear(TransTable *tt, int threads);

/* To be called before each search: entries of older searches are replaced first. */
void tt_new_search(TransTable *tt);

bool tt_probe(const TransTable *tt, Key key, int ply, TTHit *out);
void tt_store(TransTable *tt, Key key, int ply, const TTHit *hit);
void tt_prefetch(const TransTable *tt, Key key);

/* The share of slots used by this search, in permille. */
int tt_fullness(const TransTable *tt);

#endif
