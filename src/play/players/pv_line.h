// SPDX-License-Identifier: MIT
//
// A line of thought: what a player or the engine thinks of a position, kept as a value.
#ifndef PLAY_PLAYERS_PV_LINE_H
#define PLAY_PLAYERS_PV_LINE_H

#include "search/engine.h"

enum { THOUGHT_MOVES_MAX = 64 };

typedef struct {
    int depth, rank; // ranks count from 1, the best line
    Score score;     // for the side to move
    uint64_t nodes;
    int64_t time_ms;
    int length;
    Move line[THOUGHT_MOVES_MAX];
} Thought;

/* A copy of what the engine reports. */
Thought thought_of(const SearchInfo *info);

#endif
