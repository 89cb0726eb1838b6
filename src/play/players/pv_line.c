// SPDX-License-Identifier: MIT
#include "play/players/pv_line.h"

#include "search/score.h"

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

void json_put_score(Text *out, Score score) {
    if (score_is_mate(score))
        json_put_int(out, "mate", score_mate_moves(score));
    else
        json_put_int(out, "cp", score);
}
