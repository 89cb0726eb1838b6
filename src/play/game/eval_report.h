// SPDX-License-Identifier: MIT
//
// Explains a static evaluation: its terms, and for a network the value of each piece, with the
// classical terms for comparison.
#ifndef PLAY_GAME_EVAL_REPORT_H
#define PLAY_GAME_EVAL_REPORT_H

#include "base/text/text.h"
#include "eval/eval.h"

void eval_report_write(Text *out, const Evaluator *evaluator, const Position *pos);

#endif
