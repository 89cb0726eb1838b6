// SPDX-License-Identifier: MIT
//
// Blocks of packed values on disk, of which any one can be read.
//
//     header       magic, version, checksum of all before the chunks, size of that and of the file,
//                  name, what is in it, number of positions, statistics
//     codes        a SymbolCoder for each part
//     directory    for each part and chunk of 128 blocks where it begins, and its checksum
//     chunks       the blocks' lengths (2 bytes each), then the blocks
//
// All numbers are written lowest byte first.  The directory's checksums are covered by the
// header's, so nothing can change unnoticed.  A chunk is read and its checksum compared when it is
// first touched; a bad one, or one that is no longer there, answers nothing.
#ifndef SOLVE_RACE_TABLES_PACKED_FILE_H
#define SOLVE_RACE_TABLES_PACKED_FILE_H

#include "base/file/file.h"
#include "solve/race_tables/table_code.h"

typedef enum {
    TABLE_OK,
    TABLE_MISSING,
    TABLE_UNREADABLE, // errno says why
    TABLE_BAD_FORMAT, // no such file at all, or of another version
    TABLE_TRUNCATED,  // its size is not what it says
    TABLE_DAMAGED,    // a checksum is wrong
    TABLE_MISNAMED,   // the table of another ending
    TABLE_NO_MEMORY,
} TableFault;

const char *table_fault_text(TableFault fault);

enum { PACKED_PARTS = 2, PACKED_CHUNK_BLOCKS = 128 };

/* What the parts are: the results of both sides, or the distances of some sides to move. */
typedef enum {
    PACKED_RESULTS = 0,
    PACKED_WHITE = 1,
    PACKED_BLACK = 2,
    PACKED_BOTH = 3,
} PackedContent;

static inline int packed_part_count(PackedContent content) {
    return content == PACKED_BOTH ? 2 : 1;
}

typedef struct {
    FileHandle file;
    uint8_t *front; // the bytes before the chunks
    PackedContent content;
    TableStatistics statistics;
    SymbolCoder code[PACKED_PARTS];
    const uint8_t *directory[PACKED_PARTS];   // inside the front
    uint32_t blocks, chunks;                  // of each part
    _Atomic(uint8_t *) *loaded[PACKED_PARTS]; // the bytes of each chunk; NULL: not looked at yet
} PackedFile;

/* On success the file is to be closed. */
TableFault packed_open(const char *path, const Material *material, bool distances, PackedFile *out);
void packed_close(PackedFile *file);

/* The bytes of a block; false if its chunk is damaged, or if there was no memory to load it, which
 * packed_ran_out_of_memory tells apart.  Any number of threads may ask at once. */
bool packed_block(const PackedFile *file, int part, uint64_t block, RangeBlock *out);
bool packed_ran_out_of_memory(const PackedFile *file);

/* Compares all checksums. */
TableFault packed_verify(const PackedFile *file);

/* What is to be written: chunks of each part in turn. */
typedef struct {
    uint8_t *data;
    size_t size;
} PackedChunk;

typedef struct {
    const Material *material;
    PackedContent content;
    const TableStatistics *statistics;
    const SymbolCoder *code[PACKED_PARTS];
    const PackedChunk *chunk[PACKED_PARTS];
} PackedOutput;

uint32_t packed_chunk_count(const Material *material);

/* False, with errno set, if it could not be written. */
bool packed_write(const char *path, const PackedOutput *output);

#endif
