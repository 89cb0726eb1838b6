// SPDX-License-Identifier: MIT
//
// History tables: statistics of earlier parts of a search about moves and evaluations, one set per
// thread.
//
// Every bonus moves a history value towards its bound (gravity), so the influence of old results
// decays.
#ifndef SEARCH_HISTORY_H
#define SEARCH_HISTORY_H

#include "core/position.h"
#include "search/params.h"

#include <string.h>

enum { HISTORY_MAX = 16384, CORRECTION_SIZE = 16384 };

typedef int16_t PieceTo[16][64]; // by piece and target

typedef struct {
    int16_t quiet[2][4][64][64];  // by side, whether from and to are attacked, from and to
    int16_t noisy[16][64][8];     // captures: by piece, target and captured role
    PieceTo continuation[16][64]; // by piece and target of an earlier move, then of this move
    Move counter[16][64];         // the reply that refuted a move last time (counter move)
    int16_t pawn_correction[2][CORRECTION_SIZE];     // errors of the static evaluation: by pawns,
    int16_t piece_correction[2][2][CORRECTION_SIZE]; // by either side's other pieces,
    PieceTo follow_correction[16][64];               // and by the last two moves
} Histories;

static inline void histories_clear(Histories *h) {
    memset(h, 0, sizeof *h);
}

ROEK_INLINE void history_add(int16_t *slot, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *slot = (int16_t)(*slot + bonus - *slot * size / HISTORY_MAX);
}

/* Prefetches the entries that history_correction() will read. */
ROEK_INLINE void history_prefetch(const Histories *h, const Position *pos) {
    Color us = position_turn(pos);
    __builtin_prefetch(&h->pawn_correction[us][pos->pawn_key % CORRECTION_SIZE]);
    for (Color c = WHITE; c <= BLACK; c++)
        __builtin_prefetch(&h->piece_correction[us][c][pos->piece_key[c] % CORRECTION_SIZE]);
}

/* Correction history: the correction to add to the static evaluation, in centipawns. `follow` is
 * the entry of follow_correction for the last two moves. */
int history_correction(const Histories *h, const Position *pos, int16_t follow,
                       const SearchParams *p);

/* Updates the corrections after a search of `depth` whose score differed by `error` from the static
 * evaluation. */
void history_correct(Histories *h, const Position *pos, int16_t *follow, int depth, int error);

#endif
