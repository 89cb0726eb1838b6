// SPDX-License-Identifier: MIT
#include "roek/eval/eval.h"

#include "roek/eval/classical.h"
#include "roek/eval/race.h"

static const Evaluator CLASSICAL = {"classical", classical_evaluate, classical_explain};
static const Evaluator RACE = {"race", race_evaluate, race_explain};

const Evaluator *evaluator_for(const Rules *rules) {
    return rules->evaluation == EVALUATED_AS_RACE ? &RACE : &CLASSICAL;
}
