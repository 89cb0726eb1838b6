// SPDX-License-Identifier: MIT
//
// Compresses games with scores to little more than a byte per move.
//
// A move is coded as its rank in a list of the legal moves, likely ones first: winning captures,
// recaptures, moves with a good history.  A score is coded as the difference to the one before.
// Both use adaptive range coding.  The move ordering is part of the format and must not change.
#ifndef MATCH_TRAINING_CODEC_H
#define MATCH_TRAINING_CODEC_H

#include "base/codec/range_coder.h"
#include "core/position.h"

enum { SCORED_PLIES_MAX = 400, SCORED_OPENING_MAX = 16 };

/* A game from the start position: `opening` random moves, then `plies` moves, each with the score
 * before it from White's view.  The result is White's, in half-points. */
typedef struct {
    uint32_t number;
    int opening, plies, result;
    Move moves[SCORED_OPENING_MAX + SCORED_PLIES_MAX];
    int16_t scores[SCORED_PLIES_MAX];
} ScoredGame;

/* Adaptive statistics of the games so far; encoder and decoder keep the same. */
typedef struct {
    BitModel result[4];
    uint32_t number; // of the previous game
    NumberModel gap, opening, plies, rank[4], score[8];
    BitModel sign[3];
    int16_t history[16][64]; // how often a move was played, by piece and target
} TrainingCodec;

/* `first` is the number of the first game; numbers must rise. */
void training_codec_init(TrainingCodec *codec, uint32_t first);

/* Games must be legal, with numbers less than TRAINING_GAP_MAX apart. */
enum { TRAINING_GAP_MAX = 1 << 16 };
void training_encode(RangeEncoder *w, TrainingCodec *codec, const Rules *rules,
                     const ScoredGame *game);

/* False if the bytes do not encode a game. */
bool training_decode(RangeDecoder *r, TrainingCodec *codec, const Rules *rules, ScoredGame *out);

#endif
