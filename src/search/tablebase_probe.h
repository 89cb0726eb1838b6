// SPDX-License-Identifier: MIT
//
// Where exact answers come from, if there are any: tablebases plug in here, so that the search
// knows neither their format nor their library.
#ifndef SEARCH_TABLEBASE_PROBE_H
#define SEARCH_TABLEBASE_PROBE_H

#include "core/position.h"

typedef struct {
    int result; // 1 win, 0 draw, -1 loss, for the side to move
    int plies;  // to the end, or 0 if not known
} TablebaseProbeResult;

/* What is known of the position a search begins with. */
typedef struct {
    MoveList best; // the moves that keep the result, or make progress to it where that is urgent
    int result;    // 1 win, 0 draw, -1 loss, for the side to move
} TablebaseRootResult;

/* probe == NULL: none.  Must be safe to call from several threads at once. */
typedef struct {
    bool (*probe)(const void *context, const Position *pos, TablebaseProbeResult *out);
    /* The same with the plies, which may take much longer; NULL, or false: they are not known. */
    bool (*probe_distance)(const void *context, const Position *pos, TablebaseProbeResult *out);
    const void *context;
    int max_men; // no use asking with more pieces on the board
    /* Which moves to search at the root; `repeated`: some position of the game occurred twice.
     * NULL, or false: all. */
    bool (*root)(const void *context, const Position *pos, bool repeated, TablebaseRootResult *out);
} TablebaseProber;

#endif
