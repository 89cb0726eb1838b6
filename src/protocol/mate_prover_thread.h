// SPDX-License-Identifier: MIT
//
// The mate prover beside a running search: for `go mate N`.
//
// A search finds most mates, but it cannot promise that there is none.  The prover can, for both
// sides: is there a mate within N moves, or is the side to move mated within N whatever it plays?
// Once that is answered the search need not go on.
#ifndef PROTOCOL_MATE_PROVER_THREAD_H
#define PROTOCOL_MATE_PROVER_THREAD_H

#include "solve/mate/mate.h"

typedef struct MateWatch MateWatch;

/* Starts to answer about a position, with the moves of `only` at the first one (NULL: all); NULL
 * without memory or thread. */
MateWatch *matewatch_start(const Position *pos, int moves, const MoveList *only);

/* Set once it has the answer, and the engine a move where the answer has none: for the `stop` of
 * the engine's limits. */
const atomic_bool *matewatch_answered(const MateWatch *watch);

/* Is it still at work?  NULL is not. */
bool matewatch_is_busy(const MateWatch *watch);

/* Ends it; false if there was none (NULL).  `out` tells what is known, and `mated` that it is the
 * side to move that is mated.  May be called from the search's own thread. */
bool matewatch_finish(MateWatch *watch, MateResult *out, bool *mated);

#endif
