// SPDX-License-Identifier: MIT
#include "play/game/search_budget.h"

bool search_budget_is_limited(const SearchBudget *own) {
    return timecontrol_has_clock(&own->time) || own->time.move_ms || own->depth || own->nodes;
}

SearchLimits search_budget_limits(const SearchBudget *own, const ChessClock *clock, Color us,
                                  int64_t now, int64_t overhead_ms) {
    SearchLimits limits = {.movetime_ms = own->time.move_ms,
                           .depth = own->depth,
                           .nodes = own->nodes,
                           .has_clock = timecontrol_has_clock(&own->time),
                           .moves_to_go = clock->times.moves_to_go[us],
                           .overhead_ms = overhead_ms};
    if (!limits.has_clock) return limits;
    for (Color c = WHITE; c <= BLACK; c++) {
        Color from = timecontrol_has_clock(&clock->control[c]) ? c : us;
        int64_t left = chessclock_left(clock, from, now);
        limits.time_ms[c] = left > 1 ? left : 1; // at least 1 ms, even if no time is left
        limits.increment_ms[c] = clock->control[from].increment_ms;
    }
    return limits;
}
