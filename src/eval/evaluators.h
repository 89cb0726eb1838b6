// SPDX-License-Identifier: MIT
//
// Selects the evaluator of a game: the network for its kind, or the hand-crafted one.
#ifndef EVAL_EVALUATORS_H
#define EVAL_EVALUATORS_H

#include "eval/nnue_eval.h"

/* The available networks: embedded, or loaded by evaluators_load(). The struct must not move while
 * an evaluator taken from it is in use. */
typedef struct {
    NnueEvaluator nnue[2]; // [0] for games whose sides face each other, [1] for races
    bool has_network[2];
    void *memory[2]; // the copy made by evaluators_load(); NULL: none
} Evaluators;

void evaluators_init(Evaluators *all);
void evaluators_free(Evaluators *all);

/* The network, or the hand-crafted evaluator if there is no network or `classical` is true. */
const Evaluator *evaluators_select(const Evaluators *all, const Rules *rules, bool classical);

/* Copies a network and uses it from now on; returns NULL or what is wrong with it. */
const char *evaluators_load(Evaluators *all, const uint8_t *data, size_t size);

#endif
