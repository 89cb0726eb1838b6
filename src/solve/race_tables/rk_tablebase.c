// SPDX-License-Identifier: MIT
#include "solve/race_tables/rk_tablebase.h"

#include "base/text/text.h"
#include "rules/registry.h"

#include <errno.h>
#include <stdlib.h>

/* Blocks that were read last.  Whoever finds one in use reads the file himself. */
enum { CACHE_BITS = 10 };
typedef struct {
    atomic_flag busy;
    TableBlock block;
} Slot;

struct Tables {
    Table *table[ENDING_COUNT]; // by id
    int men;
    Slot *cache; // [1 << CACHE_BITS]
};

static TableFault open_one(const char *folder, int id, Table **out) {
    Table *table = malloc(sizeof *table);
    TableFault fault = table ? table_open(folder, id, table) : TABLE_NO_MEMORY;
    if (fault == TABLE_OK)
        *out = table;
    else
        free(table);
    return fault;
}

Tables *tables_open(const char *folder) {
    int endings[ENDING_COUNT];
    int count = endings_up_to(ENDING_MEN_MAX, endings);
    Tables *tables = calloc(1, sizeof *tables);
    if (tables) tables->cache = calloc(1 << CACHE_BITS, sizeof *tables->cache);
    TableFault fault = tables && tables->cache ? TABLE_OK : TABLE_NO_MEMORY;
    for (int i = 0; i < count && fault != TABLE_NO_MEMORY; i++) {
        fault = open_one(folder, endings[i], &tables->table[endings[i]]);
        if (fault == TABLE_OK) tables->men = ending_of(endings[i]).men;
    }
    bool lacking = fault == TABLE_NO_MEMORY;
    if (!lacking && tables->men) return tables;
    tables_free(tables);
    errno = lacking ? ENOMEM : 0;
    return NULL;
}

bool tables_lack_memory(const Tables *tables) {
    for (int id = 0; tables && id < ENDING_COUNT; id++)
        if (tables->table[id] && table_lacks_memory(tables->table[id])) return true;
    return false;
}

void tables_free(Tables *tables) {
    if (!tables) return;
    for (int id = 0; id < ENDING_COUNT; id++) {
        if (!tables->table[id]) continue;
        table_close(tables->table[id]);
        free(tables->table[id]);
    }
    free(tables->cache);
    free(tables);
}

int tables_men(const Tables *tables) {
    return tables ? tables->men : 0;
}

const Table *tables_find(const Tables *tables, int id) {
    return tables && id >= 0 ? tables->table[id] : NULL;
}

/* The table of a board's pieces, if there is any sense in asking it. */
static const Table *table_of(const Tables *tables, const Board *b) {
    if (popcount(board_occupied(b)) > tables_men(tables)) return NULL;
    return tables_find(tables, ending_id(b));
}

static Slot *slot_of(const Tables *tables, const Table *table, uint64_t index) {
    uint64_t key = (uint64_t)table->ending.id << 40 ^ index / BLOCK_NUMBERS;
    return &tables->cache[key * 0x9e3779b97f4a7c15u >> (64 - CACHE_BITS)];
}

static TableBlock *take_block(Slot *slot, TableBlock *own) {
    if (!atomic_flag_test_and_set_explicit(&slot->busy, memory_order_acquire)) return &slot->block;
    own->results_told = own->distances_told = 0;
    return own;
}

static void give_back(Slot *slot, const TableBlock *block) {
    if (block == &slot->block) atomic_flag_clear_explicit(&slot->busy, memory_order_release);
}

static bool read_result(const Tables *tables, const Table *table, const Board *b,
                        TableResult *out) {
    uint64_t index = ending_index(&table->ending, b);
    Slot *slot = slot_of(tables, table, index);
    TableBlock own, *block = take_block(slot, &own);
    bool told = table_read_result(block, table, (Color)b->turn, index, out);
    give_back(slot, block);
    return told;
}

static bool read_value(const Tables *tables, const Table *table, const Board *b, TableValue *out) {
    uint8_t code;
    uint64_t index = ending_index(&table->ending, b);
    Slot *slot = slot_of(tables, table, index);
    TableBlock own, *block = take_block(slot, &own);
    bool told = table_read_value(block, table, (Color)b->turn, index, &code);
    give_back(slot, block);
    if (told) *out = solution_decode(code);
    return told;
}

bool tables_result(const Tables *tables, const Board *b, TableResult *out) {
    const Table *table = table_of(tables, b);
    TableValue value;
    if (!table) return false;
    if (!value_by_rules(b, &value)) return ending_is_live(b) && read_result(tables, table, b, out);
    *out = value.result;
    return true;
}

int tables_longest(const Tables *tables, const Board *b) {
    const Table *table = table_of(tables, b);
    int longest = 0;
    for (Color c = WHITE; table && c <= BLACK; c++)
        for (int r = 0; r < 3; r++) {
            int plies = table_statistics(table)->of[c][r].plies;
            if (plies > longest) longest = plies;
        }
    return longest;
}

/* A distance that is not stored: that of the best move.  Those that spoil the result are not asked
 * for theirs. */
static bool value_by_moves(const Tables *tables, const Board *b, TableResult result,
                           TableValue *out) {
    MoveList moves;
    bool any = false;
    RACING_KINGS.legal_moves(b, GENERATE_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        Board after = race_after(b, moves.items[i]);
        TableResult then;
        TableValue value;
        if (!tables_result(tables, &after, &then)) return false;
        if ((int)then != -(int)result) continue;
        if (!tables_probe(tables, &after, &value)) return false;
        value = value_before(value);
        if (!any || value_is_better(value, *out)) *out = value;
        any = true;
    }
    return any;
}

bool tables_probe(const Tables *tables, const Board *b, TableValue *out) {
    const Table *table = table_of(tables, b);
    TableResult result;
    if (!table) return false;
    if (value_by_rules(b, out)) return true;
    if (table->distances_fault != TABLE_OK || !ending_is_live(b)) return false;
    if (table_has_distances(table, (Color)b->turn)) return read_value(tables, table, b, out);
    if (!tables_result(tables, b, &result)) return false;
    *out = (TableValue){TABLE_DRAW, 0};
    return result == TABLE_DRAW || value_by_moves(tables, b, result, out);
}

static int compare_moves(const void *a, const void *b) {
    const TableMove *x = a, *y = b;
    if (value_is_better(x->value, y->value)) return -1;
    if (value_is_better(y->value, x->value)) return 1;
    return (int)x->move - (int)y->move;
}

int tables_probe_moves(const Tables *tables, const Board *b, TableMove out[MOVES_MAX]) {
    MoveList moves;
    RACING_KINGS.legal_moves(b, GENERATE_ALL, &moves);
    for (int i = 0; i < moves.count; i++) {
        Board after = race_after(b, moves.items[i]);
        TableValue value;
        if (!tables_probe(tables, &after, &value)) return -1;
        out[i] = (TableMove){moves.items[i], value_before(value)};
    }
    qsort(out, (size_t)moves.count, sizeof *out, compare_moves);
    return moves.count;
}

int tables_line(const Tables *tables, const Board *b, Move *out, int most) {
    Board now = *b;
    TableMove moves[MOVES_MAX];
    TableValue value;
    int n = 0;
    while (n < most && tables_probe(tables, &now, &value) && value.plies > 0 &&
           tables_probe_moves(tables, &now, moves) > 0) {
        out[n] = moves[0].move;
        now = race_after(&now, out[n++]);
    }
    return n;
}

int table_value_moves(TableValue value) {
    return (value.plies + 1) / 2;
}

void tables_describe(TableValue value, Color turn, char out[TABLE_WORDS_MAX]) {
    Text t = text_on(out, TABLE_WORDS_MAX);
    if (value.result == TABLE_DRAW) {
        text_string(&t, "draw");
        return;
    }
    Color winner = value.result == TABLE_WIN ? turn : other(turn);
    int moves = table_value_moves(value);
    text_string(&t, winner == WHITE ? "White " : "Black ");
    if (moves == 0)
        text_string(&t, "has won");
    else if (value.result == TABLE_LOSS && value.plies == 1) // by the loser's own move
        text_string(&t, "wins at once");
    else
        text_format(&t, "wins in %d move%s", moves, moves == 1 ? "" : "s");
}
