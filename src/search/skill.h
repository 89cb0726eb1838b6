// SPDX-License-Identifier: MIT
//
// Limited strength: a weak level searches fewer nodes and adds a random error to the scores of its
// best moves. The numbers depend on the game. Weak levels move at once, since they search only a
// few nodes.
#ifndef SEARCH_SKILL_H
#define SEARCH_SKILL_H

#include "base/rng.h"
#include "search/engine.h"
#include "search/search_worker.h"

/* Lowers the node limit to that of the level. */
void skill_limit(const EngineOptions *options, const Rules *rules, SearchLimits *limits);

/* The number of lines that the search must compute, so that skill_choose() has moves to choose
 * from. */
int skill_lines(const EngineOptions *options, int lines, int moves);

/* The move that the level plays; `root_moves` is sorted, best first. */
const RootMove *skill_choose(const EngineOptions *options, const Rules *rules,
                             const RootMove *root_moves, int count, Rng *rng);

/* The level whose strength is nearest to a rating. */
int skill_for_elo(int elo);

/* The ratings of the weakest level and of the last level below full strength, roughly on the CCRL
 * blitz scale (docs/strength.md). */
enum { SKILL_ELO_MIN = 370, SKILL_ELO_MAX = 2690 };

#endif
