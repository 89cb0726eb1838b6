// SPDX-License-Identifier: MIT
#include "search/history.h"

/* Corrections are kept in 1/256 centipawn and never grow beyond half a pawn each. */
enum { GRAIN = 256, LIMIT = 48 * GRAIN };

int history_correction(const Histories *h, const Position *pos, int16_t follow, const Params *p) {
    Color us = position_turn(pos);
    int pawns = h->pawn_correction[us][pos->pawn_key % CORRECTION_SIZE];
    int white = h->piece_correction[us][WHITE][pos->piece_key[WHITE] % CORRECTION_SIZE];
    int black = h->piece_correction[us][BLACK][pos->piece_key[BLACK] % CORRECTION_SIZE];
    int sum = p->correction_pawn * pawns + p->correction_piece * (white + black) +
              p->correction_follow * follow;
    return sum / (100 * GRAIN);
}

/* Moves a correction towards the error seen, the more the deeper the search was. */
static void correct(int16_t *slot, int error, int weight) {
    int value = (*slot * (256 - weight) + error * GRAIN * weight) / 256;
    *slot = (int16_t)(value > LIMIT ? LIMIT : value < -LIMIT ? -LIMIT : value);
}

void history_correct(Histories *h, const Position *pos, int16_t *follow, int depth, int error) {
    Color us = position_turn(pos);
    int weight = depth < 15 ? depth + 1 : 16;
    correct(&h->pawn_correction[us][pos->pawn_key % CORRECTION_SIZE], error, weight);
    for (Color c = WHITE; c <= BLACK; c++)
        correct(&h->piece_correction[us][c][pos->piece_key[c] % CORRECTION_SIZE], error, weight);
    correct(follow, error, weight);
}
