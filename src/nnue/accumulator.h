// SPDX-License-Identifier: MIT
//
// Evaluating with a network, and what makes it fast.
//
// An accumulator is the sum of the rows of all pieces on the board, as one side sees it.  It is
// good for any other board too: what differs is added and taken away.  So nothing has to be
// told about moves.  A NnueState keeps the accumulators of the positions evaluated last at each
// ply; a position takes the nearest of a few (mostly its parent, but that need not be) and
// follows the differences, seldom more than three.  When the king's square asks for other
// weights, it takes the last one that used those (the refresh cache).
#ifndef NNUE_ACCUMULATOR_H
#define NNUE_ACCUMULATOR_H

#include "nnue/kernel.h"
#include "nnue/network.h"

typedef struct NnueState NnueState;

/* NULL when memory is short.  The network must outlive the state. */
NnueState *nnue_state_new(const Network *net, const NnueKernel *kernel);
void nnue_state_free(NnueState *state);

/* The score in centipawns for the side to move; `ply` in 0 … NET_PLY_MAX.  At most 32 men. */
enum { NET_PLY_MAX = 255 };
int nnue_state_evaluate(NnueState *state, const Position *pos, int ply);

/* The same without any memory. */
int network_evaluate(const Network *net, const NnueKernel *kernel, const Position *pos);

#endif
