// SPDX-License-Identifier: MIT
//
// Static evaluation: the interface of all evaluators.
//
// handcrafted_evaluator() chooses the one for a game. Scores are in centipawns from the view of the
// side to move, and always well inside ±EVAL_LIMIT, so that no score looks like a forced win.
//
// An evaluator may keep a state to be fast, one per thread. The state is a cache: the score is the
// same without it.
#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include "core/position.h"

#include <stddef.h>

typedef int Score;

/* Which evaluation understands a game. */
typedef enum { EVALUATION_CHESS, EVALUATION_RACING_KINGS } EvaluationKind;
enum { EVALUATION_KINDS = EVALUATION_RACING_KINGS + 1 };

/* Games that no evaluation was made for are judged as chess. */
EvaluationKind evaluation_kind(const Rules *rules);
enum { EVAL_LIMIT = 20000, EVAL_PLY_MAX = 255 };

ROEK_INLINE Score score_within_limit(Score score) {
    return score >= EVAL_LIMIT ? EVAL_LIMIT - 1 : score <= -EVAL_LIMIT ? 1 - EVAL_LIMIT : score;
}

/* An evaluator's cache between calls; each evaluator has its own type behind it. */
typedef struct EvalState EvalState;

/* One group of terms of an evaluation, in centipawns as White sees it. */
typedef struct {
    const char *name;
    int midgame, endgame;    // before blending
    int white, black, total; // blended; white - black = total (up to rounding)
} EvalTerm;
enum { EVAL_TERMS_MAX = 24 };

typedef struct Evaluator Evaluator;
struct Evaluator {
    const char *name;
    /* NULL when memory is short. Evaluation without a state gives the same scores, more slowly. */
    EvalState *(*state_new)(const Evaluator *self);
    void (*state_free)(EvalState *state); // NULL is allowed
    /* Evaluates a legal position of the evaluator's game; scores are most accurate when the side to
     * move is not in check. `state` may be NULL. `ply` (0 … EVAL_PLY_MAX) is the distance from the
     * search root: the ancestors of `pos` are probably the positions last evaluated at smaller
     * plies. */
    Score (*evaluate)(const Evaluator *self, EvalState *state, const Position *pos, int ply);
    /* Breaks the score down into terms and returns their number. The totals add up to White's score
     * before the final scaling; `scaled` receives the score after it. */
    int (*explain)(const Evaluator *self, const Position *pos, EvalTerm terms[EVAL_TERMS_MAX],
                   Score *scaled);
};

/* The hand-crafted evaluator of a game. */
const Evaluator *handcrafted_evaluator(const Rules *rules);

/* Evaluates without a state. */
static inline Score evaluate_once(const Evaluator *evaluator, const Position *pos) {
    return evaluator->evaluate(evaluator, NULL, pos, 0);
}

#endif
