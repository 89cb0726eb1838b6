// SPDX-License-Identifier: MIT
//
// A file of compressed blocks with random access.
//
//     header      magic, version, checksum of all bytes up to the chunks, their number, file size,
//                 name, content, number of positions, statistics
//     coders      a SymbolCoder for each part
//     directory   for each part and chunk of 128 blocks: its offset and its checksum
//     chunks      the blocks' lengths (2 bytes each), then the blocks
//
// Header, coders and directory together are the front of the file.  All numbers are little-endian.
// The header's checksum covers the directory, and the directory holds the checksums of the chunks,
// so every byte is checked.  A chunk is read and verified when it is first needed.  Reading from a
// damaged chunk, or one that cannot be read any more, fails.
#ifndef SOLVE_RACE_TABLES_PACKED_FILE_H
#define SOLVE_RACE_TABLES_PACKED_FILE_H

#include "base/file/file.h"
#include "solve/race_tables/table_code.h"

typedef enum {
    TABLE_OK,
    TABLE_MISSING,
    TABLE_UNREADABLE, // errno says why
    TABLE_BAD_FORMAT, // not a table file, or another version
    TABLE_TRUNCATED,  // the file size differs from the size in the header
    TABLE_DAMAGED,    // a checksum is wrong
    TABLE_MISNAMED,   // the table of other material
    TABLE_NO_MEMORY,
} TableFault;

const char *table_fault_text(TableFault fault);

enum { PACKED_PARTS = 2, PACKED_CHUNK_BLOCKS = 128 };

/* What the parts hold: the results of both sides, or the distances with White or Black to move. */
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
    uint8_t *front; // header, coders and directory
    PackedContent content;
    TableStatistics statistics;
    SymbolCoder code[PACKED_PARTS];
    const uint8_t *directory[PACKED_PARTS];   // points into the front
    uint32_t blocks, chunks;                  // of each part
    _Atomic(uint8_t *) *loaded[PACKED_PARTS]; // the bytes of each chunk; NULL: not read yet
} PackedFile;

/* On success the caller closes the file with packed_close. */
TableFault packed_open(const char *path, const Material *material, bool distances, PackedFile *out);
void packed_close(PackedFile *file);

/* The bytes of a block.  False if its chunk is damaged or memory ran out; packed_ran_out_of_memory
 * distinguishes the two.  May be called by any number of threads at once. */
bool packed_block(const PackedFile *file, int part, uint64_t block, RangeBlock *out);
bool packed_ran_out_of_memory(const PackedFile *file);

/* Verifies all checksums. */
TableFault packed_verify(const PackedFile *file);

/* Input of packed_write: the chunks of each part in turn. */
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

/* False, with errno set, if the file could not be written. */
bool packed_write(const char *path, const PackedOutput *output);

#endif
