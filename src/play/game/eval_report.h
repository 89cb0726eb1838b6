// SPDX-License-Identifier: MIT
//
// A static evaluation explained: term by term, and for a network man by man, with the hand-written
// terms beside it.
#ifndef PLAY_GAME_EVAL_REPORT_H
#define PLAY_GAME_EVAL_REPORT_H

#include "base/text/text.h"
#include "eval/eval.h"

void eval_report_write(Text *out, const Evaluator *evaluator, const Position *pos);

#endif
