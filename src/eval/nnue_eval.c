// SPDX-License-Identifier: MIT
#include "eval/nnue_eval.h"

#include "eval/material_only.h"

#include <stdlib.h>

static const NeuralEvaluator *neural_of(const Evaluator *self) {
    return (const NeuralEvaluator *)self;
}

static EvalState *state_new(const Evaluator *self) {
    return (EvalState *)netstate_new(&neural_of(self)->network, neural_of(self)->kernel);
}
static void state_free(EvalState *state) {
    netstate_free((NetState *)state);
}

static Score evaluate(const Evaluator *self, EvalState *state, const Position *pos, int ply) {
    if (board_is_crowded(&pos->board)) return crowd_evaluate(pos);
    const NeuralEvaluator *neural = neural_of(self);
    int score = state ? netstate_evaluate((NetState *)state, pos, ply)
                      : network_evaluate(&neural->network, neural->kernel, pos);
    return score_within_limit(score);
}

static Score score_for_white(const Evaluator *self, const Position *pos) {
    Score score = evaluate(self, NULL, pos, 0);
    return position_turn(pos) == WHITE ? score : -score;
}

void neural_worth(const Evaluator *neural, const Position *pos, Score worth[64]) {
    Score whole = score_for_white(neural, pos);
    for (Square s = A1; s <= H8; s++) {
        Piece piece = pos->piece[s];
        worth[s] = 0;
        if (piece == NO_PIECE || piece_role(piece) == KING) continue;
        Position without = *pos;
        without.board.role[piece_role(piece)] ^= bit(s);
        without.board.color[piece_color(piece)] ^= bit(s);
        Score gain = whole - score_for_white(neural, &without);
        worth[s] = piece_color(piece) == WHITE ? gain : -gain;
    }
}

/* By role, and what the pieces are worth together beyond what each is. */
static int explain(const Evaluator *self, const Position *pos, EvalTerm terms[EVAL_TERMS_MAX],
                   Score *scaled) {
    static const char *const NAMES[] = {"pawns", "knights", "bishops", "rooks", "queens"};
    enum { ROLES = sizeof NAMES / sizeof *NAMES };
    Score worth[64];
    int rest = *scaled = score_for_white(self, pos);
    neural_worth(self, pos, worth);
    for (int i = 0; i < ROLES; i++) terms[i] = (EvalTerm){.name = NAMES[i]};
    for (Square s = A1; s <= H8; s++) {
        Piece piece = pos->piece[s];
        if (piece == NO_PIECE || piece_role(piece) == KING) continue;
        EvalTerm *term = &terms[piece_role(piece)];
        *(piece_color(piece) == WHITE ? &term->white : &term->black) += worth[s];
    }
    for (int i = 0; i < ROLES; i++) {
        terms[i].total = terms[i].midgame = terms[i].endgame = terms[i].white - terms[i].black;
        rest -= terms[i].total;
    }
    terms[ROLES] = (EvalTerm){"together", rest, rest, rest, 0, rest};
    return ROLES + 1;
}

NeuralEvaluator neural_evaluator(const Network *network) {
    return (NeuralEvaluator){
        .evaluator = {"net", state_new, state_free, evaluate, explain},
        .network = *network,
        .kernel = kernel_at(0),
    };
}
