// SPDX-License-Identifier: MIT
//
// A principal variation with its score, as reported by a player or the engine.
#ifndef PLAY_PLAYERS_PV_LINE_H
#define PLAY_PLAYERS_PV_LINE_H

#include "base/text/json.h"
#include "search/engine.h"

enum { PV_LINE_MOVES_MAX = 64 };

typedef struct {
    int depth, rank; // ranks count from 1, the best line (MultiPV)
    Score score;     // for the side to move
    uint64_t nodes;
    int64_t time_ms;
    int length;
    Move line[PV_LINE_MOVES_MAX];
} PvLine;

/* Copies what the engine reports. */
PvLine pv_line_of(const SearchInfo *info);

/* The score of the side to move as a member of a JSON object, "cp" or "mate". */
void json_put_score(Text *out, Score score);

#endif
