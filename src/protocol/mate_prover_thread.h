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

typedef struct MateProverThread MateProverThread;

/* Starts to answer about a position, with the moves of `only` at the first one (NULL: all); NULL
 * without memory or thread. */
MateProverThread *mate_prover_thread_start(const Position *pos, int moves, const MoveList *only);

/* Set once it has the answer, and the engine a move where the answer has none: for the `stop` of
 * the engine's limits. */
const atomic_bool *mate_prover_thread_answered(const MateProverThread *prover);

/* Is it still at work?  NULL is not. */
bool mate_prover_thread_is_running(const MateProverThread *prover);

/* Ends it; false if there was none (NULL).  `out` tells what is known, and `mated` that it is the
 * side to move that is mated.  May be called from the search's own thread. */
bool mate_prover_thread_finish(MateProverThread *prover, MateResult *out, bool *mated);

#endif
