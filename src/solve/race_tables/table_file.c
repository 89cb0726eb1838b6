// SPDX-License-Identifier: MIT
#include "solve/race_tables/table_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

bool table_path(const char *folder, int id, const char *suffix, char *out, size_t size) {
    char name[ENDING_NAME_MAX];
    ending_write(id, name);
    int n = snprintf(out, size, "%s/%s%s", folder, name, suffix);
    return n > 0 && (size_t)n < size;
}

static TableFault open_part(const char *folder, const Ending *ending, bool distances,
                            PackedFile *out) {
    char path[PATH_MAX];
    const char *suffix = distances ? DISTANCES_SUFFIX : TABLE_SUFFIX;
    if (!table_path(folder, ending->id, suffix, path, sizeof path)) return TABLE_MISSING;
    return packed_open(path, ending, distances, out);
}

TableFault table_open(const char *folder, int id, Table *out) {
    Table t = {.ending = ending_of(id)};
    t.shape = plane_shape(&t.ending);
    TableFault fault = open_part(folder, &t.ending, false, &t.results);
    if (fault != TABLE_OK) return fault;
    t.distances_fault = open_part(folder, &t.ending, true, &t.distances);
    if (t.distances_fault == TABLE_NO_MEMORY) {
        packed_close(&t.results);
        return TABLE_NO_MEMORY;
    }
    *out = t;
    return TABLE_OK;
}

void table_close(Table *table) {
    packed_close(&table->results);
    if (table->distances_fault == TABLE_OK) packed_close(&table->distances);
}

bool table_has_distances(const Table *table, Color turn) {
    return table->distances_fault == TABLE_OK &&
           table->distances.content & (turn == WHITE ? PACKED_WHITE : PACKED_BLACK);
}

bool table_lacks_memory(const Table *table) {
    return packed_lacks_memory(&table->results) ||
           (table->distances_fault == TABLE_OK && packed_lacks_memory(&table->distances));
}

TableFault table_verify(const Table *table) {
    TableFault fault = packed_verify(&table->results);
    if (fault != TABLE_OK) return fault;
    if (table->distances_fault != TABLE_OK) return table->distances_fault;
    return packed_verify(&table->distances);
}

// Reading.

/* The results of the first `count` numbers of a block. */
static bool read_results(TableBlock *b, const Table *t, uint64_t number, int count) {
    RangePiece piece;
    b->results_told = b->distances_told = 0;
    if (!packed_block(&t->results, 0, number, &piece)) return false;
    b->table = t;
    b->number = number;
    b->shape = block_shape(&t->ending, &t->shape, number * BLOCK_NUMBERS, count);
    RangeReader r = rangereader_of_piece(piece);
    if (!results_read(&b->shape, &t->results.code[0], &r, &b->results)) return false;
    b->results_told = count;
    return true;
}

/* The distances of all numbers whose results are told. */
static bool read_distances(const TableBlock *b, Color turn, uint8_t *values) {
    RangePiece piece;
    const Table *t = b->table;
    int part = turn == BLACK && t->distances.content == PACKED_BOTH;
    if (!packed_block(&t->distances, part, b->number, &piece)) return false;
    RangeReader r = rangereader_of_piece(piece);
    return distances_read(&b->shape, &b->results, turn, &t->distances.code[part], &r, values);
}

static int numbers_in(const Ending *ending, uint64_t block) {
    uint64_t left = ending->positions - block * BLOCK_NUMBERS;
    return left < BLOCK_NUMBERS ? (int)left : BLOCK_NUMBERS;
}

/* A block is read as far as it is asked for, and when it is asked for more, to its end. */
static bool tell_results(TableBlock *b, const Table *t, uint64_t number, int count) {
    bool same = b->results_told && b->table == t && b->number == number;
    if (same && b->results_told >= count) return true;
    return read_results(b, t, number, same ? numbers_in(&t->ending, number) : count);
}

bool table_read_result(TableBlock *block, const Table *table, Color turn, uint64_t index,
                       TableResult *out) {
    int i = (int)(index % BLOCK_NUMBERS);
    if (index >= table->ending.positions ||
        !tell_results(block, table, index / BLOCK_NUMBERS, i + 1))
        return false;
    *out = block_result(&block->results, turn, i);
    return true;
}

static bool tell_distances(TableBlock *b, Color turn, int count) {
    if (b->distances_told >= count && b->turn == turn) return true;
    b->distances_told = 0;
    if (!read_distances(b, turn, b->values)) return false;
    b->distances_told = b->results_told;
    b->turn = turn;
    return true;
}

bool table_read_value(TableBlock *block, const Table *table, Color turn, uint64_t index,
                      uint8_t *value) {
    TableResult result;
    int i = (int)(index % BLOCK_NUMBERS);
    if (!table_has_distances(table, turn) || !table_read_result(block, table, turn, index, &result))
        return false;
    if (result != TABLE_DRAW && !tell_distances(block, turn, i + 1)) return false;
    *value = result == TABLE_DRAW ? SOLUTION_DRAW : block->values[i];
    return true;
}

/* What is no position comes back as SOLUTION_NONE, as it was. */
static void mark_gaps(const BlockShape *shape, uint8_t *values) {
    for (int i = 0; i < shape->count; i++)
        if (!(shape->positions[i / 64] >> i % 64 & 1)) values[i] = SOLUTION_NONE;
}

static bool unpack(const Table *t, Solution *s) {
    TableBlock b = {.table = NULL};
    for (uint64_t number = 0; number * BLOCK_NUMBERS < s->ending.positions; number++) {
        uint64_t first = number * BLOCK_NUMBERS;
        if (!read_results(&b, t, number, numbers_in(&s->ending, number))) return false;
        for (Color c = WHITE; c <= BLACK; c++) {
            if (!read_distances(&b, c, s->value[c] + first)) return false;
            mark_gaps(&b.shape, s->value[c] + first);
        }
    }
    return true;
}

TableFault table_unpack(const Table *table, Solution *out) {
    Solution s;
    if (!table_has_distances(table, WHITE) || !table_has_distances(table, BLACK))
        return TABLE_MISSING;
    if (!solution_init(&s, table->ending.id)) return TABLE_NO_MEMORY;
    if (unpack(table, &s)) {
        *out = s;
        return TABLE_OK;
    }
    solution_free(&s);
    return table_lacks_memory(table) ? TABLE_NO_MEMORY : TABLE_DAMAGED;
}
