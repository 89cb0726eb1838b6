// SPDX-License-Identifier: MIT
//
// The numbers of a Syzygy table, compressed: pairs that are often side by side became symbols, and
// pairs of symbols others, and symbols are written in as few bits as they are frequent (canonical
// Huffman codes), in blocks of one size.
//
//     places    for every so many positions the block in which the middle one is, and where (6
//     bytes) lengths   for each block how many positions it has, less one (2 bytes) blocks codes,
//     the highest bit first
#ifndef SOLVE_SYZYGY_SYZYGY_PAIRS_H
#define SOLVE_SYZYGY_SYZYGY_PAIRS_H

#include "base/file/page_cache.h"

/* The front of a file, from which numbers are taken in turn; zeros once it `failed`. */
typedef struct {
    const uint8_t *data;
    size_t size, at;
    bool failed;
} SyzygyHeaderReader;

uint64_t syzygy_read_number(SyzygyHeaderReader *reader, int width);
/* So many bytes as they are; NULL if there are no more. */
const uint8_t *syzygy_read_bytes(SyzygyHeaderReader *reader, size_t size);
/* On to a multiple of `unit`. */
void syzygy_align_reader(SyzygyHeaderReader *reader, size_t unit);

enum { SYZYGY_CODE_MAX = 32 };

/* What two others stand for, one behind the other; or a value, the `first`. */
typedef struct {
    uint16_t first, second;
    uint16_t positions; // that it stands for, less one
} SyzygySymbol;

typedef struct {
    uint8_t flags;
    bool single; // all positions have this value
    int value;
    int block_bits, span_bits;
    uint32_t blocks;  // there are
    uint64_t lengths; // so many are told
    uint64_t spans;
    int shortest, longest;            // codes, in bits
    uint64_t first[SYZYGY_CODE_MAX];  // of each length, from the highest bit on
    uint16_t lowest[SYZYGY_CODE_MAX]; // the symbol of it
    int symbols;
    SyzygySymbol *symbol;
    uint64_t sparse_index_at, lengths_at, blocks_at; // in the file
} SyzygyPairs;

/* Takes the description of the numbers of so many positions; false if it cannot be, or without
 * memory.  To be freed either way. */
bool syzygy_pairs_read(SyzygyHeaderReader *reader, uint64_t positions, SyzygyPairs *out);
void syzygy_pairs_free(SyzygyPairs *pairs);

/* The number of a position; false if the file is damaged or cannot be read.  Any number of threads
 * may ask. */
bool syzygy_pairs_value(const SyzygyPairs *pairs, const PagedFile *file, uint64_t index, int *out);

#endif
