// SPDX-License-Identifier: MIT
#include "eval/eval.h"

#include "eval/classical.h"
#include "eval/racing_kings_eval.h"

const Evaluator *handcrafted_evaluator(const Rules *rules) {
    return rules->evaluation == EVALUATION_RACING_KINGS ? &RACING_KINGS_EVALUATOR
                                                        : &CLASSICAL_EVALUATOR;
}
