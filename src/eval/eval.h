// SPDX-License-Identifier: MIT
//
// How good is a position, without looking ahead?
//
// One interface, several evaluators: which one a game uses is a matter of one table
// (evaluator_for).  Scores are in centipawns, from the side to move's point of view, always well
// inside ±EVAL_LIMIT, so that they never look like a forced win.
#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include "roek/core/position.h"

typedef int Score;
enum { EVAL_LIMIT = 20000 };

ROEK_INLINE Score score_within_limit(Score score) {
    return score >= EVAL_LIMIT ? EVAL_LIMIT - 1 : score <= -EVAL_LIMIT ? 1 - EVAL_LIMIT : score;
}

/* What an evaluator remembers between calls, to be fast; one per thread.  Never needed. */
typedef struct EvalCache EvalCache;
EvalCache *evalcache_new(void);
void evalcache_free(EvalCache *cache);

/* One group of terms of an evaluation, in centipawns as White sees it. */
typedef struct {
    const char *name;
    int midgame, endgame;    // before blending
    int white, black, total; // blended; white - black = total (up to rounding)
} EvalTerm;
enum { EVAL_TERMS_MAX = 24 };

typedef struct {
    const char *name;
    /* Legal position of the evaluator's game, not in check for best results; cache may be NULL. */
    Score (*evaluate)(const Position *pos, EvalCache *cache);
    /* The same score taken apart; returns the number of terms.  Their totals add up to the score
     * for White before the final scaling, which `scaled` receives. */
    int (*explain)(const Position *pos, EvalTerm terms[EVAL_TERMS_MAX], Score *scaled);
} Evaluator;

const Evaluator *evaluator_for(const Rules *rules);

#endif
