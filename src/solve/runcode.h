// SPDX-License-Identifier: MIT
//
// Packing for rows of bytes that come in runs: (value, length of the run) in a Huffman code.
//
// Rows are packed in blocks of 256 values that stand for themselves, so that one value is found
// by unpacking only the part of its block before it.  A symbol is a value and a class of lengths:
//
//     class    0  1  2  3    4     5      6       7       8        9
//     length   1  2  3  4  5..8  9..16  17..32  33..64  65..128  129..256
//     more bits                 2     3      4       5       6        7
//
// The code is canonical: symbols in order of their code's length, and a count for each length,
// say everything.  Codes and numbers are written from the highest bit down.
#ifndef SOLVE_RUNCODE_H
#define SOLVE_RUNCODE_H

#include "roek/base/text.h"

enum {
    RUNCODE_BLOCK = 256,
    RUNCODE_SYMBOLS = 4096, // value * 16 + class
    RUNCODE_LONGEST = 24,   // bits of a code
};

typedef struct {
    uint16_t count[RUNCODE_LONGEST + 1]; // codes of each length
    uint16_t symbol_count;
    uint16_t symbol[RUNCODE_SYMBOLS]; // shortest codes first
    // derived from the above
    uint64_t limit[RUNCODE_LONGEST + 1]; // the first code beyond those up to a length, in 32 bits
    uint32_t base[RUNCODE_LONGEST + 1];  // what to subtract from a code to get its symbol's place
    uint8_t shortest[256]; // of the codes that begin with these eight bits, or are within them
} RunCode;

/* The best code for these values; `values` may be of any number, and at least 1. */
bool runcode_make(const uint8_t *values, uint64_t count, RunCode *out);

/* Derives the rest from `count`, `symbol_count` and `symbol`; false if they make no code. */
bool runcode_complete(RunCode *code);

/* What writing needs; made from a complete code. */
typedef struct {
    uint32_t bits[RUNCODE_SYMBOLS];
    uint8_t length[RUNCODE_SYMBOLS];
} RunWriter;
void runcode_writer(const RunCode *code, RunWriter *out);

/* Appends one block of up to 256 values, which end at a whole byte. */
void runcode_write(const RunWriter *writer, const uint8_t *values, int count, Text *out);

/* Unpacks the first `count` values of the block that begins at `from` and lies before `end`; false
 * if the bytes are no such block. */
bool runcode_read(const RunCode *code, const uint8_t *from, const uint8_t *end, int count,
                  uint8_t *values);

/* Only the value at `index` (0 … 255). */
bool runcode_read_one(const RunCode *code, const uint8_t *from, const uint8_t *end, int index,
                      uint8_t *value);

#endif
