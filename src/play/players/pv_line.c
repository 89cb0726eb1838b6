// SPDX-License-Identifier: MIT
#include "play/players/pv_line.h"

#include <string.h>

Thought thought_of(const SearchInfo *info) {
    Thought thought = {.depth = info->depth,
                       .rank = info->multipv,
                       .score = info->score,
                       .nodes = info->nodes,
                       .time_ms = info->time_ms,
                       .length = info->length};
    if (thought.length > THOUGHT_MOVES_MAX) thought.length = THOUGHT_MOVES_MAX;
    memcpy(thought.line, info->line, (size_t)thought.length * sizeof *thought.line);
    return thought;
}
