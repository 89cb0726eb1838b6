// SPDX-License-Identifier: MIT
//
// One solved ending on disk, in two files (packed_file.h):
//
//     KQvKR.rkt    results: who wins, for both sides to move, and the statistics; small
//     KQvKR.rkd    distances: in how many plies.  With five men of one side to move only: the
//                  other's are one move away
//
// A result is read without the second file.
#ifndef SOLVE_RACE_TABLES_TABLE_FILE_H
#define SOLVE_RACE_TABLES_TABLE_FILE_H

#include "solve/race_tables/packed_file.h"

#define TABLE_SUFFIX ".rkt"
#define DISTANCES_SUFFIX ".rkd"

typedef struct {
    Material material;
    PlacementShape shape;
    PackedFile results;
    PackedFile distances;
    TableFault distances_fault; // TABLE_OK: they are open
} RaceTable;

/* "FOLDER/KQvKR.rkt" into `out`, or with another suffix; false if it does not fit. */
bool table_path(const char *folder, int id, const char *suffix, char *out, size_t size);

/* Opens the table of an ending.  On success the table is to be closed; its distances may be
 * missing.  There are none of more than MATERIAL_MEN_MAX men. */
TableFault table_open(const char *folder, int id, RaceTable *out);
void table_close(RaceTable *table);

static inline const TableStatistics *table_statistics(const RaceTable *table) {
    return &table->results.statistics;
}
static inline uint64_t table_bytes(const RaceTable *table) {
    uint64_t more = table->distances_fault == TABLE_OK ? table->distances.file.size : 0;
    return table->results.file.size + more;
}

/* Are the distances of this side to move in the file? */
bool table_has_distances(const RaceTable *table, Color turn);

/* The beginning of a block of a table, as far as it was read.  Zero: nothing was. */
typedef struct {
    const RaceTable *table;
    uint64_t number;
    int result_count;   // so many of the block's numbers
    int distance_count; // of the side to move whose distances those are
    Color turn;
    BlockShape shape;
    BlockResults results;
    uint8_t values[BLOCK_NUMBERS];
} TableBlock;

/* The result, or the stored value (race_solution.h) of a position; false if its chunk is damaged,
 * the distances of this side are not stored, or there was no memory, which table_ran_out_of_memory
 * tells. What the block holds is not read again, so neighbours are told at once.  Any number of
 * threads may read one table at once, each with a block of its own. */
bool table_read_result(TableBlock *block, const RaceTable *table, Color turn, uint64_t index,
                       TableResult *out);
bool table_read_value(TableBlock *block, const RaceTable *table, Color turn, uint64_t index,
                      uint8_t *value);
bool table_ran_out_of_memory(const RaceTable *table);

/* Everything back into memory, to be released with race_solution_free; the table must hold the
 * distances of both sides. */
TableFault table_unpack(const RaceTable *table, RaceSolution *out);

/* Compares all checksums. */
TableFault table_verify(const RaceTable *table);

/* Packs a solution on so many threads and writes both files.  False, with errno set, if that could
 * not be done. */
bool table_write(const char *folder, const RaceSolution *solution,
                 const TableStatistics *statistics, int threads);

#endif
