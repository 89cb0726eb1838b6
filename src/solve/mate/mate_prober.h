// SPDX-License-Identifier: MIT
//
// The mate solver as the MateProber of an engine.
//
// A search that prunes hard finds mates late that begin with sacrifices and quiet moves; a
// proof-number search finds many of them in milliseconds. So if the enemy king is under attack, the
// mate solver runs first, for a small share of the planned time: once for mates up to 12 moves,
// and, given enough time, once more for short mates. A mate that it finds is proved, and is a lower
// bound for the score of its first move.
#ifndef SOLVE_MATE_MATE_PROBER_H
#define SOLVE_MATE_MATE_PROBER_H

#include "search/engine.h"

/* An engine with this mate prober, for everything that plays; NULL when memory is short. */
Engine *engine_new_with_mate_prober(void);

#endif
