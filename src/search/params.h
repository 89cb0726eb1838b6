// SPDX-License-Identifier: MIT
//
// Every tuned number of the search in one table, with separate values for chess and for races.
// Races are shorter and their scores are further apart.
//
// A search reads the numbers from a struct, so that a tuner can change them at run time
// (engine_set_param) without a rebuild. Depths are in plies, margins in centipawns, reductions in
// 1/1024 plies.
#ifndef SEARCH_PARAMS_H
#define SEARCH_PARAMS_H

#include "eval/eval.h"

#include <stdbool.h>

// clang-format off
//    name                    chess  races    min    max
#define SEARCH_PARAMS(X)                                                               \
    X(aspiration_delta,         12,    20,     4,    60)                               \
    X(aspiration_score,      15000, 99999,  2000, 99999) /* score² per 1 more */      \
    X(razor_base,              220,   170,    50,   600)                               \
    X(razor_depth,             170,   170,    50,   400)                               \
    X(rfp_depth,                 9,     9,     4,    14)                               \
    X(rfp_margin,               75,    68,    30,   150)                               \
    X(rfp_improving,            45,    60,     0,   150)                               \
    X(rfp_worsening,            20,     0,     0,   100)                               \
    X(null_at_cuts,              1,     0,     0,     1) /* at cut nodes only */        \
    X(null_base,                 4,     4,     2,     6)                               \
    X(null_depth_div,            4,     4,     2,     8)                               \
    X(null_eval_div,           180,   180,    80,   400)                               \
    X(probcut_margin,          180,   160,    80,   400)                               \
    X(lmp_base,                  5,     6,     1,     8)                               \
    X(futility_depth,            9,     9,     4,    14)                               \
    X(futility_base,           100,   100,    20,   250)                               \
    X(futility_margin,          80,    80,    30,   200)                               \
    X(history_prune_depth,       5,     5,     2,    10)                               \
    X(history_prune_margin,   4500,  4500,  1000,  8000)                               \
    X(see_quiet_margin,         75,   125,    20,   150)                               \
    X(see_noisy_margin,        105,   145,    40,   200)                               \
    X(singular_depth,            6,     6,     4,    12)                               \
    X(singular_margin,          16,    16,     4,    48) /* in 1/16 per ply */         \
    X(singular_line,            16,     0,     0,    64) /* added at former PV nodes */\
    X(double_margin,            24,    24,     5,    60)                               \
    X(double_limit,              8,     8,     2,    20)                               \
    X(triple_margin,            90,    90,    10,   400)                               \
    X(lmr_base,                950,   950,   200,  1600)                               \
    X(lmr_divisor,            2450,  2800,  1500,  3600) /* of ln * ln, in 1/1024 */   \
    X(lmr_not_improving,       900,   900,     0,  2048)                               \
    X(lmr_cut_node,           1400,  1400,     0,  3072)                               \
    X(lmr_pv,                  650,   650,     0,  2048)                               \
    X(lmr_tt_noisy,            700,   700,     0,  2048)                               \
    X(lmr_killer,              900,   900,     0,  2048)                               \
    X(lmr_check,               800,   800,     0,  2048)                               \
    X(lmr_cutoffs,             700,   700,     0,  2048)                               \
    X(lmr_deeper,               65,    65,     0,   200)                               \
    X(lmr_history_div,          10,    11,     4,    20)                               \
    X(lmr_noisy_base,         1100,  1100,     0,  2048) /* less for noisy moves */    \
    X(history_bonus_mul,       170,   190,    80,   400)                               \
    X(history_bonus_max,      1500,  1500,   600,  3000)                               \
    X(history_malus_mul,       240,   290,    80,   400)                               \
    X(history_malus_max,       900,   900,   600,  3000)                               \
    X(delta_margin,            400,   450,    50,   800)                               \
    X(correction_pawn,          45,    45,     0,   200) /* percent */                 \
    X(correction_piece,         50,    50,     0,   200)                               \
    X(correction_follow,        60,    60,     0,   200)                               \
    X(prior_bonus,              60,    60,     0,   200) /* percent */                 \
    X(shift_bonus,               6,     8,     0,    20) /* per centipawn */           \
    X(shift_max,               800,   800,     0,  3000)                               \
    X(time_share,               85,    97,    20,   200) /* % of a share of time */    \
    X(time_best,               100,   100,     0,   300) /* % less for an easy move */ \
    X(mate_probe_nodes_per_ms,  120,   120,     0,  1000) /* full speed: 3000 */
// clang-format on

typedef struct {
#define X(name, chess, races, min, max) int name;
    SEARCH_PARAMS(X)
#undef X
} SearchParams;

extern const SearchParams SEARCH_PARAMS_DEFAULT[EVALUATION_KINDS];

/* One row of the table, for tuners. */
typedef struct {
    const char *name;
    int min, max;
} SearchParamInfo;

/* search_param_at() reads row `index`; false past the last. search_param_default() returns its
 * default for a kind of game. */
bool search_param_at(int index, SearchParamInfo *out);
int search_param_default(int index, EvaluationKind kind);

/* False if there is no such parameter; values are clamped. */
bool search_params_set(SearchParams *params, const char *name, int value);

#endif
