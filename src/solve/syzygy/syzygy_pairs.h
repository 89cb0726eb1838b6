// SPDX-License-Identifier: MIT
//
// The compressed values of a Syzygy subtable.  Frequent pairs of adjacent values were replaced by
// symbols, then pairs of symbols by other symbols (recursive pairing, Re-Pair).  Symbols are
// written in canonical Huffman codes, in blocks of equal size.
//
//     sparse index   for each span of positions: the block of its middle position, and the offset
//                    of that position in the block (6 bytes)
//     lengths        for each block: its number of positions, less one (2 bytes)
//     blocks         codes, highest bit first
#ifndef SOLVE_SYZYGY_SYZYGY_PAIRS_H
#define SOLVE_SYZYGY_SYZYGY_PAIRS_H

#include "base/file/page_cache.h"

/* Reads the header of a file.  After the end it sets `failed` and returns zeros. */
typedef struct {
    const uint8_t *data;
    size_t size, at;
    bool failed;
} SyzygyHeaderReader;

uint64_t syzygy_read_number(SyzygyHeaderReader *reader, int width);
/* Returns the next `size` bytes, or NULL if there are not so many. */
const uint8_t *syzygy_read_bytes(SyzygyHeaderReader *reader, size_t size);
/* Advances to a multiple of `unit`. */
void syzygy_align_reader(SyzygyHeaderReader *reader, size_t unit);

enum { SYZYGY_CODE_MAX = 32 };

/* A symbol stands for two others in sequence, or, without `second`, for the value `first`. */
typedef struct {
    uint16_t first, second;
    uint16_t positions; // number of positions it stands for, less one
} SyzygySymbol;

typedef struct {
    uint8_t flags;
    bool single; // all positions have this value
    int value;
    int block_bits, span_bits;
    uint32_t blocks;  // number of blocks
    uint64_t lengths; // number of entries in the list of lengths
    uint64_t spans;
    int shortest, longest;            // code lengths in bits
    uint64_t first[SYZYGY_CODE_MAX];  // smallest code of each length, left-aligned
    uint16_t lowest[SYZYGY_CODE_MAX]; // the symbol of that code
    int symbols;
    SyzygySymbol *symbol;
    uint64_t sparse_index_at, lengths_at, blocks_at; // offsets in the file
} SyzygyPairs;

/* Reads the description of the compressed values of `positions` positions; false if it is invalid
 * or memory is short.  In both cases the caller calls syzygy_pairs_free. */
bool syzygy_pairs_read(SyzygyHeaderReader *reader, uint64_t positions, SyzygyPairs *out);
void syzygy_pairs_free(SyzygyPairs *pairs);

/* The value of a position; false if the file is damaged or cannot be read.  May be called by any
 * number of threads. */
bool syzygy_pairs_value(const SyzygyPairs *pairs, const PagedFile *file, uint64_t index, int *out);

#endif
