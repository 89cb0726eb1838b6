// SPDX-License-Identifier: MIT
//
// An NNUE network as an evaluator.
#ifndef EVAL_NNUE_EVAL_H
#define EVAL_NNUE_EVAL_H

#include "eval/eval.h"
#include "nnue/accumulator.h"

/* An evaluator that contains its network; it can be copied. */
typedef struct {
    Evaluator evaluator; // first member: a pointer to it is a pointer to the whole
    Network network;
    const NnueKernel *kernel;
} NnueEvaluator;

NnueEvaluator nnue_evaluator(const Network *network);

/* The value of each piece to its own side: how much the score falls when the piece is removed from
 * the board. 0 for kings and empty squares. */
void nnue_piece_values(const Evaluator *nnue, const Position *pos, Score values[64]);

#endif
