// SPDX-License-Identifier: MIT
#include "eval/material_only.h"

static Score material(const Board *b, Color c) {
    static const Score VALUE[6] = {100, 350, 370, 560, 1100, 0};
    Score sum = 0;
    for (Role r = PAWN; r <= KING; r++) sum += VALUE[r] * popcount(board_pieces(b, c, r));
    return sum;
}

static Score white_score(const Board *b) {
    return score_within_limit(material(b, WHITE) - material(b, BLACK));
}

Score material_only_evaluate(const Position *pos) {
    Score score = white_score(&pos->board);
    return position_turn(pos) == WHITE ? score : -score;
}

int material_only_explain(const Position *pos, EvalTerm terms[EVAL_TERMS_MAX], Score *scaled) {
    int white = material(&pos->board, WHITE), black = material(&pos->board, BLACK);
    terms[0] = (EvalTerm){"material", white - black, white - black, white, black, white - black};
    *scaled = white_score(&pos->board);
    return 1;
}
