// SPDX-License-Identifier: MIT
//
// The mate solver as the scout of a search.
//
// A search that prunes as hard as ours comes late to mates that begin with sacrifices and quiet
// moves, the very ones a proof-number search finds in milliseconds.  So the mate solver may look
// first, for a small share of the time planned, if there is an attack on the king at all: far ahead
// and, given time, once more for short mates.  What it finds is proved, and stands as a floor under
// the score of the move it begins with.
#ifndef SOLVE_MATE_MATE_PROBER_H
#define SOLVE_MATE_MATE_PROBER_H

#include "search/engine.h"

/* An engine with such a scout, as everything that plays wants it; NULL when memory is short. */
Engine *engine_new_with_mate_prober(void);

#endif
