// SPDX-License-Identifier: MIT
#include "search/skill.h"

enum { SKILL_LINES = 5 };

/* The node limit of a level, and the largest random error of its scores in centipawns. */
typedef struct {
    uint64_t nodes;
    uint32_t noise;
} SkillLevel;

/* The steps were fitted in matches so that the distance between neighbouring levels is about
 * constant (docs/play.md). In races scores are further apart. There a level with fewer nodes than
 * legal moves overlooks some moves, and between 100 and 500 nodes the strength does not grow. */
static const SkillLevel LEVELS[][ENGINE_SKILL_MAX] = {
    [EVALUATION_CHESS] =
        {
            {24, 250},  {29, 229},  {34, 211},  {40, 195},  {48, 179},   {59, 164},   {77, 148},
            {110, 132}, {165, 117}, {265, 100}, {480, 84},  {840, 69},   {1300, 59},  {1900, 51},
            {2800, 44}, {4000, 38}, {5600, 33}, {7800, 28}, {11000, 24}, {15500, 20},
        },
    [EVALUATION_RACING_KINGS] =
        {
            {14, 550},  {16, 450},  {18, 350},  {20, 285},   {22, 236},   {25, 198},   {28, 165},
            {32, 134},  {37, 110},  {44, 88},   {54, 73},    {81, 57},    {808, 41},   {1310, 35},
            {2350, 29}, {4130, 23}, {6600, 19}, {12000, 15}, {21500, 12}, {40000, 10},
        },
};

static const SkillLevel *skill_level_of(const EngineOptions *options, const Rules *rules) {
    return &LEVELS[evaluation_kind(rules)][options->skill];
}

void skill_limit(const EngineOptions *options, const Rules *rules, SearchLimits *limits) {
    if (options->skill >= ENGINE_SKILL_MAX) return;
    uint64_t most = skill_level_of(options, rules)->nodes;
    if (limits->nodes == 0 || limits->nodes > most) limits->nodes = most;
}

int skill_lines(const EngineOptions *options, int lines, int moves) {
    if (options->skill >= ENGINE_SKILL_MAX) return lines;
    int wanted = lines > SKILL_LINES ? lines : SKILL_LINES;
    return wanted < moves ? wanted : moves;
}

/* Chooses the best line after adding a random error to each score. The chosen move is worse than
 * the best by at most the error of the level. */
const RootMove *skill_choose(const EngineOptions *options, const Rules *rules,
                             const RootMove *root_moves, int count, Rng *rng) {
    uint32_t most = skill_level_of(options, rules)->noise + 1;
    const RootMove *best = &root_moves[0];
    int best_value = -SCORE_INFINITE * 2;
    for (int i = 0; i < count && i < SKILL_LINES; i++) {
        if (root_moves[i].score == -SCORE_INFINITE) break;
        int value = root_moves[i].score + (int)rng_below(rng, most);
        if (value <= best_value) continue;
        best_value = value;
        best = &root_moves[i];
    }
    return best;
}

int skill_for_elo(int elo) {
    if (elo <= SKILL_ELO_MIN) return 0;
    if (elo >= SKILL_ELO_MAX) return ENGINE_SKILL_MAX - 1;
    int span = SKILL_ELO_MAX - SKILL_ELO_MIN;
    return ((elo - SKILL_ELO_MIN) * (ENGINE_SKILL_MAX - 1) + span / 2) / span;
}
