// SPDX-License-Identifier: MIT
//
// Bits into fewer bytes: an adaptive binary range coder.
//
// Every kind of bit has a Chance that learns as it goes, in the same way when writing and when
// reading.  Numbers are written as the count of their bits and then the bits themselves, each with
// a chance of its own, so that small or usual numbers cost little.  Who knows the chances already
// can name them, and may cut what was written into short pieces that are read apart.
#ifndef BASE_CODEC_RANGE_CODER_H
#define BASE_CODEC_RANGE_CODER_H

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

enum { RANGE_TOP = 24 }; // a range is never below 1 << RANGE_TOP

/* What a chance of `chance` / 65536 is of a range. */
static inline uint32_t range_share(uint32_t range, uint32_t chance) {
    return (uint32_t)(((uint64_t)range * chance) >> 16);
}

/* Zero has this share of the range. */
void range_shift(RangeWriter *w); // one byte further
static inline void range_write_share(RangeWriter *w, uint32_t zero, bool bit) {
    w->low += bit ? zero : 0;
    w->range = bit ? w->range - zero : zero;
    while (w->range < 1u << RANGE_TOP) {
        w->range <<= 8;
        range_shift(w);
    }
}

/* A bit that is zero with a chance of `zero` / 65536, neither never nor always. */
static inline void range_write_fixed(RangeWriter *w, uint32_t zero, bool bit) {
    range_write_share(w, range_share(w->range, zero), bit);
}

/* A piece: begun with range_begin_piece, which forgets what was written before, and ended with
 * range_end_piece, it is the returned bytes up to the next call. */
typedef struct {
    const uint8_t *data;
    size_t size;
} RangePiece;
void range_begin_piece(RangeWriter *w);
RangePiece range_end_piece(RangeWriter *w);

/* Reads what was written; past the end it reads zeros, and never more than that. */
typedef struct {
    const uint8_t *data;
    size_t size, at;
    uint32_t range, code;
} RangeReader;

RangeReader rangereader(const uint8_t *data, size_t size);
RangeReader rangereader_of_piece(RangePiece piece);
bool range_read(RangeReader *r, Chance *chance);
uint32_t range_read_plain(RangeReader *r, int bits);
uint32_t range_read_number(RangeReader *r, NumberChances *chances);

static inline bool range_read_share(RangeReader *r, uint32_t zero) {
    bool bit = r->code >= zero;
    r->code -= bit ? zero : 0;
    r->range = bit ? r->range - zero : zero;
    while (r->range < 1u << RANGE_TOP) {
        r->range <<= 8;
        r->code = r->code << 8 | (r->at < r->size ? r->data[r->at++] : 0);
    }
    return bit;
}

static inline bool range_read_fixed(RangeReader *r, uint32_t zero) {
    return range_read_share(r, range_share(r->range, zero));
}

#endif
