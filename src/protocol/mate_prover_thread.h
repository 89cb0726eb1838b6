// SPDX-License-Identifier: MIT
//
// The mate solver in a thread beside a running search: for `go mate N`.
//
// A search finds most mates, but it cannot prove that there is none.  The solver can, for both
// sides: can the side to move mate within N moves, or is it mated within N by any defence?  Once
// that is answered the search stops.
#ifndef PROTOCOL_MATE_PROVER_THREAD_H
#define PROTOCOL_MATE_PROVER_THREAD_H

#include "solve/mate/mate.h"

typedef struct MateProverThread MateProverThread;

/* Starts the thread; `only` lists the allowed moves in `pos` (NULL: all).  Returns NULL when memory
 * is short or no thread can be started. */
MateProverThread *mate_prover_thread_start(const Position *pos, int moves, const MoveList *only);

/* The flag that is set when the answer is known: pass it as `stop` of the engine's limits.  If
 * there is no mate it is set a moment later, so that the engine has found a move
 * by then. */
const atomic_bool *mate_prover_thread_answered(const MateProverThread *prover);

/* Is the solver still at work?  False for NULL. */
bool mate_prover_thread_is_running(const MateProverThread *prover);

/* Stops the thread and frees it; returns false for NULL.  `out` gets the result, `mated` is true if
 * it is the side to move that is mated.  May be called from the thread of the search. */
bool mate_prover_thread_finish(MateProverThread *prover, MateResult *out, bool *mated);

#endif
