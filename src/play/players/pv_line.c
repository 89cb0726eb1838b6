// SPDX-License-Identifier: MIT
#include "play/players/pv_line.h"

#include <string.h>

PvLine pv_line_of(const SearchInfo *info) {
    PvLine pv = {.depth = info->depth,
                 .rank = info->multipv,
                 .score = info->score,
                 .nodes = info->nodes,
                 .time_ms = info->time_ms,
                 .length = info->length};
    if (pv.length > PV_LINE_MOVES_MAX) pv.length = PV_LINE_MOVES_MAX;
    memcpy(pv.line, info->line, (size_t)pv.length * sizeof *pv.line);
    return pv;
}
