// SPDX-License-Identifier: MIT
#include "roek/solve/solution.h"

#include "roek/rules/rules.h"

#include <stdlib.h>

bool solution_init(Solution *solution, int id) {
    *solution = (Solution){.ending = ending_of(id)};
    size_t size = (size_t)solution->ending.positions;
    if (size != solution->ending.positions) return false; // too large to address here
    for (Color c = WHITE; c <= BLACK; c++) solution->value[c] = calloc(size, 1);
    if (solution->value[WHITE] && solution->value[BLACK]) return true;
    solution_free(solution);
    return false;
}

void solution_free(Solution *solution) {
    for (Color c = WHITE; c <= BLACK; c++) {
        free(solution->value[c]);
        solution->value[c] = NULL;
    }
}

bool value_by_rules(const Board *b, TableValue *out) {
    if (!(b->role[KING] & RACING_KINGS.finish)) return false;
    Outcome over = RACING_KINGS.outcome(b);
    TableResult result = over.winner == NO_COLOR         ? TABLE_DRAW
                         : over.winner == (Color)b->turn ? TABLE_WIN
                                                         : TABLE_LOSS;
    *out = (TableValue){result, 0};
    return true;
}

bool value_is_better(TableValue a, TableValue b) {
    if (a.result != b.result) return a.result > b.result;
    return a.result == TABLE_WIN ? a.plies < b.plies : a.plies > b.plies;
}

static void side_statistics(const uint8_t *value, uint64_t positions, ResultStatistics *of) {
    uint64_t count[256] = {0};
    for (uint64_t i = 0; i < positions; i++) count[value[i]]++;
    for (int code = 1; code <= SOLUTION_DRAW; code++) {
        if (!count[code]) continue;
        TableValue v = solution_decode((uint8_t)code);
        of[v.result + 1].count += count[code];
        of[v.result + 1].plies = v.plies;
    }
    for (int r = 0; r < 3; r++) {
        if (!of[r].plies) continue;
        while (value[of[r].longest_at] != of[r].plies) of[r].longest_at++;
    }
}

TableStatistics solution_statistics(const Solution *solution) {
    TableStatistics s = {.of = {{{0}}}};
    for (Color c = WHITE; c <= BLACK; c++)
        side_statistics(solution->value[c], solution->ending.positions, s.of[c]);
    return s;
}
