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
} BitModel;
void bit_models_init(BitModel *model, size_t count);

/* A number of up to NUMBER_BITS bits: how many there are, then the first ones below the top. */
enum { NUMBER_BITS = 16, NUMBER_FINE = 3 };
typedef struct {
    BitModel size[NUMBER_BITS + 1];
    BitModel fine[NUMBER_BITS + 1][1 << NUMBER_FINE];
} NumberModel;
void number_models_init(NumberModel *models, size_t count);

/* Writes into memory that grows; `failed` when it could not. */
typedef struct {
    uint8_t *data;
    size_t size, capacity;
    uint64_t low;
    uint32_t range;
    uint8_t cache;       // the last byte, which a carry may still change,
    uint64_t pending_ff; // and how many bytes of 0xff wait behind it
    bool failed;
} RangeEncoder;

RangeEncoder range_encoder_new(void);
void range_encoder_free(RangeEncoder *w);
void range_encode_bit(RangeEncoder *w, BitModel *model, bool bit);
void range_encode_direct(RangeEncoder *w, uint32_t value, int bits); // all bits as likely
void range_encode_number(RangeEncoder *w, NumberModel *model, uint32_t value);
void range_encoder_flush(RangeEncoder *w);

enum { RANGE_TOP = 24 }; // a range is never below 1 << RANGE_TOP

/* What a chance of `chance` / 65536 is of a range. */
static inline uint32_t range_scale(uint32_t range, uint32_t model) {
    return (uint32_t)(((uint64_t)range * model) >> 16);
}

/* Zero has this share of the range. */
void range_encoder_shift_low(RangeEncoder *w); // one byte further
static inline void range_encode_split(RangeEncoder *w, uint32_t zero, bool bit) {
    w->low += bit ? zero : 0;
    w->range = bit ? w->range - zero : zero;
    while (w->range < 1u << RANGE_TOP) {
        w->range <<= 8;
        range_encoder_shift_low(w);
    }
}

/* A bit that is zero with a chance of `zero` / 65536, neither never nor always. */
static inline void range_encode_fixed(RangeEncoder *w, uint32_t zero, bool bit) {
    range_encode_split(w, range_scale(w->range, zero), bit);
}

/* A piece: begun with range_encoder_begin_block, which forgets what was written before, and ended
 * with range_encoder_end_block, it is the returned bytes up to the next call. */
typedef struct {
    const uint8_t *data;
    size_t size;
} RangeBlock;
void range_encoder_begin_block(RangeEncoder *w);
RangeBlock range_encoder_end_block(RangeEncoder *w);

/* Reads what was written; past the end it reads zeros, and never more than that. */
typedef struct {
    const uint8_t *data;
    size_t size, at;
    uint32_t range, code;
} RangeDecoder;

RangeDecoder range_decoder_on(const uint8_t *data, size_t size);
RangeDecoder range_decoder_on_block(RangeBlock block);
bool range_decode_bit(RangeDecoder *r, BitModel *model);
uint32_t range_decode_direct(RangeDecoder *r, int bits);
uint32_t range_decode_number(RangeDecoder *r, NumberModel *model);

static inline bool range_decode_split(RangeDecoder *r, uint32_t zero) {
    bool bit = r->code >= zero;
    r->code -= bit ? zero : 0;
    r->range = bit ? r->range - zero : zero;
    while (r->range < 1u << RANGE_TOP) {
        r->range <<= 8;
        r->code = r->code << 8 | (r->at < r->size ? r->data[r->at++] : 0);
    }
    return bit;
}

static inline bool range_decode_fixed(RangeDecoder *r, uint32_t zero) {
    return range_decode_split(r, range_scale(r->range, zero));
}

#endif
