// SPDX-License-Identifier: MIT
#include "eval/nnue_eval.h"

#include "eval/material_only.h"

#include <stdlib.h>

static const NnueEvaluator *nnue_evaluator_of(const Evaluator *self) {
    return (const NnueEvaluator *)self;
}

static EvalState *state_new(const Evaluator *self) {
    return (EvalState *)nnue_state_new(&nnue_evaluator_of(self)->network,
                                       nnue_evaluator_of(self)->kernel);
}
static void state_free(EvalState *state) {
    nnue_state_free((NnueState *)state);
}

static Score evaluate(const Evaluator *self, EvalState *state, const Position *pos, int ply) {
    if (material_only_is_needed(&pos->board)) return material_only_evaluate(pos);
    const NnueEvaluator *nnue = nnue_evaluator_of(self);
    int score = state ? nnue_state_evaluate((NnueState *)state, pos, ply)
                      : network_evaluate(&nnue->network, nnue->kernel, pos);
    return score_within_limit(score);
}

static Score score_for_white(const Evaluator *self, const Position *pos) {
    Score score = evaluate(self, NULL, pos, 0);
    return position_turn(pos) == WHITE ? score : -score;
}

void nnue_piece_values(const Evaluator *nnue, const Position *pos, Score values[64]) {
    Score whole = score_for_white(nnue, pos);
    for (Square s = A1; s <= H8; s++) {
        Piece piece = pos->piece[s];
        values[s] = 0;
        if (piece == NO_PIECE || piece_role(piece) == KING) continue;
        Position without = *pos;
        without.board.role[piece_role(piece)] ^= bit(s);
        without.board.color[piece_color(piece)] ^= bit(s);
        Score gain = whole - score_for_white(nnue, &without);
        values[s] = piece_color(piece) == WHITE ? gain : -gain;
    }
}

/* One term per role, and the rest of the score ("together"): what the pieces are worth as a whole
 * beyond the sum of their single values. */
static int explain(const Evaluator *self, const Position *pos, EvalTerm terms[EVAL_TERMS_MAX],
                   Score *scaled) {
    static const char *const NAMES[] = {"pawns", "knights", "bishops", "rooks", "queens"};
    enum { ROLES = sizeof NAMES / sizeof *NAMES };
    Score values[64];
    int rest = *scaled = score_for_white(self, pos);
    nnue_piece_values(self, pos, values);
    for (int i = 0; i < ROLES; i++) terms[i] = (EvalTerm){.name = NAMES[i]};
    for (Square s = A1; s <= H8; s++) {
        Piece piece = pos->piece[s];
        if (piece == NO_PIECE || piece_role(piece) == KING) continue;
        EvalTerm *term = &terms[piece_role(piece)];
        *(piece_color(piece) == WHITE ? &term->white : &term->black) += values[s];
    }
    for (int i = 0; i < ROLES; i++) {
        terms[i].total = terms[i].midgame = terms[i].endgame = terms[i].white - terms[i].black;
        rest -= terms[i].total;
    }
    terms[ROLES] = (EvalTerm){"together", rest, rest, rest, 0, rest};
    return ROLES + 1;
}

NnueEvaluator nnue_evaluator(const Network *network) {
    return (NnueEvaluator){
        .evaluator = {"net", state_new, state_free, evaluate, explain},
        .network = *network,
        .kernel = nnue_kernel_at(0),
    };
}
