// SPDX-License-Identifier: MIT
//
// What earlier parts of a search taught about moves and evaluations, one set per thread.
//
// A history value moves towards its bound with every bonus (gravity), so old lessons fade.
#ifndef SEARCH_HISTORY_H
#define SEARCH_HISTORY_H

#include "core/position.h"
#include "search/params.h"

#include <string.h>

enum { HISTORY_MAX = 16384, CORRECTION_SIZE = 16384 };

typedef int16_t PieceTo[16][64]; // by piece and target

typedef struct {
    int16_t quiet[2][4][64][64];  // by side, whether from and to are attacked, from and to
    int16_t noisy[16][64][8];     // captures: by piece, target and what is taken
    PieceTo continuation[16][64]; // by an earlier move's piece and target, then as above
    Move counter[16][64];         // the reply that refuted a move last time
    int16_t pawn_correction[2][CORRECTION_SIZE];     // how wrong evaluations were, by pawns,
    int16_t piece_correction[2][2][CORRECTION_SIZE]; // and by either side's other pieces,
    PieceTo follow_correction[16][64];               // and by the last two moves
} Histories;

static inline void histories_clear(Histories *h) {
    memset(h, 0, sizeof *h);
}

ROEK_INLINE void history_add(int16_t *slot, int bonus) {
    int size = bonus < 0 ? -bonus : bonus;
    *slot = (int16_t)(*slot + bonus - *slot * size / HISTORY_MAX);
}

/* Fetches what history_correction will read. */
ROEK_INLINE void history_prefetch(const Histories *h, const Position *pos) {
    Color us = position_turn(pos);
    __builtin_prefetch(&h->pawn_correction[us][pos->pawn_key % CORRECTION_SIZE]);
    for (Color c = WHITE; c <= BLACK; c++)
        __builtin_prefetch(&h->piece_correction[us][c][pos->piece_key[c] % CORRECTION_SIZE]);
}

/* A correction to add to the static evaluation, in centipawns.  `follow`: what follow_correction
 * holds for the last two moves. */
int history_correction(const Histories *h, const Position *pos, int16_t follow,
                       const SearchParams *p);

/* Learns from a search of `depth` that found `error` more than the evaluation. */
void history_correct(Histories *h, const Position *pos, int16_t *follow, int depth, int error);

#endif
