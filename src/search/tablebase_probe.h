// SPDX-License-Identifier: MIT
//
// The interface to tablebases. The search depends neither on their format nor on their library.
#ifndef SEARCH_TABLEBASE_PROBE_H
#define SEARCH_TABLEBASE_PROBE_H

#include "core/position.h"

typedef struct {
    int result; // 1 win, 0 draw, -1 loss, for the side to move
    int plies;  // to the end of the game; 0 if not known
} TablebaseProbeResult;

/* The tablebase result of the root position. */
typedef struct {
    MoveList best; // the moves that preserve the result; where the fifty-move rule is near, those
                   // that make progress
    int result;    // 1 win, 0 draw, -1 loss, for the side to move
} TablebaseRootResult;

/* probe == NULL: none. The functions must be safe to call from several threads at once. */
typedef struct {
    bool (*probe)(const void *context, const Position *pos, TablebaseProbeResult *out);
    /* Like `probe`, but also finds the number of plies; may be much slower. NULL, or false: not
     * known. */
    bool (*probe_distance)(const void *context, const Position *pos, TablebaseProbeResult *out);
    const void *context;
    int max_men; // the largest number of pieces in any table
    /* Selects the moves to search at the root. `repeated`: some position of the game occurred
     * twice. NULL, or false: search all moves. */
    bool (*root)(const void *context, const Position *pos, bool repeated, TablebaseRootResult *out);
} TablebaseProber;

#endif
