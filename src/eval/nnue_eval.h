// SPDX-License-Identifier: MIT
//
// Networks as evaluators.
#ifndef EVAL_NNUE_EVAL_H
#define EVAL_NNUE_EVAL_H

#include "eval/eval.h"
#include "nnue/accumulator.h"

/* A value: an evaluator with its network inside. */
typedef struct {
    Evaluator evaluator; // first: a pointer to it is a pointer to the whole
    Network network;
    const NnueKernel *kernel;
} NnueEvaluator;

NnueEvaluator nnue_evaluator(const Network *network);

/* What each man is worth to its own side where it stands: how much the score falls when it is
 * taken off the board.  0 for kings and empty squares. */
void nnue_piece_values(const Evaluator *nnue, const Position *pos, Score values[64]);

#endif
