// SPDX-License-Identifier: MIT
#ifndef TRAIN_QUIET_H
#define TRAIN_QUIET_H

#include "core/position.h"

/* Is this a quiet position with a quiet move, so that the static evaluation is meaningful? Networks
 * are trained on such positions only. */
bool is_quiet(const Position *pos, Move move);

#endif
