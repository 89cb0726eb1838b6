// SPDX-License-Identifier: MIT
//
// Every number of the search that was found by trying, in one table.
//
// A search reads them from a struct, so that a tuner can change them at run time (engine_set_param)
// without building again.  Depths are in plies, margins in centipawns, reductions in 1/1024 plies.
#ifndef SEARCH_PARAMS_H
#define SEARCH_PARAMS_H

#include <stdbool.h>

// clang-format off
//    name                  default    min    max
#define SEARCH_PARAMS(X)                                                    \
    X(aspiration_delta,          12,     4,    60)                          \
    X(razor_base,               220,    50,   600)                          \
    X(razor_depth,              170,    50,   400)                          \
    X(rfp_depth,                  9,     4,    14)                          \
    X(rfp_margin,                75,    30,   150)                          \
    X(rfp_improving,             60,     0,   150)                          \
    X(null_base,                  4,     2,     6)                          \
    X(null_depth_div,             4,     2,     8)                          \
    X(null_eval_div,            180,    80,   400)                          \
    X(probcut_margin,           180,    80,   400)                          \
    X(lmp_base,                   5,     1,     8)                          \
    X(futility_depth,             9,     4,    14)                          \
    X(futility_base,            100,    20,   250)                          \
    X(futility_margin,           80,    30,   200)                          \
    X(history_prune_depth,        5,     2,    10)                          \
    X(history_prune_margin,    4500,  1000,  8000)                          \
    X(see_quiet_margin,          75,    20,   150)                          \
    X(see_noisy_margin,         105,    40,   200)                          \
    X(singular_depth,             6,     4,    12)                          \
    X(singular_margin,           16,     4,    48) /* in 1/16 per ply */    \
    X(double_margin,             24,     5,    60)                          \
    X(double_limit,               8,     2,    20)                          \
    X(lmr_base,                 950,   200,  1600)                          \
    X(lmr_divisor,             2450,  1500, 3600) /* of ln * ln, in 1/1024 */ \
    X(lmr_not_improving,        900,     0,  2048)                          \
    X(lmr_cut_node,            1400,     0,  3072)                          \
    X(lmr_pv,                   650,     0,  2048)                          \
    X(lmr_tt_noisy,             700,     0,  2048)                          \
    X(lmr_killer,               900,     0,  2048)                          \
    X(lmr_check,                800,     0,  2048)                          \
    X(lmr_cutoffs,              700,     0,  2048)                          \
    X(lmr_deeper,                65,     0,   200)                          \
    X(lmr_history_div,           11,     4,    20)                          \
    X(lmr_noisy_base,          1100,     0,  2048) /* less for noisy moves */ \
    X(history_bonus_mul,        190,    80,   400)                          \
    X(history_bonus_max,       1500,   600,  3000)                          \
    X(history_malus_mul,        290,    80,   400)                          \
    X(history_malus_max,        900,   600,  3000)                          \
    X(delta_margin,             400,    50,   800)                          \
    X(correction_pawn,           45,     0,   200) /* percent */            \
    X(correction_piece,          50,     0,   200)                          \
    X(correction_follow,         60,     0,   200)                          \
    X(prior_bonus,               60,     0,   200) /* percent */            \
    X(shift_bonus,                6,     0,    20) /* per centipawn */      \
    X(shift_max,                800,     0,  3000)                          \
    X(scout_nodes_per_ms,       120,     0,  1000) /* of the mate solver; 3000 would be all */
// clang-format on

typedef struct {
#define X(name, value, min, max) int name;
    SEARCH_PARAMS(X)
#undef X
} Params;

extern const Params PARAMS_DEFAULT;

/* One row of the table, for tuners and their interfaces. */
typedef struct {
    const char *name;
    int value, min, max;
} ParamInfo;

/* Row `index`, false past the last. */
bool params_at(int index, ParamInfo *out);

/* False if there is no such parameter; values are clamped. */
bool params_set(Params *params, const char *name, int value);

#endif
