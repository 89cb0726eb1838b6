// SPDX-License-Identifier: MIT
#include "roek/eval/eval.h"

#include "roek/eval/classical.h"
#include "roek/eval/race.h"

const Evaluator *evaluator_for(const Rules *rules) {
    return rules->evaluation == EVALUATED_AS_RACE ? &RACE_EVALUATOR : &CLASSICAL_EVALUATOR;
}
