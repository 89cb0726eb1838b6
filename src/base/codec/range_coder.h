// SPDX-License-Identifier: MIT
//
// An adaptive binary range coder: compresses a sequence of bits.
//
// Each kind of bit has a BitModel, the estimated probability of a zero. Encoder and decoder update
// the model in the same way after every bit. A number is coded as its bit count followed by its
// bits. Bit count and leading bits have models of their own, so small and frequent numbers take
// little space.
//
// A caller that knows the probabilities already can pass them (range_encode_fixed). It may also cut
// the output into short blocks that are decoded independently (range_encoder_begin_block).
#ifndef BASE_CODEC_RANGE_CODER_H
#define BASE_CODEC_RANGE_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The probability of a zero, in 1/65536, as estimated with a fast and a slow adaptation rate. The
 * coder uses the average of the two. */
typedef struct {
    uint16_t fast, slow;
} BitModel;
void bit_models_init(BitModel *model, size_t count);

/* A number of up to NUMBER_BITS bits: `size` models the bit count in unary, `fine` the first
 * NUMBER_FINE bits below the leading one. The remaining bits are coded with probability 1/2. */
enum { NUMBER_BITS = 16, NUMBER_FINE = 3 };
typedef struct {
    BitModel size[NUMBER_BITS + 1];
    BitModel fine[NUMBER_BITS + 1][1 << NUMBER_FINE];
} NumberModel;
void number_models_init(NumberModel *models, size_t count);

/* Writes into a buffer that grows. `failed` is set when memory ran out. */
typedef struct {
    uint8_t *data;
    size_t size, capacity;
    uint64_t low;
    uint32_t range;
    uint8_t cache;       // the last byte, which a carry may still change
    uint64_t pending_ff; // number of 0xff bytes that follow it
    bool failed;
} RangeEncoder;

RangeEncoder range_encoder_new(void);
void range_encoder_free(RangeEncoder *w);
void range_encode_bit(RangeEncoder *w, BitModel *model, bool bit);
void range_encode_direct(RangeEncoder *w, uint32_t value, int bits); // p = 1/2
void range_encode_number(RangeEncoder *w, NumberModel *model, uint32_t value);
void range_encoder_flush(RangeEncoder *w);

enum { RANGE_TOP = 24 }; // a range is never below 1 << RANGE_TOP

/* A probability of `model` / 65536 as a part of the range. */
static inline uint32_t range_scale(uint32_t range, uint32_t model) {
    return (uint32_t)(((uint64_t)range * model) >> 16);
}

/* A zero gets the first `zero` units of the range. */
void range_encoder_shift_low(RangeEncoder *w); // outputs one byte
static inline void range_encode_split(RangeEncoder *w, uint32_t zero, bool bit) {
    w->low += bit ? zero : 0;
    w->range = bit ? w->range - zero : zero;
    while (w->range < 1u << RANGE_TOP) {
        w->range <<= 8;
        range_encoder_shift_low(w);
    }
}

/* Encodes a bit that is zero with probability `zero` / 65536, which must be neither 0 nor 1. */
static inline void range_encode_fixed(RangeEncoder *w, uint32_t zero, bool bit) {
    range_encode_split(w, range_scale(w->range, zero), bit);
}

/* A block is coded independently of the bits before it. range_encoder_begin_block starts one and
 * discards the buffer. range_encoder_end_block returns its bytes, which are valid until the next
 * call. */
typedef struct {
    const uint8_t *data;
    size_t size;
} RangeBlock;
void range_encoder_begin_block(RangeEncoder *w);
RangeBlock range_encoder_end_block(RangeEncoder *w);

/* Decodes what RangeEncoder wrote. Past the end of the data it reads zeros. */
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
