// SPDX-License-Identifier: MIT
#include "roek/search/skill.h"

enum { SKILL_LINES = 5 };

void skill_limit(const EngineOptions *options, Limits *limits) {
    if (options->skill >= ENGINE_SKILL_MAX) return;
    // 24 nodes for a beginner, times 1.6 for each level
    double nodes = 24;
    for (int i = 0; i < options->skill; i++) nodes *= 1.6;
    uint64_t most = (uint64_t)nodes;
    if (limits->nodes == 0 || limits->nodes > most) limits->nodes = most;
    int deepest = 1 + options->skill * 2 / 3;
    if (limits->depth == 0 || limits->depth > deepest) limits->depth = deepest;
}

int skill_lines(const EngineOptions *options, int lines, int moves) {
    if (options->skill >= ENGINE_SKILL_MAX) return lines;
    int wanted = lines > SKILL_LINES ? lines : SKILL_LINES;
    return wanted < moves ? wanted : moves;
}

/* Each line's score plus luck; the weaker the level, the more luck. */
const RootMove *skill_choose(const EngineOptions *options, const RootMove *roots, int count,
                             Rng *rng) {
    int weakness = ENGINE_SKILL_MAX - options->skill;
    // a beginner plays any move now and then
    if (rng_below(rng, 100) < (uint32_t)(weakness > 12 ? (weakness - 12) * 4 : 0))
        return &roots[rng_below(rng, (uint32_t)count)];
    const RootMove *best = &roots[0];
    int best_value = -SCORE_INFINITE * 2;
    for (int i = 0; i < count && i < SKILL_LINES; i++) {
        if (roots[i].score == -SCORE_INFINITE) break;
        int luck = (int)rng_below(rng, (uint32_t)(weakness * weakness + 1));
        int value = roots[i].score + luck;
        if (value <= best_value) continue;
        best_value = value;
        best = &roots[i];
    }
    return best;
}

int skill_for_elo(int elo) {
    if (elo <= SKILL_ELO_MIN) return 0;
    if (elo >= SKILL_ELO_MAX) return ENGINE_SKILL_MAX - 1;
    return (elo - SKILL_ELO_MIN) * (ENGINE_SKILL_MAX - 1) / (SKILL_ELO_MAX - SKILL_ELO_MIN);
}
