// SPDX-License-Identifier: MIT
#include "solve/race_tables/table_file.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

bool table_path(const char *folder, int id, const char *suffix, char *out, size_t size) {
    char name[MATERIAL_NAME_MAX];
    material_write(id, name);
    int n = snprintf(out, size, "%s/%s%s", folder, name, suffix);
    return n > 0 && (size_t)n < size;
}

static TableFault open_part(const char *folder, const Material *material, bool distances,
                            PackedFile *out) {
    char path[PATH_MAX];
    const char *suffix = distances ? DISTANCES_SUFFIX : TABLE_SUFFIX;
    if (!table_path(folder, material->id, suffix, path, sizeof path)) return TABLE_MISSING;
    return packed_open(path, material, distances, out);
}

TableFault table_open(const char *folder, int id, RaceTable *out) {
    if (!ending_has_table(id)) return TABLE_MISSING;
    RaceTable t = {.material = material_of(id)};
    t.shape = placement_shape(&t.material);
    TableFault fault = open_part(folder, &t.material, false, &t.results);
    if (fault != TABLE_OK) return fault;
    t.distances_fault = open_part(folder, &t.material, true, &t.distances);
    if (t.distances_fault == TABLE_NO_MEMORY) {
        packed_close(&t.results);
        return TABLE_NO_MEMORY;
    }
    *out = t;
    return TABLE_OK;
}

void table_close(RaceTable *table) {
    packed_close(&table->results);
    if (table->distances_fault == TABLE_OK) packed_close(&table->distances);
}

bool table_has_distances(const RaceTable *table, Color turn) {
    return table->distances_fault == TABLE_OK &&
           table->distances.content & (turn == WHITE ? PACKED_WHITE : PACKED_BLACK);
}

bool table_ran_out_of_memory(const RaceTable *table) {
    return packed_ran_out_of_memory(&table->results) ||
           (table->distances_fault == TABLE_OK && packed_ran_out_of_memory(&table->distances));
}

TableFault table_verify(const RaceTable *table) {
    TableFault fault = packed_verify(&table->results);
    if (fault != TABLE_OK) return fault;
    if (table->distances_fault != TABLE_OK) return table->distances_fault;
    return packed_verify(&table->distances);
}

// --- reading ---

/* Decodes the results of the first `count` indices of a block. */
static bool read_results(TableBlock *b, const RaceTable *t, uint64_t number, int count) {
    RangeBlock piece;
    b->result_count = b->distance_count = 0;
    if (!packed_block(&t->results, 0, number, &piece)) return false;
    b->table = t;
    b->number = number;
    b->shape = block_shape(&t->material, &t->shape, number * BLOCK_NUMBERS, count);
    RangeDecoder r = range_decoder_on_block(piece);
    if (!block_results_read(&b->shape, &t->results.code[0], &r, &b->results)) return false;
    b->result_count = count;
    return true;
}

/* Decodes the distances of all indices whose results are decoded. */
static bool read_distances(const TableBlock *b, Color turn, uint8_t *values) {
    RangeBlock piece;
    const RaceTable *t = b->table;
    int part = turn == BLACK && t->distances.content == PACKED_BOTH;
    if (!packed_block(&t->distances, part, b->number, &piece)) return false;
    RangeDecoder r = range_decoder_on_block(piece);
    return block_distances_read(&b->shape, &b->results, turn, &t->distances.code[part], &r, values);
}

static int numbers_in(const Material *material, uint64_t block) {
    uint64_t left = material->positions - block * BLOCK_NUMBERS;
    return left < BLOCK_NUMBERS ? (int)left : BLOCK_NUMBERS;
}

/* Decodes results up to `count`; a second request for the same block decodes all of it. */
static bool ensure_results(TableBlock *b, const RaceTable *t, uint64_t number, int count) {
    bool same = b->result_count && b->table == t && b->number == number;
    if (same && b->result_count >= count) return true;
    return read_results(b, t, number, same ? numbers_in(&t->material, number) : count);
}

bool table_read_result(TableBlock *block, const RaceTable *table, Color turn, uint64_t index,
                       TableResult *out) {
    int i = (int)(index % BLOCK_NUMBERS);
    if (index >= table->material.positions ||
        !ensure_results(block, table, index / BLOCK_NUMBERS, i + 1))
        return false;
    *out = block_result(&block->results, turn, i);
    return true;
}

static bool ensure_distances(TableBlock *b, Color turn, int count) {
    if (b->distance_count >= count && b->turn == turn) return true;
    b->distance_count = 0;
    if (!read_distances(b, turn, b->values)) return false;
    b->distance_count = b->result_count;
    b->turn = turn;
    return true;
}

bool table_read_value(TableBlock *block, const RaceTable *table, Color turn, uint64_t index,
                      uint8_t *value) {
    TableResult result;
    int i = (int)(index % BLOCK_NUMBERS);
    if (!table_has_distances(table, turn) || !table_read_result(block, table, turn, index, &result))
        return false;
    if (result != TABLE_DRAW && !ensure_distances(block, turn, i + 1)) return false;
    *value = result == TABLE_DRAW ? RACE_VALUE_DRAW : block->values[i];
    return true;
}

/* Sets indices that are not positions to RACE_VALUE_NONE, as they were before packing. */
static void clear_non_positions(const BlockShape *shape, uint8_t *values) {
    for (int i = 0; i < shape->count; i++)
        if (!(shape->positions[i / 64] >> i % 64 & 1)) values[i] = RACE_VALUE_NONE;
}

static bool unpack(const RaceTable *t, RaceSolution *s) {
    TableBlock b = {.table = NULL};
    for (uint64_t number = 0; number * BLOCK_NUMBERS < s->material.positions; number++) {
        uint64_t first = number * BLOCK_NUMBERS;
        if (!read_results(&b, t, number, numbers_in(&s->material, number))) return false;
        for (Color c = WHITE; c <= BLACK; c++) {
            if (!read_distances(&b, c, s->value[c] + first)) return false;
            clear_non_positions(&b.shape, s->value[c] + first);
        }
    }
    return true;
}

TableFault table_unpack(const RaceTable *table, RaceSolution *out) {
    RaceSolution s;
    if (!table_has_distances(table, WHITE) || !table_has_distances(table, BLACK))
        return TABLE_MISSING;
    if (!race_solution_init(&s, table->material.id)) return TABLE_NO_MEMORY;
    if (unpack(table, &s)) {
        *out = s;
        return TABLE_OK;
    }
    race_solution_free(&s);
    return table_ran_out_of_memory(table) ? TABLE_NO_MEMORY : TABLE_DAMAGED;
}
