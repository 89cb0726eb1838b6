// SPDX-License-Identifier: MIT
#ifndef TRAIN_QUIET_H
#define TRAIN_QUIET_H

#include "core/position.h"

/* Is the position decided by what is on the board, not by the move that is about to happen?  Only
 * such positions are learned from. */
bool is_quiet(const Position *pos, Move move);

#endif
