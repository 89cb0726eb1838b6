// SPDX-License-Identifier: MIT
// Evaluation with a network, and the incremental updates that make it fast (NNUE, Nasu 2018).
//
// An accumulator is the sum of the weight rows of all pieces on the board, as one side sees them.
// The accumulator of one position becomes that of another by adding the rows of the pieces that are
// new and subtracting those of the pieces that are gone. The differences are found by comparing
// boards, so the search does not have to report its moves.
//
// A NnueState keeps the accumulators of the position evaluated last at each ply. A new position
// starts from the nearest of four of them (usually its parent) and applies the differences, seldom
// more than three. When the king has moved to a square with other weights, the update starts from
// the last position evaluated with those weights (a refresh cache, also called Finny tables).
#ifndef NNUE_ACCUMULATOR_H
#define NNUE_ACCUMULATOR_H

#include "nnue/kernel.h"
#include "nnue/network.h"

typedef struct NnueState NnueState;

/* NULL when memory is short. The network must outlive the state. */
NnueState *nnue_state_new(const Network *net, const NnueKernel *kernel);
void nnue_state_free(NnueState *state);

/* The score in centipawns for the side to move. `ply` is in 0 … NET_PLY_MAX; the position has at
 * most 32 pieces. */
enum { NET_PLY_MAX = 255 };
int nnue_state_evaluate(NnueState *state, const Position *pos, int ply);

/* The same score, computed from scratch without a state. */
int network_evaluate(const Network *net, const NnueKernel *kernel, const Position *pos);

#endif
