// SPDX-License-Identifier: MIT
//
// The hand-crafted evaluation of chess. One pass collects the squares that each side attacks; the
// terms are then computed from these sets.
#include "eval/classical.h"
#include "eval/material_only.h"

#include <stdlib.h>
#include <string.h>

/* Pawn hash table. Pawns move seldom, so terms that depend only on them (and on a king's square)
 * are cached, one entry per pawn key. */
typedef struct {
    Key inverse_key; // ~pawn_key: the key of a board without pawns is 0, so an empty slot (0) never
                     // matches
    Bitboard passed[2];
    Bitboard reach[2];    // all squares the pawns attack now or after advancing
    Bitboard files[2];    // the files with pawns, as whole files
    Tapered score[2];     // material, placement and structure
    Tapered shelter[2];   // the pawn shelter of the king on `sheltered`
    uint8_t sheltered[2]; // that king's square + 1; 0: shelter not known
    uint8_t space[2];     // safe squares behind the pawns, in the centre
} PawnEntry;
enum { PAWN_ENTRIES = 1 << 13 };
struct EvalState {
    PawnEntry pawns[PAWN_ENTRIES];
};

/* The position, and the squares that each side attacks. */
typedef struct {
    const Position *pos;
    const Board *b;
    Bitboard occupied;
    Square king[2];
    PawnEntry *structure;
    Bitboard pawns[2];
    Bitboard pawn_attacks[2];
    Bitboard role_attacks[2][6];
    Bitboard attacked[2]; // by anything
    Bitboard attacked_twice[2];
    Bitboard mobility_area[2];
    Bitboard king_zone[2];
    int king_attackers[2]; // pieces of a colour that attack the enemy king's zone
    int king_weight[2];    // the sum of their ATTACK_WEIGHT, per square attacked
} ClassicalInfo;

static Bitboard fill_forward(Color c, Bitboard b) {
    if (c == WHITE) {
        b |= b << 8;
        b |= b << 16;
        return b | b << 32;
    }
    b |= b >> 8;
    b |= b >> 16;
    return b | b >> 32;
}

static Bitboard ahead_of(Color c, Bitboard b) {
    return shift_forward(c, fill_forward(c, b));
}
static Bitboard file_fill(Bitboard b) {
    return fill_forward(WHITE, b) | fill_forward(BLACK, b);
}
static Bitboard beside(Bitboard b) {
    return (b & ~FILE_A) >> 1 | (b & ~FILE_H) << 1;
}

ROEK_INLINE void add_attacks(ClassicalInfo *info, Color c, Role role, Bitboard attacks) {
    info->attacked_twice[c] |= info->attacked[c] & attacks;
    info->attacked[c] |= attacks;
    info->role_attacks[c][role] |= attacks;
}

ROEK_INLINE void classical_info_init(ClassicalInfo *info, const Position *pos) {
    const Board *b = info->b = &pos->board;
    info->pos = pos;
    info->occupied = board_occupied(b);
    for (Color c = WHITE; c <= BLACK; c++) {
        info->king[c] = board_king(b, c);
        info->pawns[c] = board_pieces(b, c, PAWN);
        info->pawn_attacks[c] = pawns_attack(c, info->pawns[c]);
        add_attacks(info, c, PAWN, info->pawn_attacks[c]);
        info->attacked_twice[c] |=
            pawns_attack_west(c, info->pawns[c]) & pawns_attack_east(c, info->pawns[c]);
        add_attacks(info, c, KING, KING_ATTACKS[info->king[c]]);
        Bitboard ring = KING_ATTACKS[info->king[c]] | bit(info->king[c]);
        info->king_zone[c] = ring | shift_forward(c, ring);
    }
    for (Color c = WHITE; c <= BLACK; c++) {
        Bitboard stuck = info->pawns[c] & (shift_forward(other(c), info->occupied) |
                                           rank_mask(c, 1) | rank_mask(c, 2));
        info->mobility_area[c] = ~(stuck | bit(info->king[c]) | info->pawn_attacks[other(c)]);
    }
}

/* The pawn structure: doubled, isolated, backward, phalanx and supported pawns. */
ROEK_INLINE void evaluate_structure(const ClassicalInfo *info, EvalSum *t, EvalMode mode,
                                    Color us) {
    Color them = other(us);
    Bitboard own = info->pawns[us], enemy = info->pawns[them];
    Bitboard half_open = ~fill_forward(them, enemy);
    Bitboard isolated = own & ~beside(file_fill(own));
    Bitboard supported = own & info->pawn_attacks[us];
    Bitboard phalanx = own & beside(own);
    // no own pawn on an adjacent file can ever protect it, and its next square is attacked by a
    // pawn
    Bitboard span = fill_forward(us, beside(own));
    Bitboard backward = own & ~span & ~isolated & shift_forward(them, info->pawn_attacks[them]);
    eval_sum_add(t, mode, us, CLASSICAL_DOUBLED, popcount(own & ahead_of(us, own)));
    eval_sum_add(t, mode, us, CLASSICAL_ISOLATED, popcount(isolated & ~half_open));
    eval_sum_add(t, mode, us, CLASSICAL_ISOLATED + 1, popcount(isolated & half_open));
    eval_sum_add(t, mode, us, CLASSICAL_BACKWARD, popcount(backward & ~half_open));
    eval_sum_add(t, mode, us, CLASSICAL_BACKWARD + 1, popcount(backward & half_open));
    FOR_EACH_SQUARE(s, phalanx)
    eval_sum_add(t, mode, us, CLASSICAL_PHALANX + relative_rank(us, s), 1);
    FOR_EACH_SQUARE(s, supported)
    eval_sum_add(t, mode, us, CLASSICAL_SUPPORTED + relative_rank(us, s), 1);
}

/* All terms that depend on pawns only, and can be cached. */
ROEK_INLINE void evaluate_pawns(const ClassicalInfo *info, PawnEntry *entry, EvalSum *t,
                                EvalMode mode, Color us) {
    Color them = other(us);
    Bitboard own = info->pawns[us];
    Bitboard enemy_span = ahead_of(them, info->pawns[them]);
    enemy_span |= beside(enemy_span);
    entry->passed[us] = own & ~enemy_span & ~ahead_of(them, own);
    entry->reach[us] = fill_forward(us, info->pawn_attacks[us]);
    entry->files[us] = file_fill(own);
    Bitboard centre = (FILE_A << 2 | FILE_A << 3 | FILE_A << 4 | FILE_A << 5) &
                      (rank_mask(us, 1) | rank_mask(us, 2) | rank_mask(us, 3));
    entry->space[us] = (uint8_t)popcount(centre & ~own & ~info->pawn_attacks[them]);
    evaluate_structure(info, t, mode, us);
    eval_sum_add(t, mode, us, CLASSICAL_MATERIAL, popcount(own));
    FOR_EACH_SQUARE(s, own) eval_sum_add(t, mode, us, CLASSICAL_SQUARE + relative_square(us, s), 1);
}

ROEK_INLINE void evaluate_pawns_cached(ClassicalInfo *info, EvalSum *t, EvalMode mode) {
    PawnEntry *entry = info->structure;
    if (entry->inverse_key != ~info->pos->pawn_key) {
        EvalSum pawns = {.weights = t->weights, .trace = {t->trace[WHITE], t->trace[BLACK]}};
        *entry = (PawnEntry){.inverse_key = ~info->pos->pawn_key};
        evaluate_pawns(info, entry, &pawns, mode, WHITE);
        evaluate_pawns(info, entry, &pawns, mode, BLACK);
        memcpy(entry->score, pawns.score, sizeof entry->score);
    }
    eval_sum_merge(t, entry->score);
}

/* The weight of an attacking piece for each square of the enemy king's zone that it attacks. */
static const int ATTACK_WEIGHT[6] = {0, 3, 2, 3, 4, 0};

ROEK_INLINE void evaluate_role(ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us, Role role,
                               int mobility_term) {
    const Board *b = info->b;
    Bitboard pieces = board_pieces(b, us, role), area = info->mobility_area[us];
    Bitboard zone = info->king_zone[other(us)];
    // sliding pieces attack through own pieces that move along the same lines (X-rays)
    Bitboard seen_through = role == BISHOP ? info->occupied ^ board_pieces(b, us, QUEEN)
                            : role == ROOK ? info->occupied ^ board_rook_like(b, us)
                                           : info->occupied;
    Bitboard once = info->attacked[us], twice = info->attacked_twice[us], by_role = 0;
    eval_sum_add(t, mode, us, CLASSICAL_MATERIAL + (int)role, popcount(pieces));
    FOR_EACH_SQUARE(s, pieces) {
        Bitboard attacks = role_attacks(role, s, seen_through);
        twice |= once & attacks;
        once |= attacks;
        by_role |= attacks;
        eval_sum_add(t, mode, us, CLASSICAL_SQUARE + (int)role * 64 + relative_square(us, s), 1);
        eval_sum_add(t, mode, us, mobility_term + popcount(attacks & area), 1);
        info->king_attackers[us] += (attacks & zone) != 0;
        info->king_weight[us] += ATTACK_WEIGHT[role] * popcount(attacks & zone);
    }
    info->attacked[us] = once;
    info->attacked_twice[us] = twice;
    info->role_attacks[us][role] = by_role;
}

ROEK_INLINE void evaluate_minors(ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us) {
    const Board *b = info->b;
    Color them = other(us);
    Bitboard knights = board_pieces(b, us, KNIGHT), bishops = board_pieces(b, us, BISHOP);
    // protected by a pawn, and no enemy pawn can ever attack it
    Bitboard outposts = info->pawn_attacks[us] & ~info->structure->reach[them] &
                        (us == WHITE ? RANK_4 | RANK_5 | RANK_6 : RANK_5 | RANK_4 | RANK_3);
    eval_sum_add(t, mode, us, CLASSICAL_OUTPOST, popcount(knights & outposts));
    eval_sum_add(t, mode, us, CLASSICAL_OUTPOST + 1, popcount(bishops & outposts));
    eval_sum_add(t, mode, us, CLASSICAL_BEHIND_PAWN,
                 popcount((knights | bishops) & shift_forward(them, b->role[PAWN])));
    eval_sum_add(t, mode, us, CLASSICAL_BISHOP_PAIR,
                 (bishops & DARK_SQUARES) != 0 && (bishops & ~DARK_SQUARES) != 0);
    FOR_EACH_SQUARE(s, bishops) {
        Bitboard color = bit(s) & DARK_SQUARES ? DARK_SQUARES : ~DARK_SQUARES;
        eval_sum_add(t, mode, us, CLASSICAL_BAD_BISHOP, popcount(info->pawns[us] & color));
        Bitboard centre = bit(D4) | bit(E4) | bit(D5) | bit(E5);
        eval_sum_add(t, mode, us, CLASSICAL_LONG_DIAGONAL,
                     more_than_one(bishop_attacks(s, b->role[PAWN]) & centre));
    }
}

ROEK_INLINE void evaluate_rooks(ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us) {
    Bitboard rooks = board_pieces(info->b, us, ROOK);
    Bitboard own_files = info->structure->files[us],
             enemy_files = info->structure->files[other(us)];
    eval_sum_add(t, mode, us, CLASSICAL_ROOK_FILE, popcount(rooks & ~own_files & enemy_files));
    eval_sum_add(t, mode, us, CLASSICAL_ROOK_FILE + 1, popcount(rooks & ~own_files & ~enemy_files));
    eval_sum_add(t, mode, us, CLASSICAL_ROOK_SEVENTH, popcount(rooks & rank_mask(us, 6)));
}

/* The pawns in front of a king: own ones as a shield, enemy ones as a storm. */
ROEK_INLINE void evaluate_shelter(const ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us) {
    Color them = other(us);
    Square king = info->king[us];
    int centre = file_of(king) == 0 ? 1 : file_of(king) == 7 ? 6 : file_of(king);
    Bitboard ranks_ahead = fill_forward(us, RANK_1 << (king & 56));
    for (int file = centre - 1; file <= centre + 1; file++) {
        Bitboard on_file = FILE_A << file & ranks_ahead;
        Bitboard own = info->pawns[us] & on_file, enemy = info->pawns[them] & on_file;
        Square own_s = own ? (us == WHITE ? first_square(own) : 63 - __builtin_clzll(own)) : king;
        Square enemy_s =
            enemy ? (us == WHITE ? first_square(enemy) : 63 - __builtin_clzll(enemy)) : king;
        int own_rank = own ? relative_rank(us, own_s) : 0;
        int enemy_rank = enemy ? relative_rank(us, enemy_s) : 0;
        bool blocked = own && enemy_rank == own_rank + 1;
        eval_sum_add(t, mode, us,
                     CLASSICAL_KING_SHIELD + (file == file_of(king) ? 8 : 0) + own_rank, 1);
        eval_sum_add(t, mode, us, CLASSICAL_KING_STORM + (blocked ? 8 : 0) + enemy_rank, 1);
    }
    Bitboard file = FILE_A << file_of(king);
    if (!(file & info->pawns[us]))
        eval_sum_add(t, mode, us, CLASSICAL_KING_OPEN_FILE + ((file & info->pawns[them]) == 0), 1);
}

ROEK_INLINE void evaluate_shelter_cached(ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us) {
    PawnEntry *entry = info->structure;
    if (entry->sheltered[us] != info->king[us] + 1) {
        EvalSum shelter = {.weights = t->weights, .trace = {t->trace[WHITE], t->trace[BLACK]}};
        evaluate_shelter(info, &shelter, mode, us);
        entry->shelter[us] = shelter.score[us];
        entry->sheltered[us] = (uint8_t)(info->king[us] + 1);
    }
    t->score[us] += entry->shelter[us];
}

/* The attack of `us` on the enemy king: pieces that attack its zone, and safe checks. */
ROEK_INLINE void evaluate_king_attack(ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us) {
    Color them = other(us);
    const Board *b = info->b;
    Square king = info->king[them];
    Bitboard weak =
        ~info->attacked[them] | (info->role_attacks[them][KING] & ~info->attacked_twice[them]);
    Bitboard safe = ~b->color[us] & (~info->attacked[them] | (weak & info->attacked_twice[us]));
    Bitboard lines[6] = {0};
    lines[KNIGHT] = KNIGHT_ATTACKS[king];
    lines[BISHOP] = bishop_attacks(king, info->occupied);
    lines[ROOK] = rook_attacks(king, info->occupied);
    lines[QUEEN] = lines[BISHOP] | lines[ROOK];
    int checks = 0;
    for (Role role = KNIGHT; role <= QUEEN; role++) {
        Bitboard from = lines[role] & info->role_attacks[us][role] & safe;
        checks += from != 0;
        eval_sum_add(t, mode, us, CLASSICAL_SAFE_CHECK + (int)role - KNIGHT, popcount(from));
    }
    bool queen = board_pieces(b, us, QUEEN) != 0;
    if (info->king_attackers[us] + checks < 2 || (!queen && info->king_attackers[us] < 3)) return;
    int holes = popcount(info->king_zone[them] & info->attacked[us] & weak);
    int danger = info->king_weight[us] / 2 + info->king_attackers[us] * 2 + holes + checks * 2 -
                 (queen ? 0 : 6);
    eval_sum_add(t, mode, us,
                 CLASSICAL_KING_DANGER + (danger < 0    ? 0
                                          : danger > 31 ? 31
                                                        : danger),
                 1);
}

ROEK_INLINE void evaluate_passed(ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us) {
    Color them = other(us);
    const Board *b = info->b;
    Bitboard passed = info->structure->passed[us];
    bool bare = !(b->color[them] & ~b->role[PAWN] & ~b->role[KING]);
    FOR_EACH_SQUARE(s, passed) {
        int rank = relative_rank(us, s);
        Square ahead = s + forward_of(us);
        eval_sum_add(t, mode, us, CLASSICAL_PASSED + rank, 1);
        if (info->occupied & bit(ahead))
            eval_sum_add(t, mode, us, CLASSICAL_PASSED_BLOCKED + rank, 1);
        else if (!(info->attacked[them] & bit(ahead)))
            eval_sum_add(t, mode, us, CLASSICAL_PASSED_SAFE_STEP + rank, 1);
        if (rank < 3) continue;
        eval_sum_add(t, mode, us, CLASSICAL_PASSED_OWN_KING + king_distance(info->king[us], ahead),
                     rank - 2);
        eval_sum_add(t, mode, us,
                     CLASSICAL_PASSED_ENEMY_KING + king_distance(info->king[them], ahead),
                     rank - 2);
        Bitboard behind = ahead_of(them, bit(s)) & rook_attacks(s, info->occupied) & b->role[ROOK];
        if (behind & b->color[us]) eval_sum_add(t, mode, us, CLASSICAL_PASSED_ROOK_BEHIND, 1);
        if (behind & b->color[them]) eval_sum_add(t, mode, us, CLASSICAL_PASSED_ROOK_BEHIND + 1, 1);
        Square promotion = square_at(file_of(s), us == WHITE ? 7 : 0);
        int steps = 7 - rank, late = b->turn != us;
        bool clear = !(ahead_of(us, bit(s)) & info->occupied);
        if (bare && clear && king_distance(info->king[them], promotion) - late > steps)
            eval_sum_add(t, mode, us, CLASSICAL_PASSED_RUNNER, 1);
    }
}

/* One weight for each target, by its role. */
ROEK_INLINE void add_targets(const ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us,
                             int term, Bitboard targets) {
    FOR_EACH_SQUARE(s, targets)
    eval_sum_add(t, mode, us, term + (int)piece_role(info->pos->piece[s]), 1);
}

ROEK_INLINE void evaluate_threats(ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us) {
    Color them = other(us);
    const Board *b = info->b;
    Bitboard enemy = b->color[them];
    Bitboard minors = info->role_attacks[us][KNIGHT] | info->role_attacks[us][BISHOP];
    // protected by a pawn, or protected twice and attacked once
    Bitboard strong =
        info->pawn_attacks[them] | (info->attacked_twice[them] & ~info->attacked_twice[us]);
    Bitboard weak = enemy & ~strong & info->attacked[us] & ~b->role[KING];
    Bitboard queens = board_pieces(b, them, QUEEN), heavy = board_rook_like(b, them);
    Bitboard pieces = enemy & ~b->role[PAWN] & ~b->role[KING];
    add_targets(info, t, mode, us, CLASSICAL_PAWN_THREAT - KNIGHT, pieces & info->pawn_attacks[us]);
    add_targets(info, t, mode, us, CLASSICAL_MINOR_THREAT, (weak | heavy) & minors);
    add_targets(info, t, mode, us, CLASSICAL_ROOK_THREAT,
                (weak | queens) & info->role_attacks[us][ROOK]);
    eval_sum_add(t, mode, us, CLASSICAL_KING_THREAT, (weak & info->role_attacks[us][KING]) != 0);
    eval_sum_add(t, mode, us, CLASSICAL_HANGING, popcount(weak & ~info->attacked[them]));
    Bitboard steps = shift_forward(us, info->pawns[us]) & ~info->occupied;
    steps |= shift_forward(us, steps & rank_mask(us, 2)) & ~info->occupied;
    steps &= ~info->pawn_attacks[them] & (info->attacked[us] | ~info->attacked[them]);
    eval_sum_add(
        t, mode, us, CLASSICAL_PUSH_THREAT,
        popcount(pawns_attack(us, steps) & enemy & ~b->role[PAWN] & ~info->pawn_attacks[us]));
    if (queens && !more_than_one(queens)) {
        Square q = first_square(queens);
        Bitboard safe = info->mobility_area[us] & ~strong & ~b->color[us];
        eval_sum_add(t, mode, us, CLASSICAL_QUEEN_HARASSED,
                     popcount(KNIGHT_ATTACKS[q] & info->role_attacks[us][KNIGHT] & safe));
        Bitboard lines = (bishop_attacks(q, info->occupied) & info->role_attacks[us][BISHOP]) |
                         (rook_attacks(q, info->occupied) & info->role_attacks[us][ROOK]);
        eval_sum_add(t, mode, us, CLASSICAL_QUEEN_HARASSED + 1,
                     popcount(lines & safe & info->attacked_twice[us]));
    }
}

ROEK_INLINE void evaluate_space(ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us) {
    int pieces = popcount(info->b->color[us]);
    eval_sum_add(t, mode, us, CLASSICAL_SPACE,
                 info->structure->space[us] * (pieces > 8 ? pieces - 8 : 0) / 4);
}

/* The scale of the endgame score in 1/64: below 64 where an advantage is hard to convert. */
static int scale_factor(const ClassicalInfo *info, Color strong) {
    const Board *b = info->b;
    Bitboard own = b->color[strong], majors = b->role[ROOK] | b->role[QUEEN];
    Bitboard minors = b->role[KNIGHT] | b->role[BISHOP];
    int pawns = popcount(info->pawns[strong]);
    if (pawns == 0) {
        int ours = popcount(own & minors) + 2 * popcount(own & majors & b->role[ROOK]) +
                   4 * popcount(own & b->role[QUEEN]);
        Bitboard enemy = b->color[other(strong)];
        int theirs = popcount(enemy & minors) + 2 * popcount(enemy & b->role[ROOK]) +
                     4 * popcount(enemy & b->role[QUEEN]);
        if (ours <= 1) return 0;
        if (!(own & majors) && !(own & b->role[BISHOP]) && ours == 2) return 0; // two knights
        if (ours - theirs <= 1) return 12;
    }
    Bitboard bishops = b->role[BISHOP];
    bool opposite = popcount(bishops & b->color[WHITE]) == 1 &&
                    popcount(bishops & b->color[BLACK]) == 1 && more_than_one(bishops) &&
                    popcount(bishops & DARK_SQUARES) == 1;
    if (opposite && !(majors | b->role[KNIGHT])) return 28 + 2 * pawns;
    if (opposite) return 46 + 2 * pawns;
    int scale = 40 + 6 * pawns;
    return scale < 64 ? scale : 64;
}

/* The terms that also collect the attacked squares. */
ROEK_INLINE void evaluate_attacks(ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us) {
    eval_sum_add(t, mode, us, CLASSICAL_SQUARE + KING * 64 + relative_square(us, info->king[us]),
                 1);
    evaluate_role(info, t, mode, us, KNIGHT, CLASSICAL_KNIGHT_MOBILITY);
    evaluate_role(info, t, mode, us, BISHOP, CLASSICAL_BISHOP_MOBILITY);
    evaluate_role(info, t, mode, us, ROOK, CLASSICAL_ROOK_MOBILITY);
    evaluate_role(info, t, mode, us, QUEEN, CLASSICAL_QUEEN_MOBILITY);
}

/* The terms that read the attacked squares of both sides. */
ROEK_INLINE void evaluate_rest(ClassicalInfo *info, EvalSum *t, EvalMode mode, Color us) {
    evaluate_minors(info, t, mode, us);
    evaluate_rooks(info, t, mode, us);
    evaluate_shelter_cached(info, t, mode, us);
    evaluate_king_attack(info, t, mode, us);
    evaluate_passed(info, t, mode, us);
    evaluate_threats(info, t, mode, us);
    evaluate_space(info, t, mode, us);
}

ROEK_INLINE void evaluate_all(ClassicalInfo *info, EvalSum *t, EvalMode mode, const Position *pos,
                              EvalState *state) {
    PawnEntry uncached = {.inverse_key = pos->pawn_key};
    info->structure = state ? &state->pawns[pos->pawn_key % PAWN_ENTRIES] : &uncached;
    classical_info_init(info, pos);
    evaluate_pawns_cached(info, t, mode);
    evaluate_attacks(info, t, mode, WHITE);
    evaluate_attacks(info, t, mode, BLACK);
    evaluate_rest(info, t, mode, WHITE);
    evaluate_rest(info, t, mode, BLACK);
    eval_sum_add(t, mode, (Color)info->b->turn, CLASSICAL_TEMPO, 1);
}

static Score evaluate(const Evaluator *self, EvalState *state, const Position *pos, int ply) {
    (void)self, (void)ply;
    if (material_only_is_needed(&pos->board)) return material_only_evaluate(pos);
    ClassicalInfo info = {0};
    EvalSum t = {.weights = CLASSICAL_WEIGHTS};
    evaluate_all(&info, &t, EVAL_MODE_SCORE, pos, state);
    int phase = game_phase(info.b);
    Tapered sum = t.score[WHITE] - t.score[BLACK];
    int scale = scale_factor(&info, tapered_eg(sum) > 0 ? WHITE : BLACK);
    int score = linear_score(tapered_mg(sum), tapered_eg(sum), phase, scale);
    return info.b->turn == WHITE ? score : -score;
}

static void trace(const Position *pos, int16_t *white, int16_t *black, int *phase, int *scale) {
    ClassicalInfo info = {0};
    EvalSum t = {.weights = CLASSICAL_WEIGHTS, .trace = {white, black}};
    evaluate_all(&info, &t, EVAL_MODE_TRACE, pos, NULL);
    *phase = game_phase(info.b);
    Tapered sum = t.score[WHITE] - t.score[BLACK];
    *scale = scale_factor(&info, tapered_eg(sum) > 0 ? WHITE : BLACK);
}

static const TermGroup GROUPS[] = {
#define X(name, count, group) {group, #name, CLASSICAL_##name, count},
    CLASSICAL_TERMS(X)
#undef X
        {NULL, NULL, 0, 0},
};

const LinearModel CLASSICAL_MODEL = {
    .name = "classical",
    .groups = GROUPS,
    .weights = CLASSICAL_WEIGHTS,
    .terms = CLASSICAL_COUNT,
    .trace = trace,
};

static int explain(const Evaluator *self, const Position *pos, EvalTerm terms[EVAL_TERMS_MAX],
                   Score *scaled) {
    (void)self;
    if (material_only_is_needed(&pos->board)) return material_only_explain(pos, terms, scaled);
    return linear_explain(&CLASSICAL_MODEL, pos, terms, scaled);
}

static EvalState *state_new(const Evaluator *self) {
    (void)self;
    return calloc(1, sizeof(EvalState));
}
static void state_free(EvalState *state) {
    free(state);
}

const Evaluator CLASSICAL_EVALUATOR = {"classical", state_new, state_free, evaluate, explain};
