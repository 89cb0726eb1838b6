// SPDX-License-Identifier: MIT
#include "base/codec/range_coder.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { FAST_RATE = 4, SLOW_RATE = 7 };

void bit_models_init(BitModel *model, size_t count) {
    for (size_t i = 0; i < count; i++) model[i] = (BitModel){1 << 15, 1 << 15};
}

void number_models_init(NumberModel *models, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bit_models_init(models[i].size, NUMBER_BITS + 1);
        for (int bits = 0; bits <= NUMBER_BITS; bits++)
            bit_models_init(models[i].fine[bits], 1 << NUMBER_FINE);
    }
}

/* Returns the part of the range that a zero gets. The probability is clamped: at 0 or 1 one of the
 * two bits could not be encoded. */
static uint32_t zero_range(const BitModel *c, uint32_t range) {
    uint32_t model = ((uint32_t)c->fast + c->slow) / 2;
    if (model < 64) model = 64;
    if (model > 65536 - 64) model = 65536 - 64;
    return range_scale(range, model);
}

static void update_model(BitModel *c, bool bit) {
    int target = bit ? 0 : 65535;
    c->fast = (uint16_t)(c->fast + (target - c->fast) / (1 << FAST_RATE));
    c->slow = (uint16_t)(c->slow + (target - c->slow) / (1 << SLOW_RATE));
}

RangeEncoder range_encoder_new(void) {
    return (RangeEncoder){.range = UINT32_MAX};
}

void range_encoder_free(RangeEncoder *w) {
    free(w->data);
    *w = range_encoder_new();
}

static void put_byte(RangeEncoder *w, uint8_t byte) {
    if (array_reserve(&w->data, &w->capacity, w->size + 1, sizeof *w->data))
        w->data[w->size++] = byte;
    else
        w->failed = true;
}

/* Outputs the top byte of `low` once no carry can change it any more. Bytes of 0xff wait, because a
 * carry would turn them into zeros (as in LZMA's range coder). */
void range_encoder_shift_low(RangeEncoder *w) {
    if (w->low < 0xff000000u || w->low > UINT32_MAX) {
        uint8_t carry = (uint8_t)(w->low >> 32);
        put_byte(w, (uint8_t)(w->cache + carry));
        for (; w->pending_ff; w->pending_ff--) put_byte(w, (uint8_t)(0xff + carry));
        w->cache = (uint8_t)(w->low >> RANGE_TOP);
    } else {
        w->pending_ff++;
    }
    w->low = (w->low & 0x00ffffff) << 8;
}

void range_encode_bit(RangeEncoder *w, BitModel *model, bool bit) {
    range_encode_split(w, zero_range(model, w->range), bit);
    update_model(model, bit);
}

void range_encode_direct(RangeEncoder *w, uint32_t value, int bits) {
    for (int i = bits - 1; i >= 0; i--) range_encode_split(w, w->range / 2, value >> i & 1);
}

static int bit_count(uint32_t value) {
    int bits = 0;
    for (; value; value >>= 1) bits++;
    return bits;
}

void range_encode_number(RangeEncoder *w, NumberModel *model, uint32_t value) {
    int bits = bit_count(value);
    for (int i = 0; i < NUMBER_BITS && i <= bits; i++)
        range_encode_bit(w, &model->size[i], i < bits);
    unsigned path = 1;
    int i = bits - 2;
    for (; i >= 0 && path < 1 << NUMBER_FINE; i--) {
        bool bit = value >> i & 1;
        range_encode_bit(w, &model->fine[bits][path], bit);
        path = 2 * path + bit;
    }
    if (i >= 0) range_encode_direct(w, value & ((2u << i) - 1), i + 1);
}

void range_encoder_flush(RangeEncoder *w) {
    for (int i = 0; i < 5; i++) range_encoder_shift_low(w);
}

void range_encoder_begin_block(RangeEncoder *w) {
    *w = (RangeEncoder){
        .data = w->data, .capacity = w->capacity, .range = UINT32_MAX, .failed = w->failed};
}

/* Of all values that decode to the same bits, takes the one that ends in the most zero bytes. The
 * decoder reads zeros past the end, so these bytes need not be stored. */
static void round_low(RangeEncoder *w) {
    for (int bits = RANGE_TOP; bits > 0; bits -= 8) {
        uint64_t mask = (1ull << bits) - 1, rounded = (w->low + mask) & ~mask;
        if (rounded >= w->low + w->range) continue;
        w->low = rounded;
        return;
    }
}

/* Leaves out the first byte: it could only change by a carry out of the whole number, which never
 * happens. */
RangeBlock range_encoder_end_block(RangeEncoder *w) {
    round_low(w);
    range_encoder_flush(w);
    if (w->failed) return (RangeBlock){NULL, 0};
    while (w->size > 1 && w->data[w->size - 1] == 0) w->size--;
    return (RangeBlock){w->data + 1, w->size - 1};
}

static uint32_t next_byte(RangeDecoder *r) {
    return r->at < r->size ? r->data[r->at++] : 0;
}

static RangeDecoder reader_after(const uint8_t *data, size_t size, int first_bytes) {
    RangeDecoder r = {.data = data, .size = size, .range = UINT32_MAX};
    for (int i = 0; i < first_bytes; i++) r.code = r.code << 8 | next_byte(&r);
    return r;
}

RangeDecoder range_decoder_on(const uint8_t *data, size_t size) {
    return reader_after(data, size, 5);
}

RangeDecoder range_decoder_on_block(RangeBlock block) {
    return reader_after(block.data, block.size, 4);
}

bool range_decode_bit(RangeDecoder *r, BitModel *model) {
    bool bit = range_decode_split(r, zero_range(model, r->range));
    update_model(model, bit);
    return bit;
}

uint32_t range_decode_direct(RangeDecoder *r, int bits) {
    uint32_t value = 0;
    for (int i = 0; i < bits; i++) value = 2 * value + range_decode_split(r, r->range / 2);
    return value;
}

uint32_t range_decode_number(RangeDecoder *r, NumberModel *model) {
    int bits = 0;
    while (bits < NUMBER_BITS && range_decode_bit(r, &model->size[bits])) bits++;
    if (bits == 0) return 0;
    uint32_t path = 1;
    int i = bits - 2;
    for (; i >= 0 && path < 1 << NUMBER_FINE; i--)
        path = 2 * path + range_decode_bit(r, &model->fine[bits][path]);
    return i >= 0 ? path << (i + 1) | range_decode_direct(r, i + 1) : path;
}
