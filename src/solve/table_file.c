// SPDX-License-Identifier: MIT
#include "roek/solve/table_file.h"

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

/* The first `count` numbers of a block. */
typedef struct {
    uint64_t number;
    BlockShape shape;
    BlockResults results;
} Block;

static bool read_results(const Table *t, uint64_t number, int count, Block *out) {
    RangePiece piece;
    out->number = number;
    if (!packed_block(&t->results, 0, number, &piece)) return false;
    out->shape = block_shape(&t->ending, &t->shape, number * BLOCK_NUMBERS, count);
    RangeReader r = rangereader_of_piece(piece);
    return results_read(&out->shape, &t->results.code[0], &r, &out->results);
}

static bool read_distances(const Table *t, Color turn, const Block *block, uint8_t *values) {
    RangePiece piece;
    int part = turn == BLACK && t->distances.content == PACKED_BOTH;
    if (!packed_block(&t->distances, part, block->number, &piece)) return false;
    RangeReader r = rangereader_of_piece(piece);
    return distances_read(&block->shape, &block->results, turn, &t->distances.code[part], &r,
                          values);
}

bool table_read_result(const Table *table, Color turn, uint64_t index, TableResult *out) {
    Block block;
    int i = (int)(index % BLOCK_NUMBERS);
    if (index >= table->ending.positions ||
        !read_results(table, index / BLOCK_NUMBERS, i + 1, &block))
        return false;
    *out = block_result(&block.results, turn, i);
    return true;
}

bool table_read_value(const Table *table, Color turn, uint64_t index, uint8_t *value) {
    Block block;
    uint8_t values[BLOCK_NUMBERS];
    int i = (int)(index % BLOCK_NUMBERS);
    if (index >= table->ending.positions || !table_has_distances(table, turn) ||
        !read_results(table, index / BLOCK_NUMBERS, i + 1, &block))
        return false;
    values[i] = SOLUTION_DRAW;
    if (block_result(&block.results, turn, i) != TABLE_DRAW &&
        !read_distances(table, turn, &block, values))
        return false;
    *value = values[i];
    return true;
}

/* What is no position comes back as SOLUTION_NONE, as it was. */
static void mark_gaps(const BlockShape *shape, uint8_t *values) {
    for (int i = 0; i < shape->count; i++)
        if (!(shape->positions[i / 64] >> i % 64 & 1)) values[i] = SOLUTION_NONE;
}

static bool unpack(const Table *t, Solution *s) {
    for (uint64_t first = 0; first < s->ending.positions; first += BLOCK_NUMBERS) {
        Block block;
        uint64_t left = s->ending.positions - first;
        int count = left < BLOCK_NUMBERS ? (int)left : BLOCK_NUMBERS;
        if (!read_results(t, first / BLOCK_NUMBERS, count, &block)) return false;
        for (Color c = WHITE; c <= BLACK; c++) {
            if (!read_distances(t, c, &block, s->value[c] + first)) return false;
            mark_gaps(&block.shape, s->value[c] + first);
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
