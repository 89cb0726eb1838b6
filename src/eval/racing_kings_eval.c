// SPDX-License-Identifier: MIT
//
// The hand-written evaluation of Racing Kings: how far each king still has to run over squares
// the enemy does not attack, who guards those squares, and what is left to guard them with.
#include "eval/racing_kings_eval.h"

#include <stddef.h>

typedef struct {
    const Board *b;
    Bitboard occupied;
    Square king[2];
    Bitboard attacked[2]; // lines go through the enemy king: it cannot flee along them
} Vista;

/* 0..31 by rank and distance from the edge. */
static int mirrored(Square s) {
    int file = file_of(s) < 4 ? file_of(s) : 7 - file_of(s);
    return rank_of(s) * 4 + file;
}

ROEK_INLINE void evaluate_role(Vista *v, Tally *t, Mode mode, Color us, Role role,
                               int mobility_term) {
    Bitboard pieces = board_pieces(v->b, us, role);
    Bitboard through = v->occupied ^ bit(v->king[other(us)]);
    tally_add(t, mode, us, RACE_MATERIAL + (int)role, popcount(pieces));
    FOR_EACH_SQUARE(s, pieces) {
        Bitboard attacks = role_attacks(role, s, through);
        tally_add(t, mode, us, RACE_SQUARE + (int)role * 32 + mirrored(s), 1);
        tally_add(t, mode, us, mobility_term + popcount(attacks & ~v->b->color[us]), 1);
        v->attacked[us] |= attacks;
    }
}

enum { NO_WAY = 11 };

/* King steps from `from` to the finish over `free` squares; NO_WAY if there is none (or it is
 * long).
 */
static int way_length(Square from, Bitboard free, Bitboard finish) {
    Bitboard reached = bit(from);
    for (int steps = 0; steps < NO_WAY; steps++) {
        if (reached & finish) return steps;
        Bitboard next = reached | (king_step(reached) & free);
        if (next == reached) return NO_WAY;
        reached = next;
    }
    return NO_WAY;
}

ROEK_INLINE void evaluate_run(Vista *v, Tally *t, Mode mode, Color us) {
    const Board *b = v->b;
    Color them = other(us);
    int waiting = b->turn == us ? 0 : 12;
    Square king = v->king[us];
    Bitboard safe = ~v->attacked[them];
    tally_add(t, mode, us, (us == WHITE ? RACE_WHITE_KING : RACE_BLACK_KING) + mirrored(king), 1);
    tally_add(t, mode, us,
              (us == WHITE ? RACE_WHITE_WAY : RACE_BLACK_WAY) + waiting +
                  way_length(king, safe & ~b->color[us], RANK_8),
              1);
    tally_add(t, mode, us,
              (us == WHITE ? RACE_WHITE_OPEN_WAY : RACE_BLACK_OPEN_WAY) + waiting +
                  way_length(king, safe, RANK_8),
              1);
    Bitboard upwards = KING_ATTACKS[king] & ~(bit(king) - 1) & ~(RANK_1 << (king & 56));
    int steps = popcount(upwards & safe & ~b->color[us]);
    tally_add(t, mode, us, RACE_STEPS + (waiting ? 4 : 0) + steps, 1);
    Bitboard cone = king_step(upwards) & ~((1ull << ((king & 56) + 7) << 1) - 1);
    int blocked = popcount(cone & ~safe);
    tally_add(t, mode, them, RACE_BLOCKADE + (blocked < 8 ? blocked : 7), 1);
}

/* Pieces that stand alone between a line piece and the king `king`. */
static Bitboard shielding(const Vista *v, Square king, Color by) {
    Bitboard found = 0;
    Bitboard snipers = (ROOK_RAYS[king] & board_rook_like(v->b, by)) |
                       (BISHOP_RAYS[king] & board_bishop_like(v->b, by));
    FOR_EACH_SQUARE(s, snipers) {
        Bitboard between = BETWEEN[king][s] & v->occupied;
        if (!has_many(between)) found |= between;
    }
    return found;
}

ROEK_INLINE void evaluate_all(Vista *v, Tally *t, Mode mode, const Position *pos) {
    const Board *b = v->b = &pos->board;
    v->occupied = board_occupied(b);
    for (Color c = WHITE; c <= BLACK; c++) {
        v->king[c] = board_king(b, c);
        v->attacked[c] = KING_ATTACKS[v->king[c]];
    }
    for (Color c = WHITE; c <= BLACK; c++) {
        evaluate_role(v, t, mode, c, KNIGHT, RACE_KNIGHT_MOBILITY);
        evaluate_role(v, t, mode, c, BISHOP, RACE_BISHOP_MOBILITY);
        evaluate_role(v, t, mode, c, ROOK, RACE_ROOK_MOBILITY);
        evaluate_role(v, t, mode, c, QUEEN, RACE_QUEEN_MOBILITY);
    }
    for (Color c = WHITE; c <= BLACK; c++) {
        evaluate_run(v, t, mode, c);
        for (int i = 0; i < 3; i++)
            tally_add(t, mode, c, RACE_CONTROL + i * 9 + popcount(v->attacked[c] & RANK_6 << 8 * i),
                      1);
        tally_add(t, mode, c, RACE_VEIL,
                  popcount(shielding(v, v->king[c], other(c)) & b->color[c]));
        tally_add(t, mode, c, RACE_VEIL + 1,
                  popcount(shielding(v, v->king[other(c)], c) & b->color[c]));
    }
    tally_add(t, mode, (Color)b->turn, RACE_TEMPO + b->turn, 1);
}

static Score evaluate(const Evaluator *self, EvalState *state, const Position *pos, int ply) {
    (void)self, (void)state, (void)ply;
    Vista v = {0};
    Tally t = {.weights = RACE_WEIGHTS};
    evaluate_all(&v, &t, MODE_SCORE, pos);
    Tapered sum = t.score[WHITE] - t.score[BLACK];
    int score = linear_score(tapered_mg(sum), tapered_eg(sum), game_phase(v.b), 64);
    return v.b->turn == WHITE ? score : -score;
}

static void trace(const Position *pos, int16_t *white, int16_t *black, int *phase, int *scale) {
    Vista v = {0};
    Tally t = {.weights = RACE_WEIGHTS, .trace = {white, black}};
    evaluate_all(&v, &t, MODE_TRACE, pos);
    *phase = game_phase(v.b);
    *scale = 64;
}

static const TermGroup GROUPS[] = {
#define X(name, count, group) {group, #name, RACE_##name, count},
    RACE_TERMS(X)
#undef X
        {NULL, NULL, 0, 0},
};

const LinearModel RACE_MODEL = {
    .name = "race",
    .groups = GROUPS,
    .weights = RACE_WEIGHTS,
    .terms = RACE_COUNT,
    .trace = trace,
};

static int explain(const Evaluator *self, const Position *pos, EvalTerm terms[EVAL_TERMS_MAX],
                   Score *scaled) {
    (void)self;
    return linear_explain(&RACE_MODEL, pos, terms, scaled);
}

/* There is nothing to remember. */
static EvalState *state_new(const Evaluator *self) {
    (void)self;
    return NULL;
}
static void state_free(EvalState *state) {
    (void)state;
}

const Evaluator RACE_EVALUATOR = {"race", state_new, state_free, evaluate, explain};
