// SPDX-License-Identifier: MIT
#include "eval/eval.h"

#include "eval/classical.h"
#include "eval/racing_kings_eval.h"
#include "rules/registry.h"

EvaluationKind evaluation_kind(const Rules *rules) {
    return rules == &RACING_KINGS ? EVALUATION_RACING_KINGS : EVALUATION_CHESS;
}

const Evaluator *handcrafted_evaluator(const Rules *rules) {
    return evaluation_kind(rules) == EVALUATION_RACING_KINGS ? &RACING_KINGS_EVALUATOR
                                                             : &CLASSICAL_EVALUATOR;
}
