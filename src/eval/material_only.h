// SPDX-License-Identifier: MIT
//
// The evaluation of positions in which a side has more than 16 pieces, as a user may set up. The
// other evaluators assume positions from games (their sums have 16 bits), so here only material
// counts.
#ifndef EVAL_MATERIAL_ONLY_H
#define EVAL_MATERIAL_ONLY_H

#include "eval/eval.h"

ROEK_INLINE bool material_only_is_needed(const Board *b) {
    return popcount(b->color[WHITE]) > 16 || popcount(b->color[BLACK]) > 16;
}

Score material_only_evaluate(const Position *pos);
int material_only_explain(const Position *pos, EvalTerm terms[EVAL_TERMS_MAX], Score *scaled);

#endif
