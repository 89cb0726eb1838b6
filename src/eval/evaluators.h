// SPDX-License-Identifier: MIT
//
// Which evaluator a game uses: the network for its kind, or the hand-written one.
#ifndef EVAL_EVALUATORS_H
#define EVAL_EVALUATORS_H

#include "eval/nnue_eval.h"

/* The networks at hand, those of the program or others.  It must stay where it is while
 * evaluators taken from it are used. */
typedef struct {
    NnueEvaluator nnue[2]; // for games whose sides face each other, for races
    bool has_network[2];
    void *memory[2]; // of a network read from outside; NULL: none
} Evaluators;

void evaluators_init(Evaluators *all);
void evaluators_free(Evaluators *all);

/* The network where there is one and `classical` is false. */
const Evaluator *evaluators_select(const Evaluators *all, const Rules *rules, bool classical);

/* Copies a network and uses it from now on; returns NULL or what is wrong with it. */
const char *evaluators_load(Evaluators *all, const uint8_t *data, size_t size);

#endif
