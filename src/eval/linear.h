// SPDX-License-Identifier: MIT
//
// Shared by the hand-crafted evaluators: a score is a sum of counted terms, each with a weight for
// the middlegame and one for the endgame. The same code can also record the counts (a trace). The
// trace is used to explain a score to the user and to fit the weights.
#ifndef EVAL_LINEAR_H
#define EVAL_LINEAR_H

#include "eval/eval.h"

/* Two 16-bit scores in one integer: addition, and multiplication by small numbers, work on both. */
typedef int32_t Tapered;
#define TAPERED(mg, eg) ((Tapered)((uint32_t)(eg) << 16) + (mg))
ROEK_INLINE int tapered_mg(Tapered t) {
    return (int16_t)(uint16_t)(uint32_t)t;
}
ROEK_INLINE int tapered_eg(Tapered t) {
    return (int16_t)(uint16_t)((uint32_t)(t + 0x8000) >> 16);
}

/* The counts of one side's terms. */
typedef struct {
    const Tapered *weights;
    Tapered score[2];  // by colour
    int16_t *trace[2]; // counts by colour and term, with EVAL_MODE_TRACE
} EvalSum;

/* Evaluations are compiled once per mode; in each the mode is a constant. */
typedef enum { EVAL_MODE_SCORE, EVAL_MODE_TRACE } EvalMode;

ROEK_INLINE void eval_sum_add(EvalSum *t, EvalMode mode, Color c, int term, int count) {
    t->score[c] += t->weights[term] * count;
    if (mode == EVAL_MODE_TRACE) t->trace[c][term] = (int16_t)(t->trace[c][term] + count);
}

ROEK_INLINE void eval_sum_merge(EvalSum *t, const Tapered score[2]) {
    t->score[WHITE] += score[WHITE];
    t->score[BLACK] += score[BLACK];
}

/* 24 with all pieces on the board, 0 with only kings and pawns. */
ROEK_INLINE int game_phase(const Board *b) {
    int phase = popcount(b->role[KNIGHT] | b->role[BISHOP]) + 2 * popcount(b->role[ROOK]) +
                4 * popcount(b->role[QUEEN]);
    return phase < 24 ? phase : 24;
}

ROEK_INLINE int tapered_blend(Tapered t, int phase) {
    return (tapered_mg(t) * phase + tapered_eg(t) * (24 - phase)) / 24;
}

/* A range of terms with one meaning. */
typedef struct {
    const char *name; // of the group, as shown to users
    const char *row;  // of these terms within the group
    int first, count;
} TermGroup;

/* What a fit (tools/tune_eval.c) needs from a linear evaluator. */
typedef struct {
    const char *name;
    const TermGroup *groups; // ended by a NULL name
    const Tapered *weights;
    int terms;
    /* Writes the counts of both colours' terms, the phase (0..24) and the scale of the endgame in
     * 1/64. */
    void (*trace)(const Position *pos, int16_t *white, int16_t *black, int *phase, int *scale);
} LinearModel;

extern const LinearModel CLASSICAL_MODEL;
extern const LinearModel RACING_KINGS_MODEL;

/* Interpolates between both scores by phase, after scaling the endgame score by scale/64. */
int linear_score(int midgame, int endgame, int phase, int scale);

/* Fills EvalTerm rows from a trace. */
int linear_explain(const LinearModel *model, const Position *pos, EvalTerm terms[EVAL_TERMS_MAX],
                   Score *scaled);

#endif
