// SPDX-License-Identifier: MIT
#include "eval/linear.h"

#include <stdlib.h>
#include <string.h>

/* The weighted sum of a group of counts. */
static Tapered group_score(const LinearModel *model, const TermGroup *g, const int16_t *counts) {
    Tapered sum = 0;
    for (int i = g->first; i < g->first + g->count; i++) sum += model->weights[i] * counts[i];
    return sum;
}

static void add_group(const LinearModel *model, const TermGroup *g, const int16_t *white,
                      const int16_t *black, int phase, EvalTerm *term) {
    Tapered w = group_score(model, g, white), b = group_score(model, g, black);
    term->midgame += tapered_mg(w) - tapered_mg(b);
    term->endgame += tapered_eg(w) - tapered_eg(b);
    term->white += tapered_blend(w, phase);
    term->black += tapered_blend(b, phase);
    term->total = term->white - term->black;
}

int linear_score(int midgame, int endgame, int phase, int scale) {
    return score_within_limit((midgame * phase + endgame * scale / 64 * (24 - phase)) / 24);
}

int linear_explain(const LinearModel *model, const Position *pos, EvalTerm terms[EVAL_TERMS_MAX],
                   Score *scaled) {
    int16_t *counts = calloc(2 * (size_t)model->terms, sizeof *counts);
    if (!counts) return 0;
    int16_t *white = counts, *black = counts + model->terms;
    int phase, scale, n = 0, midgame = 0, endgame = 0;
    model->trace(pos, white, black, &phase, &scale);
    for (const TermGroup *g = model->groups; g->name; g++) {
        if (n == 0 || strcmp(terms[n - 1].name, g->name) != 0) {
            if (n == EVAL_TERMS_MAX) break;
            terms[n++] = (EvalTerm){.name = g->name};
        }
        add_group(model, g, white, black, phase, &terms[n - 1]);
    }
    for (int i = 0; i < n; i++) {
        midgame += terms[i].midgame;
        endgame += terms[i].endgame;
    }
    free(counts);
    *scaled = linear_score(midgame, endgame, phase, scale);
    return n;
}
