// SPDX-License-Identifier: MIT
//
// Playing weaker on purpose, as a person does: a level looks at fewer positions, and misjudges a
// little what it sees; how much, depends on the game.  Weak levels answer at once, as they look at
// a handful of positions only.
#ifndef SEARCH_SKILL_H
#define SEARCH_SKILL_H

#include "base/rng.h"
#include "search/engine.h"
#include "search/search_worker.h"

/* Lowers the limits to those of the level. */
void skill_limit(const EngineOptions *options, const Rules *rules, SearchLimits *limits);

/* How many lines a search needs so that there is something to choose from. */
int skill_lines(const EngineOptions *options, int lines, int moves);

/* The move the level plays; roots are sorted, best first. */
const RootMove *skill_choose(const EngineOptions *options, const Rules *rules,
                             const RootMove *root_moves, int count, Rng *rng);

/* The level that is nearest to a rating. */
int skill_for_elo(int elo);

/* The first and the last level below full strength, about as CCRL rates at blitz
 * (docs/strength.md). */
enum { SKILL_ELO_MIN = 370, SKILL_ELO_MAX = 2690 };

#endif
