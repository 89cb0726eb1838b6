// SPDX-License-Identifier: MIT
#include "eval/eval.h"

#include "eval/classical.h"
#include "eval/racing_kings_eval.h"

const Evaluator *evaluator_for(const Rules *rules) {
    return rules->evaluation == EVALUATED_AS_RACE ? &RACE_EVALUATOR : &CLASSICAL_EVALUATOR;
}
