// SPDX-License-Identifier: MIT
//
// Games with scores in little more than a byte a move.
//
// Of a move only its rank is written, in an order that puts likely moves first: captures by what
// they win, recaptures, what was played before on this board.  Of a score only its difference to
// the score before.  The order is part of the format: whoever changes it makes another format.
#ifndef MATCH_TRAINING_CODEC_H
#define MATCH_TRAINING_CODEC_H

#include "base/codec/range_coder.h"
#include "core/position.h"

enum { SCORED_PLIES_MAX = 400, SCORED_OPENING_MAX = 16 };

/* A game from the start position: `opening` random moves, then `plies` moves with the score White
 * had before each.  The result is White's, in half points. */
typedef struct {
    uint32_t number;
    int opening, plies, result;
    Move moves[SCORED_OPENING_MAX + SCORED_PLIES_MAX];
    int16_t scores[SCORED_PLIES_MAX];
} ScoredGame;

/* What a coder has learned of the games so far; the same for writing and reading. */
typedef struct {
    BitModel result[4];
    uint32_t number; // of the game before
    NumberModel gap, opening, plies, rank[4], score[8];
    BitModel sign[3];
    int16_t history[16][64]; // what was played, by piece and target
} TrainingCodec;

/* The first game's number is `first`; those of the others rise. */
void training_codec_init(TrainingCodec *codec, uint32_t first);

/* Legal games only, with numbers less than TRAINING_GAP_MAX apart. */
enum { TRAINING_GAP_MAX = 1 << 16 };
void training_encode(RangeEncoder *w, TrainingCodec *codec, const Rules *rules,
                     const ScoredGame *game);

/* False when the bytes are no game. */
bool training_decode(RangeDecoder *r, TrainingCodec *codec, const Rules *rules, ScoredGame *out);

#endif
