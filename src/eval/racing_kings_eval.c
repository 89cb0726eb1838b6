// SPDX-License-Identifier: MIT
//
// The hand-crafted evaluation of Racing Kings: how far each king still has to run over squares that
// the enemy does not attack, how many of those squares the enemy attacks, and the material of each
// side.
#include "eval/racing_kings_eval.h"

#include <stddef.h>

typedef struct {
    const Board *b;
    Bitboard occupied;
    Square king[2];
    Bitboard attacked[2]; // lines continue behind the enemy king: it cannot flee along them
} RacingKingsInfo;

/* 0..31 by rank and distance from the edge. */
static int mirrored(Square s) {
    int file = file_of(s) < 4 ? file_of(s) : 7 - file_of(s);
    return rank_of(s) * 4 + file;
}

ROEK_INLINE void evaluate_role(RacingKingsInfo *info, EvalSum *t, EvalMode mode, Color us,
                               Role role, int mobility_term) {
    Bitboard pieces = board_pieces(info->b, us, role);
    Bitboard through = info->occupied ^ bit(info->king[other(us)]);
    eval_sum_add(t, mode, us, RK_MATERIAL + (int)role, popcount(pieces));
    FOR_EACH_SQUARE(s, pieces) {
        Bitboard attacks = role_attacks(role, s, through);
        eval_sum_add(t, mode, us, RK_SQUARE + (int)role * 32 + mirrored(s), 1);
        eval_sum_add(t, mode, us, mobility_term + popcount(attacks & ~info->b->color[us]), 1);
        info->attacked[us] |= attacks;
    }
}

enum { NO_PATH = 11 };

/* King steps from `from` to `finish` over `free` squares; NO_PATH if there are NO_PATH or more, or
 * no path at all. */
static int king_path_length(Square from, Bitboard free, Bitboard finish) {
    Bitboard reached = bit(from);
    for (int steps = 0; steps < NO_PATH; steps++) {
        if (reached & finish) return steps;
        Bitboard next = reached | (king_step(reached) & free);
        if (next == reached) return NO_PATH;
        reached = next;
    }
    return NO_PATH;
}

ROEK_INLINE void evaluate_run(RacingKingsInfo *info, EvalSum *t, EvalMode mode, Color us) {
    const Board *b = info->b;
    Color them = other(us);
    int not_to_move = b->turn == us ? 0 : 12;
    Square king = info->king[us];
    Bitboard safe = ~info->attacked[them];
    eval_sum_add(t, mode, us, (us == WHITE ? RK_WHITE_KING : RK_BLACK_KING) + mirrored(king), 1);
    eval_sum_add(t, mode, us,
                 (us == WHITE ? RK_WHITE_WAY : RK_BLACK_WAY) + not_to_move +
                     king_path_length(king, safe & ~b->color[us], RANK_8),
                 1);
    eval_sum_add(t, mode, us,
                 (us == WHITE ? RK_WHITE_OPEN_WAY : RK_BLACK_OPEN_WAY) + not_to_move +
                     king_path_length(king, safe, RANK_8),
                 1);
    Bitboard upwards = KING_ATTACKS[king] & ~(bit(king) - 1) & ~(RANK_1 << (king & 56));
    int steps = popcount(upwards & safe & ~b->color[us]);
    eval_sum_add(t, mode, us, RK_STEPS + (not_to_move ? 4 : 0) + steps, 1);
    Bitboard cone = king_step(upwards) & ~((1ull << ((king & 56) + 7) << 1) - 1);
    int blocked = popcount(cone & ~safe);
    eval_sum_add(t, mode, them, RK_BLOCKADE + (blocked < 8 ? blocked : 7), 1);
}

/* Pieces that are the only one between a sliding piece of `by` and the king on `king`. */
static Bitboard blockers(const RacingKingsInfo *info, Square king, Color by) {
    Bitboard found = 0;
    Bitboard snipers = (ROOK_RAYS[king] & board_rook_like(info->b, by)) |
                       (BISHOP_RAYS[king] & board_bishop_like(info->b, by));
    FOR_EACH_SQUARE(s, snipers) {
        Bitboard between = BETWEEN[king][s] & info->occupied;
        if (!more_than_one(between)) found |= between;
    }
    return found;
}

ROEK_INLINE void evaluate_all(RacingKingsInfo *info, EvalSum *t, EvalMode mode,
                              const Position *pos) {
    const Board *b = info->b = &pos->board;
    info->occupied = board_occupied(b);
    for (Color c = WHITE; c <= BLACK; c++) {
        info->king[c] = board_king(b, c);
        info->attacked[c] = KING_ATTACKS[info->king[c]];
    }
    for (Color c = WHITE; c <= BLACK; c++) {
        evaluate_role(info, t, mode, c, KNIGHT, RK_KNIGHT_MOBILITY);
        evaluate_role(info, t, mode, c, BISHOP, RK_BISHOP_MOBILITY);
        evaluate_role(info, t, mode, c, ROOK, RK_ROOK_MOBILITY);
        evaluate_role(info, t, mode, c, QUEEN, RK_QUEEN_MOBILITY);
    }
    for (Color c = WHITE; c <= BLACK; c++) {
        evaluate_run(info, t, mode, c);
        for (int i = 0; i < 3; i++)
            eval_sum_add(t, mode, c,
                         RK_CONTROL + i * 9 + popcount(info->attacked[c] & RANK_6 << 8 * i), 1);
        eval_sum_add(t, mode, c, RK_VEIL,
                     popcount(blockers(info, info->king[c], other(c)) & b->color[c]));
        eval_sum_add(t, mode, c, RK_VEIL + 1,
                     popcount(blockers(info, info->king[other(c)], c) & b->color[c]));
    }
    eval_sum_add(t, mode, (Color)b->turn, RK_TEMPO + b->turn, 1);
}

static Score evaluate(const Evaluator *self, EvalState *state, const Position *pos, int ply) {
    (void)self, (void)state, (void)ply;
    RacingKingsInfo info = {0};
    EvalSum t = {.weights = RACING_KINGS_WEIGHTS};
    evaluate_all(&info, &t, EVAL_MODE_SCORE, pos);
    Tapered sum = t.score[WHITE] - t.score[BLACK];
    int score = linear_score(tapered_mg(sum), tapered_eg(sum), game_phase(info.b), 64);
    return info.b->turn == WHITE ? score : -score;
}

static void trace(const Position *pos, int16_t *white, int16_t *black, int *phase, int *scale) {
    RacingKingsInfo info = {0};
    EvalSum t = {.weights = RACING_KINGS_WEIGHTS, .trace = {white, black}};
    evaluate_all(&info, &t, EVAL_MODE_TRACE, pos);
    *phase = game_phase(info.b);
    *scale = 64;
}

static const TermGroup GROUPS[] = {
#define X(name, count, group) {group, #name, RK_##name, count},
    RACING_KINGS_TERMS(X)
#undef X
        {NULL, NULL, 0, 0},
};

const LinearModel RACING_KINGS_MODEL = {
    .name = "race",
    .groups = GROUPS,
    .weights = RACING_KINGS_WEIGHTS,
    .terms = RK_COUNT,
    .trace = trace,
};

static int explain(const Evaluator *self, const Position *pos, EvalTerm terms[EVAL_TERMS_MAX],
                   Score *scaled) {
    (void)self;
    return linear_explain(&RACING_KINGS_MODEL, pos, terms, scaled);
}

/* Needs no cache. */
static EvalState *state_new(const Evaluator *self) {
    (void)self;
    return NULL;
}
static void state_free(EvalState *state) {
    (void)state;
}

const Evaluator RACING_KINGS_EVALUATOR = {"race", state_new, state_free, evaluate, explain};
