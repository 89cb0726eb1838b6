// SPDX-License-Identifier: MIT
//
// The table of one material on disk, in two files (packed_file.h):
//
//     KQvKR.rkt   results for both sides to move, and the statistics; small
//     KQvKR.rkd   distances in plies.  With five men for one side to move only: those of the other
//                 side are computed from the positions one move ahead
//
// Results are read without the second file.
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
    TableFault distances_fault; // TABLE_OK: `distances` is open
} RaceTable;

/* Writes "FOLDER/KQvKR.rkt", or the path with another suffix, to `out`; false if it is too long. */
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

/* Does the file hold the distances for this side to move? */
bool table_has_distances(const RaceTable *table, Color turn);

/* The decoded beginning of a block of a table.  All zero: nothing is decoded. */
typedef struct {
    const RaceTable *table;
    uint64_t number;
    int result_count;   // number of the block's results decoded so far
    int distance_count; // number of distances decoded, for side to move `turn`
    Color turn;
    BlockShape shape;
    BlockResults results;
    uint8_t values[BLOCK_NUMBERS];
} TableBlock;

/* Reads the result, or the stored value (race_solution.h), of a position.  False if its chunk is
 * damaged, if the distances of this side are not stored, or if memory ran out, which
 * table_ran_out_of_memory distinguishes.  What `block` already holds is not decoded again, so reads
 * of neighbours are fast.  Several threads may read one table at once, each with its own block. */
bool table_read_result(TableBlock *block, const RaceTable *table, Color turn, uint64_t index,
                       TableResult *out);
bool table_read_value(TableBlock *block, const RaceTable *table, Color turn, uint64_t index,
                      uint8_t *value);
bool table_ran_out_of_memory(const RaceTable *table);

/* Reads all values into memory; the caller releases them with race_solution_free.  The table must
 * hold the distances of both sides. */
TableFault table_unpack(const RaceTable *table, RaceSolution *out);

/* Verifies all checksums. */
TableFault table_verify(const RaceTable *table);

/* Compresses a solution with `threads` threads and writes both files.  False, with errno set, on
 * failure. */
bool table_write(const char *folder, const RaceSolution *solution,
                 const TableStatistics *statistics, int threads);

#endif
