// SPDX-License-Identifier: MIT
//
// Where exact answers come from, if there are any: tablebases plug in here, so that the search
// knows neither their format nor their library.
#ifndef SEARCH_PROBER_H
#define SEARCH_PROBER_H

#include "roek/core/position.h"

typedef struct {
    int result; // 1 win, 0 draw, -1 loss, for the side to move
    int plies;  // to the end, or 0 if not known
} ProbeResult;

/* probe == NULL: none.  Must be safe to call from several threads at once. */
typedef struct {
    bool (*probe)(const void *context, const Position *pos, ProbeResult *out);
    const void *context;
    int max_men; // no use asking with more pieces on the board
} Prober;

#endif
