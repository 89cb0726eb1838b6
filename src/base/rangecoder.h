// SPDX-License-Identifier: MIT
//
// Bits into fewer bytes: an adaptive binary range coder.
//
// Every kind of bit has a Chance that learns as it goes, in the same way when writing and when
// reading.  Numbers are written as the count of their bits and then the bits themselves, each with
// a chance of its own, so that small or usual numbers cost little.
#ifndef BASE_RANGECODER_H
#define BASE_RANGECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How likely a zero is, by a fast and a slow learner, in 1/65536. */
typedef struct {
    uint16_t fast, slow;
} Chance;
void chances_init(Chance *chances, size_t count);

/* A number of up to NUMBER_BITS bits: how many there are, then the first ones below the top. */
enum { NUMBER_BITS = 16, NUMBER_FINE = 3 };
typedef struct {
    Chance size[NUMBER_BITS + 1];
    Chance fine[NUMBER_BITS + 1][1 << NUMBER_FINE];
} NumberChances;
void numbers_init(NumberChances *numbers, size_t count);

/* Writes into memory that grows; `failed` when it could not. */
typedef struct {
    uint8_t *data;
    size_t size, capacity;
    uint64_t low;
    uint32_t range;
    uint8_t held;  // the last byte, which a carry may still change,
    uint64_t runs; // and how many bytes of 0xff wait behind it
    bool failed;
} RangeWriter;

RangeWriter rangewriter_new(void);
void rangewriter_free(RangeWriter *w);
void range_write(RangeWriter *w, Chance *chance, bool bit);
void range_write_plain(RangeWriter *w, uint32_t value, int bits); // all bits as likely
void range_write_number(RangeWriter *w, NumberChances *chances, uint32_t value);
void range_finish(RangeWriter *w);

/* Reads what was written; past the end it reads zeros, and never more than that. */
typedef struct {
    const uint8_t *data;
    size_t size, at;
    uint32_t range, code;
} RangeReader;

RangeReader rangereader(const uint8_t *data, size_t size);
bool range_read(RangeReader *r, Chance *chance);
uint32_t range_read_plain(RangeReader *r, int bits);
uint32_t range_read_number(RangeReader *r, NumberChances *chances);

#endif
