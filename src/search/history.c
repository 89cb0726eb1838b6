// SPDX-License-Identifier: MIT
#include "search/history.h"

/* Corrections are stored in 1/256 centipawn; each is limited to half a pawn. */
enum { CORRECTION_GRAIN = 256, CORRECTION_LIMIT = 48 * CORRECTION_GRAIN };

int history_correction(const Histories *h, const Position *pos, int16_t follow,
                       const SearchParams *p) {
    Color us = position_turn(pos);
    int pawns = h->pawn_correction[us][pos->pawn_key % CORRECTION_SIZE];
    int white = h->piece_correction[us][WHITE][pos->piece_key[WHITE] % CORRECTION_SIZE];
    int black = h->piece_correction[us][BLACK][pos->piece_key[BLACK] % CORRECTION_SIZE];
    int sum = p->correction_pawn * pawns + p->correction_piece * (white + black) +
              p->correction_follow * follow;
    return sum / (100 * CORRECTION_GRAIN);
}

/* Moves a correction towards the observed error; deeper searches have more weight. */
static void update_correction(int16_t *slot, int error, int weight) {
    int value = (*slot * (256 - weight) + error * CORRECTION_GRAIN * weight) / 256;
    *slot = (int16_t)(value > CORRECTION_LIMIT    ? CORRECTION_LIMIT
                      : value < -CORRECTION_LIMIT ? -CORRECTION_LIMIT
                                                  : value);
}

void history_correct(Histories *h, const Position *pos, int16_t *follow, int depth, int error) {
    Color us = position_turn(pos);
    int weight = depth < 15 ? depth + 1 : 16;
    update_correction(&h->pawn_correction[us][pos->pawn_key % CORRECTION_SIZE], error, weight);
    for (Color c = WHITE; c <= BLACK; c++)
        update_correction(&h->piece_correction[us][c][pos->piece_key[c] % CORRECTION_SIZE], error,
                          weight);
    update_correction(follow, error, weight);
}
