// SPDX-License-Identifier: MIT
//
// How good is a position, without looking ahead?
//
// One interface, several evaluators: which one a game uses is a matter of one table
// (handcrafted_evaluator).  Scores are in centipawns, from the side to move's point of view, always
// well inside ±EVAL_LIMIT, so that they never look like a forced win.
//
// An evaluator may keep a state to be fast, one per thread: what it remembers is its own matter,
// and the score is the same without.
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

/* What an evaluator remembers between calls; each has its own kind. */
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
    /* NULL when memory is short; then the evaluator is slower, not wrong. */
    EvalState *(*state_new)(const Evaluator *self);
    void (*state_free)(EvalState *state); // NULL is no state, and nothing to free
    /* Legal position of the evaluator's game, not in check for best results.  `state` may be NULL.
     * `ply` (0 … EVAL_PLY_MAX) says how deep in a tree the position is: those at the plies before
     * are most likely the ones it came from. */
    Score (*evaluate)(const Evaluator *self, EvalState *state, const Position *pos, int ply);
    /* The same score taken apart; returns the number of terms.  Their totals add up to the score
     * for White before the final scaling, which `scaled` receives. */
    int (*explain)(const Evaluator *self, const Position *pos, EvalTerm terms[EVAL_TERMS_MAX],
                   Score *scaled);
};

/* The hand-written evaluator of a game. */
const Evaluator *handcrafted_evaluator(const Rules *rules);

/* Once, with nothing remembered. */
static inline Score evaluate_once(const Evaluator *evaluator, const Position *pos) {
    return evaluator->evaluate(evaluator, NULL, pos, 0);
}

#endif
