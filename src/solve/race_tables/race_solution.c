// SPDX-License-Identifier: MIT
#include "solve/race_tables/race_solution.h"

#include "rules/registry.h"

#include <stdlib.h>
#include <string.h>

bool race_solution_init(RaceSolution *solution, int id) {
    *solution = (RaceSolution){.material = material_of(id)};
    size_t size = (size_t)solution->material.positions;
    if (size != solution->material.positions) return false; // too large for the address space
    for (Color c = WHITE; c <= BLACK; c++) solution->value[c] = calloc(size, 1);
    if (solution->value[WHITE] && solution->value[BLACK]) return true;
    race_solution_free(solution);
    return false;
}

void race_solution_free(RaceSolution *solution) {
    for (Color c = WHITE; c <= BLACK; c++) {
        free(solution->value[c]);
        solution->value[c] = NULL;
    }
}

bool race_value_by_rules(const Board *b, TableValue *out) {
    if (!(b->role[KING] & RACING_KINGS.traits.finish)) return false;
    Outcome over = RACING_KINGS.outcome(b);
    TableResult result = over.winner == NO_COLOR         ? TABLE_DRAW
                         : over.winner == (Color)b->turn ? TABLE_WIN
                                                         : TABLE_LOSS;
    *out = (TableValue){result, 0};
    return true;
}

Board race_after(const Board *b, Move move) {
    Board after = *b;
    board_play_role(&after, (Color)b->turn, piece_role(board_piece_at(b, move_from(move))), move);
    return after;
}

bool race_value_is_better(TableValue a, TableValue b) {
    if (a.result != b.result) return a.result > b.result;
    return a.result == TABLE_WIN ? a.plies < b.plies : a.plies > b.plies;
}

/* Uses four histograms, because increments of one counter by runs of equal values serialise. */
static void count_values(const uint8_t *value, uint64_t positions, uint64_t count[256]) {
    uint64_t part[4][256] = {{0}};
    for (uint64_t i = 0; i < positions; i++) part[i % 4][value[i]]++;
    for (int code = 0; code < 256; code++)
        count[code] = part[0][code] + part[1][code] + part[2][code] + part[3][code];
}

static void side_statistics(const uint8_t *value, uint64_t positions, ResultStatistics *of) {
    uint64_t count[256];
    count_values(value, positions, count);
    for (int code = 1; code <= RACE_VALUE_DRAW; code++) {
        if (!count[code]) continue;
        TableValue v = race_value_decode((uint8_t)code);
        of[v.result + 1].count += count[code];
        of[v.result + 1].plies = v.plies;
    }
    for (int r = 0; r < 3; r++) {
        if (!of[r].plies) continue;
        const uint8_t *first = memchr(value, of[r].plies, (size_t)positions);
        of[r].longest_at = (uint64_t)(first - value);
    }
}

/* Conditions here and below are integers, so that compilers can vectorise the loops. */
static int is_loss(uint8_t value) {
    return (value != RACE_VALUE_NONE) & !(value & 1);
}

/* One side loses when it is to move, and the other does not win when it is to move. */
static int is_zugzwang(uint8_t white, uint8_t black) {
    int white_fails = is_loss(white) | (white == RACE_VALUE_DRAW);
    int black_fails = is_loss(black) | (black == RACE_VALUE_DRAW);
    return (is_loss(white) & black_fails) | (is_loss(black) & white_fails);
}

static bool has_zugzwang(const uint8_t *white, const uint8_t *black, uint64_t count) {
    int any = 0;
    for (uint64_t i = 0; i < count; i++) any |= is_zugzwang(white[i], black[i]);
    return any;
}

static void note_zugzwangs(const RaceSolution *s, uint64_t first, uint64_t end,
                           ResultStatistics found[ZUGZWANG_KINDS]) {
    for (uint64_t i = first; i < end; i++) {
        uint8_t white = s->value[WHITE][i], black = s->value[BLACK][i];
        if (!is_zugzwang(white, black)) continue;
        Zugzwang kind = is_loss(white) && is_loss(black) ? ZUGZWANG_BOTH_LOSE
                        : is_loss(black)                 ? ZUGZWANG_WHITE_DRAWS
                                                         : ZUGZWANG_BLACK_DRAWS;
        int plies = race_value_decode(white).plies + race_value_decode(black).plies;
        found[kind].count++;
        if (plies <= found[kind].plies) continue;
        found[kind].plies = plies;
        found[kind].longest_at = i;
    }
}

/* Mutual zugzwangs are rare, so whole rows are tested first. */
static void find_zugzwangs(const RaceSolution *s, ResultStatistics found[ZUGZWANG_KINDS]) {
    enum { ROW = 256 };
    for (uint64_t i = 0; i < s->material.positions; i += ROW) {
        uint64_t end = i + ROW < s->material.positions ? i + ROW : s->material.positions;
        if (has_zugzwang(s->value[WHITE] + i, s->value[BLACK] + i, end - i))
            note_zugzwangs(s, i, end, found);
    }
}

TableStatistics race_solution_statistics(const RaceSolution *solution) {
    TableStatistics s = {.zugzwang = {{0}}};
    find_zugzwangs(solution, s.zugzwang);
    for (Color c = WHITE; c <= BLACK; c++) {
        side_statistics(solution->value[c], solution->material.positions, s.of[c]);
        s.only_moves[c] = solution->only_moves[c];
    }
    return s;
}
