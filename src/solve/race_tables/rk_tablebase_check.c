// SPDX-License-Identifier: MIT
//
// Verification of tables.  Each value must equal the best value after a move, according to the
// tables; and a search that uses only the rules must find the same values within its depth.
#include "base/rng.h"
#include "rules/registry.h"
#include "solve/race_tables/rk_tablebase.h"

/* The best result over all moves; false if a table is missing. */
static bool best_result(const RkTablebase *tables, const Board *b, TableResult *out) {
    MoveList moves;
    RACING_KINGS.legal_moves(b, GENERATE_ALL, &moves);
    *out = moves.count ? TABLE_LOSS : TABLE_DRAW; // none: stalemate
    for (int i = 0; i < moves.count; i++) {
        Board after = race_after(b, moves.items[i]);
        TableResult then;
        if (!rk_tablebase_probe_result(tables, &after, &then)) return false;
        if (-(int)then > (int)*out) *out = (TableResult)-then;
    }
    return true;
}

/* The best value over all moves, with distance; false if a table is missing. */
static bool best_value(const RkTablebase *tables, const Board *b, TableValue *out) {
    TableMove moves[MOVES_MAX];
    int count = rk_tablebase_probe_moves(tables, b, moves);
    *out = count > 0 ? moves[0].value : (TableValue){TABLE_DRAW, 0};
    return count >= 0;
}

/* Compares a value with its successors.  A distance that is not stored is computed from the moves,
 * so then only the result can be wrong. */
static bool agrees_with_moves(const RkTablebase *tables, const Board *b, bool *known) {
    TableValue value = {TABLE_DRAW, 0}, best = {TABLE_DRAW, 0};
    TableResult result;
    const RaceTable *table = rk_tablebase_find(tables, material_id(b));
    bool stored = table_has_distances(table, (Color)b->turn);
    *known = stored ? best_value(tables, b, &best) : best_result(tables, b, &best.result);
    return rk_tablebase_probe_result(tables, b, &result) && result == best.result &&
           (!stored || (rk_tablebase_probe(tables, b, &value) && value.plies == best.plies));
}

// By search.  Both ask: within so many plies, whatever the other does?  What they answer after a
// stop is not to be used.

static bool is_called_off(const atomic_bool *stop) {
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

static bool loses_within(const Board *b, int plies, const atomic_bool *stop);

/* Is the game over, and who won?  NO_COLOR: no winner. */
static bool is_over(const Board *b, Color *winner) {
    Outcome o = RACING_KINGS.outcome(b);
    *winner = o.winner;
    return o.reason != OUTCOME_ONGOING;
}

static bool wins_within(const Board *b, int plies, const atomic_bool *stop) {
    Color winner;
    if (is_over(b, &winner)) return winner == (Color)b->turn;
    if (plies == 0 || is_called_off(stop)) return false;
    MoveList moves;
    RACING_KINGS.legal_moves(b, GENERATE_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        Board after = race_after(b, moves.items[i]);
        if (loses_within(&after, plies - 1, stop)) return true;
    }
    return false;
}

static bool loses_within(const Board *b, int plies, const atomic_bool *stop) {
    Color winner;
    if (is_over(b, &winner)) return winner == other((Color)b->turn);
    if (plies == 0 || is_called_off(stop)) return false;
    MoveList moves;
    RACING_KINGS.legal_moves(b, GENERATE_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        Board after = race_after(b, moves.items[i]);
        if (!wins_within(&after, plies - 1, stop)) return false;
    }
    return moves.count > 0;
}

/* What the search finds must be what the table says: decided in just so many plies, or not within
 * its reach. */
static bool agrees_with_search(const Board *b, TableValue value, const TableCheckOptions *options,
                               bool *decided) {
    int reach = options->plies, plies = value.plies;
    const atomic_bool *stop = options->stop;
    *decided = value.result != TABLE_DRAW && plies <= reach;
    if (!*decided) return !wins_within(b, reach, stop) && !loses_within(b, reach, stop);
    if (value.result == TABLE_WIN)
        return wins_within(b, plies, stop) && !wins_within(b, plies - 1, stop);
    return loses_within(b, plies, stop) && !loses_within(b, plies - 1, stop);
}

// --- random positions ---

static void count_wrong(TableCheckResult *c, const Board *b) {
    if (!c->wrong++) c->example = *b;
}

static void check_by_moves(const RkTablebase *tables, const Board *b, TableCheckResult *c) {
    bool known, right = agrees_with_moves(tables, b, &known);
    c->checked += known;
    if (known && !right) count_wrong(c, b);
}

static bool is_stopped(const TableCheckOptions *options, TableCheckResult *c) {
    c->stopped |= is_called_off(options->stop);
    return c->stopped;
}

static void check_by_search(const RkTablebase *tables, const Board *b,
                            const TableCheckOptions *options, TableCheckResult *c) {
    TableValue value;
    bool decided;
    if (!rk_tablebase_probe(tables, b, &value)) return;
    bool found = agrees_with_search(b, value, options, &decided);
    if (is_stopped(options, c)) return;
    if (!found) count_wrong(c, b);
    c->searched++;
    c->proved += decided;
}

/* Number of consecutive indices checked, because they share decoded blocks. */
enum { RUN_LENGTH = 16 };

TableCheckResult rk_tablebase_check(const RkTablebase *tables, int id,
                                    const TableCheckOptions *options) {
    TableCheckResult c = {.checked = 0};
    const RaceTable *table = rk_tablebase_find(tables, id);
    if (!table) return c;
    Rng rng = rng_seeded(options->seed);
    uint64_t numbers = table->material.positions, number = 0;
    bool all = options->positions >= numbers;
    for (uint64_t i = 0; i < (all ? numbers : options->positions); i++, number++) {
        if (is_stopped(options, &c)) break;
        if (!all && i % RUN_LENGTH == 0)
            number = rng_next(&rng) % (numbers / RUN_LENGTH) * RUN_LENGTH;
        Board b;
        for (Color turn = WHITE; turn <= BLACK; turn++)
            if (material_board(&table->material, number, turn, &b)) check_by_moves(tables, &b, &c);
    }
    for (uint64_t i = 0; options->plies && i < options->searched && !is_stopped(options, &c); i++) {
        uint64_t random = rng_next(&rng);
        Board b;
        if (material_board(&table->material, random / 2 % numbers, (Color)(random % 2), &b))
            check_by_search(tables, &b, options, &c);
    }
    return c;
}
