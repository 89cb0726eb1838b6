// SPDX-License-Identifier: MIT
//
// One solved ending on disk.
//
//     header       magic, version, checksum of header and directory, size of the file,
//                  name, number of positions, statistics
//     codes        for each side to move a RunCode
//     directory    for each side and chunk of 16384 values where it begins, and its checksum
//     chunks       64 places (2 bytes each), then 64 packed blocks of 256 values
//
// All numbers are written lowest byte first.  The directory's checksums are covered by the
// header's, so nothing can change unnoticed.  A chunk is read and its checksum compared when it is
// first touched; a bad one, or one that is no longer there, answers nothing.
#ifndef SOLVE_TABLE_FILE_H
#define SOLVE_TABLE_FILE_H

#include "roek/base/file.h"
#include "roek/solve/runcode.h"
#include "roek/solve/solution.h"

#define TABLE_SUFFIX ".rkt"

typedef enum {
    TABLE_OK,
    TABLE_MISSING,
    TABLE_NOT_ONE,   // no such file at all, or of another version
    TABLE_TRUNCATED, // its size is not what it says
    TABLE_DAMAGED,   // a checksum is wrong
    TABLE_MISNAMED,  // the table of another ending
    TABLE_NO_MEMORY,
} TableFault;

const char *table_fault_text(TableFault fault);

typedef struct {
    FileSource file;
    uint8_t *front; // the bytes before the chunks
    Ending ending;
    TableStatistics statistics;
    RunCode code[2];
    const uint8_t *directory[2];   // inside the front
    uint32_t chunks;               // of each side
    _Atomic(uint8_t *) *loaded[2]; // the bytes of each chunk; NULL: not looked at yet
} Table;

/* "FOLDER/KQvKR.rkt" into `out`; false if it does not fit. */
bool table_path(const char *folder, int id, char *out, size_t size);

/* Opens the table of an ending.  On success the table is to be closed. */
TableFault table_open(const char *path, int id, Table *out);
void table_close(Table *table);

/* The stored value of a position; false if its chunk is damaged, or if there was no memory to load
 * it, which table_lacks_memory tells apart.  Any number of threads may read one table at once. */
bool table_lacks_memory(const Table *table);
bool table_read(const Table *table, Color turn, uint64_t index, uint8_t *value);

/* Everything back into memory, to be released with solution_free.  Numbers that stand for no
 * position come back with some value or other. */
TableFault table_unpack(const Table *table, Solution *out);

/* Compares all checksums. */
TableFault table_verify(const Table *table);

/* Packs a solution and writes it.  What it holds for numbers that stand for no position is
 * changed to whatever packs best.  False, with errno set, if it could not be written. */
bool table_write(const char *path, Solution *solution);

#endif
