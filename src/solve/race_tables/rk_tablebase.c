// SPDX-License-Identifier: MIT
#include "solve/race_tables/rk_tablebase.h"

#include "base/hash.h"
#include "base/text/text.h"
#include "rules/registry.h"

#include <errno.h>
#include <stdlib.h>

/* Recently decoded blocks.  A thread that finds its entry busy decodes into a block of its own. */
enum { CACHE_BITS = 10 };
typedef struct {
    atomic_flag busy;
    TableBlock block;
} CachedBlock;

struct RkTablebase {
    RaceTable *table[MATERIAL_COUNT]; // by id
    int men;
    CachedBlock *cache; // [1 << CACHE_BITS]
};

static TableFault open_table(const char *folder, int id, RaceTable **out) {
    RaceTable *table = malloc(sizeof *table);
    TableFault fault = table ? table_open(folder, id, table) : TABLE_NO_MEMORY;
    if (fault == TABLE_OK)
        *out = table;
    else
        free(table);
    return fault;
}

RkTablebase *rk_tablebase_open(const char *folder) {
    int ids[MATERIAL_COUNT];
    int count = material_up_to(MATERIAL_MEN_MAX, ids);
    RkTablebase *tables = calloc(1, sizeof *tables);
    if (tables) tables->cache = calloc(1 << CACHE_BITS, sizeof *tables->cache);
    TableFault fault = tables && tables->cache ? TABLE_OK : TABLE_NO_MEMORY;
    for (int i = 0; i < count && fault != TABLE_NO_MEMORY; i++) {
        fault = open_table(folder, ids[i], &tables->table[ids[i]]);
        if (fault == TABLE_OK) tables->men = material_of(ids[i]).men;
    }
    bool no_memory = fault == TABLE_NO_MEMORY;
    if (!no_memory && tables->men) return tables;
    rk_tablebase_free(tables);
    errno = no_memory ? ENOMEM : 0;
    return NULL;
}

bool rk_tablebase_ran_out_of_memory(const RkTablebase *tables) {
    for (int id = 0; tables && id < MATERIAL_COUNT; id++)
        if (tables->table[id] && table_ran_out_of_memory(tables->table[id])) return true;
    return false;
}

void rk_tablebase_free(RkTablebase *tables) {
    if (!tables) return;
    for (int id = 0; id < MATERIAL_COUNT; id++) {
        if (!tables->table[id]) continue;
        table_close(tables->table[id]);
        free(tables->table[id]);
    }
    free(tables->cache);
    free(tables);
}

int rk_tablebase_men_max(const RkTablebase *tables) {
    return tables ? tables->men : 0;
}

const RaceTable *rk_tablebase_find(const RkTablebase *tables, int id) {
    return tables && id >= 0 ? tables->table[id] : NULL;
}

/* The table for a board's material, or NULL. */
static const RaceTable *table_of(const RkTablebase *tables, const Board *b) {
    if (popcount(board_occupied(b)) > rk_tablebase_men_max(tables)) return NULL;
    return rk_tablebase_find(tables, material_id(b));
}

static CachedBlock *cached_block(const RkTablebase *tables, const RaceTable *table,
                                 uint64_t index) {
    uint64_t key = (uint64_t)table->material.id << 40 ^ index / BLOCK_NUMBERS;
    return &tables->cache[hash_slot(key, CACHE_BITS)];
}

static TableBlock *lock_block(CachedBlock *cached, TableBlock *own) {
    if (!atomic_flag_test_and_set_explicit(&cached->busy, memory_order_acquire))
        return &cached->block;
    own->result_count = own->distance_count = 0;
    return own;
}

static void unlock_block(CachedBlock *cached, const TableBlock *block) {
    if (block == &cached->block) atomic_flag_clear_explicit(&cached->busy, memory_order_release);
}

static bool read_result(const RkTablebase *tables, const RaceTable *table, const Board *b,
                        TableResult *out) {
    uint64_t index = material_index(&table->material, b);
    CachedBlock *cached = cached_block(tables, table, index);
    TableBlock own, *block = lock_block(cached, &own);
    bool found = table_read_result(block, table, (Color)b->turn, index, out);
    unlock_block(cached, block);
    return found;
}

static bool read_value(const RkTablebase *tables, const RaceTable *table, const Board *b,
                       TableValue *out) {
    uint8_t code;
    uint64_t index = material_index(&table->material, b);
    CachedBlock *cached = cached_block(tables, table, index);
    TableBlock own, *block = lock_block(cached, &own);
    bool found = table_read_value(block, table, (Color)b->turn, index, &code);
    unlock_block(cached, block);
    if (found) *out = race_value_decode(code);
    return found;
}

bool rk_tablebase_probe_result(const RkTablebase *tables, const Board *b, TableResult *out) {
    const RaceTable *table = table_of(tables, b);
    TableValue value;
    if (!table) return false;
    if (!race_value_by_rules(b, &value))
        return material_is_indexed(b) && read_result(tables, table, b, out);
    *out = value.result;
    return true;
}

int rk_tablebase_longest(const RkTablebase *tables, const Board *b) {
    const RaceTable *table = table_of(tables, b);
    int longest = 0;
    for (Color c = WHITE; table && c <= BLACK; c++)
        for (int r = 0; r < 3; r++) {
            int plies = table_statistics(table)->of[c][r].plies;
            if (plies > longest) longest = plies;
        }
    return longest;
}

/* The value of a position whose distance is not stored, computed from the best move.  Moves that do
 * not keep the result are not probed for their distance. */
static bool value_by_moves(const RkTablebase *tables, const Board *b, TableResult result,
                           TableValue *out) {
    MoveList moves;
    bool any = false;
    RACING_KINGS.legal_moves(b, GENERATE_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        Board after = race_after(b, moves.items[i]);
        TableResult then;
        TableValue value;
        if (!rk_tablebase_probe_result(tables, &after, &then)) return false;
        if ((int)then != -(int)result) continue;
        if (!rk_tablebase_probe(tables, &after, &value)) return false;
        value = race_value_before(value);
        if (!any || race_value_is_better(value, *out)) *out = value;
        any = true;
    }
    return any;
}

bool rk_tablebase_probe(const RkTablebase *tables, const Board *b, TableValue *out) {
    const RaceTable *table = table_of(tables, b);
    TableResult result;
    if (!table) return false;
    if (race_value_by_rules(b, out)) return true;
    if (table->distances_fault != TABLE_OK || !material_is_indexed(b)) return false;
    if (table_has_distances(table, (Color)b->turn)) return read_value(tables, table, b, out);
    if (!rk_tablebase_probe_result(tables, b, &result)) return false;
    *out = (TableValue){TABLE_DRAW, 0};
    return result == TABLE_DRAW || value_by_moves(tables, b, result, out);
}

static int compare_moves(const void *a, const void *b) {
    const TableMove *x = a, *y = b;
    if (race_value_is_better(x->value, y->value)) return -1;
    if (race_value_is_better(y->value, x->value)) return 1;
    return (int)x->move - (int)y->move;
}

int rk_tablebase_probe_moves(const RkTablebase *tables, const Board *b, TableMove out[MOVES_MAX]) {
    MoveList moves;
    RACING_KINGS.legal_moves(b, GENERATE_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        Board after = race_after(b, moves.items[i]);
        TableValue value;
        if (!rk_tablebase_probe(tables, &after, &value)) return -1;
        out[i] = (TableMove){moves.items[i], race_value_before(value)};
    }
    qsort(out, (size_t)moves.count, sizeof *out, compare_moves);
    return moves.count;
}

int rk_tablebase_best_line(const RkTablebase *tables, const Board *b, Move *out, int most) {
    Board now = *b;
    TableMove moves[MOVES_MAX];
    TableValue value;
    int n = 0;
    while (n < most && rk_tablebase_probe(tables, &now, &value) && value.plies > 0 &&
           rk_tablebase_probe_moves(tables, &now, moves) > 0) {
        out[n] = moves[0].move;
        now = race_after(&now, out[n++]);
    }
    return n;
}

int table_value_moves(TableValue value) {
    return (value.plies + 1) / 2;
}

void table_value_describe(TableValue value, Color turn, char out[TABLE_VALUE_TEXT_MAX]) {
    Text t = text_on(out, TABLE_VALUE_TEXT_MAX);
    if (value.result == TABLE_DRAW) {
        text_string(&t, "draw");
        return;
    }
    Color winner = value.result == TABLE_WIN ? turn : other(turn);
    int moves = table_value_moves(value);
    text_string(&t, winner == WHITE ? "White " : "Black ");
    if (moves == 0)
        text_string(&t, "has won");
    else if (value.result == TABLE_LOSS && value.plies == 1) // the loser's own move ended the game
        text_string(&t, "wins at once");
    else
        text_format(&t, "wins in %d move%s", moves, moves == 1 ? "" : "s");
}
