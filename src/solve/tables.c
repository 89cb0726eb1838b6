// SPDX-License-Identifier: MIT
#include "roek/solve/tables.h"

#include "roek/base/rng.h"
#include "roek/base/text.h"
#include "roek/rules/rules.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

struct Tables {
    Table *table[ENDING_COUNT]; // by id
    int men;
};

static TableFault open_one(const char *folder, int id, Table **out) {
    char path[PATH_MAX];
    Table *table = malloc(sizeof *table);
    TableFault fault = !table                                      ? TABLE_NO_MEMORY
                       : table_path(folder, id, path, sizeof path) ? table_open(path, id, table)
                                                                   : TABLE_MISSING;
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
    TableFault fault = tables ? TABLE_OK : TABLE_NO_MEMORY;
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
    free(tables);
}

int tables_men(const Tables *tables) {
    return tables ? tables->men : 0;
}

const Table *tables_find(const Tables *tables, int id) {
    return tables && id >= 0 ? tables->table[id] : NULL;
}

bool tables_probe(const Tables *tables, const Board *b, TableValue *out) {
    if (popcount(board_occupied(b)) > tables_men(tables)) return false;
    const Table *table = tables_find(tables, ending_id(b));
    if (!table) return false;
    if (value_by_rules(b, out)) return true;
    uint8_t code;
    if (!ending_is_live(b) ||
        !table_read(table, (Color)b->turn, ending_index(&table->ending, b), &code))
        return false;
    *out = solution_decode(code);
    return true;
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
        Move move = moves.items[i];
        Board after = *b;
        TableValue value;
        board_play_role(&after, (Color)b->turn, piece_role(board_piece_at(b, move_from(move))),
                        move);
        if (!tables_probe(tables, &after, &value)) return -1;
        out[i] = (TableMove){move, value_before(value)};
    }
    qsort(out, (size_t)moves.count, sizeof *out, compare_moves);
    return moves.count;
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

/* The value of a position from those of its successors; false if one is not known. */
static bool best_of_moves(const Tables *tables, const Board *b, TableValue *out) {
    TableMove moves[MOVES_MAX];
    int count = tables_probe_moves(tables, b, moves);
    if (count < 0) return false;
    *out = count ? moves[0].value : (TableValue){TABLE_DRAW, 0}; // none: stalemate
    return true;
}

static void check_position(const Tables *tables, const Board *b, TablesCheck *c) {
    TableValue stored, best;
    if (!best_of_moves(tables, b, &best)) return;
    c->checked++;
    if (tables_probe(tables, b, &stored) && stored.result == best.result &&
        stored.plies == best.plies)
        return;
    if (!c->wrong++) c->example = *b;
}

TablesCheck tables_check(const Tables *tables, int id, uint64_t samples, uint64_t seed) {
    TablesCheck c = {.checked = 0};
    const Table *table = tables_find(tables, id);
    if (!table) return c;
    Rng rng = rng_seeded(seed);
    uint64_t positions = table->ending.positions;
    bool all = samples >= positions;
    for (uint64_t i = 0; i < (all ? positions : samples); i++) {
        uint64_t index = all ? i : rng_next(&rng) % positions;
        Board b;
        for (Color turn = WHITE; turn <= BLACK; turn++)
            if (ending_board(&table->ending, index, turn, &b)) check_position(tables, &b, &c);
    }
    return c;
}
