// SPDX-License-Identifier: MIT
#include "base/codec/range_coder.h"

#include <stdlib.h>
#include <string.h>

enum { FAST = 4, SLOW = 7 };

void chances_init(Chance *chances, size_t count) {
    for (size_t i = 0; i < count; i++) chances[i] = (Chance){1 << 15, 1 << 15};
}

void numbers_init(NumberChances *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        chances_init(numbers[i].size, NUMBER_BITS + 1);
        for (int bits = 0; bits <= NUMBER_BITS; bits++)
            chances_init(numbers[i].fine[bits], 1 << NUMBER_FINE);
    }
}

/* Never certain: both learners stop short of it. */
static uint32_t zero_share(const Chance *c, uint32_t range) {
    uint32_t chance = ((uint32_t)c->fast + c->slow) / 2;
    if (chance < 64) chance = 64;
    if (chance > 65536 - 64) chance = 65536 - 64;
    return range_share(range, chance);
}

static void learn(Chance *c, bool bit) {
    int target = bit ? 0 : 65535;
    c->fast = (uint16_t)(c->fast + (target - c->fast) / (1 << FAST));
    c->slow = (uint16_t)(c->slow + (target - c->slow) / (1 << SLOW));
}

RangeWriter rangewriter_new(void) {
    return (RangeWriter){.range = UINT32_MAX};
}

void rangewriter_free(RangeWriter *w) {
    free(w->data);
    *w = rangewriter_new();
}

static void put_byte(RangeWriter *w, uint8_t byte) {
    if (w->size == w->capacity) {
        size_t capacity = w->capacity ? 2 * w->capacity : 4096;
        uint8_t *data = realloc(w->data, capacity);
        if (!data) {
            w->failed = true;
            return;
        }
        w->data = data;
        w->capacity = capacity;
    }
    w->data[w->size++] = byte;
}

/* Moves the top byte out, once no carry can reach it any more. */
void range_shift(RangeWriter *w) {
    if (w->low < 0xff000000u || w->low > UINT32_MAX) {
        uint8_t carry = (uint8_t)(w->low >> 32);
        put_byte(w, (uint8_t)(w->held + carry));
        for (; w->runs; w->runs--) put_byte(w, (uint8_t)(0xff + carry));
        w->held = (uint8_t)(w->low >> RANGE_TOP);
    } else {
        w->runs++;
    }
    w->low = (w->low & 0x00ffffff) << 8;
}

void range_write(RangeWriter *w, Chance *chance, bool bit) {
    range_write_share(w, zero_share(chance, w->range), bit);
    learn(chance, bit);
}

void range_write_plain(RangeWriter *w, uint32_t value, int bits) {
    for (int i = bits - 1; i >= 0; i--) range_write_share(w, w->range / 2, value >> i & 1);
}

static int bit_count(uint32_t value) {
    int bits = 0;
    for (; value; value >>= 1) bits++;
    return bits;
}

void range_write_number(RangeWriter *w, NumberChances *chances, uint32_t value) {
    int bits = bit_count(value);
    for (int i = 0; i < NUMBER_BITS && i <= bits; i++) range_write(w, &chances->size[i], i < bits);
    unsigned path = 1;
    int i = bits - 2;
    for (; i >= 0 && path < 1 << NUMBER_FINE; i--) {
        bool bit = value >> i & 1;
        range_write(w, &chances->fine[bits][path], bit);
        path = 2 * path + bit;
    }
    if (i >= 0) range_write_plain(w, value & ((2u << i) - 1), i + 1);
}

void range_finish(RangeWriter *w) {
    for (int i = 0; i < 5; i++) range_shift(w);
}

void range_begin_piece(RangeWriter *w) {
    *w = (RangeWriter){
        .data = w->data, .capacity = w->capacity, .range = UINT32_MAX, .failed = w->failed};
}

/* Of the numbers that read the same, the one that ends in most zeros: those need not be written. */
static void round_low(RangeWriter *w) {
    for (int bits = RANGE_TOP; bits > 0; bits -= 8) {
        uint64_t mask = (1ull << bits) - 1, rounded = (w->low + mask) & ~mask;
        if (rounded >= w->low + w->range) continue;
        w->low = rounded;
        return;
    }
}

/* The first byte is there for a carry that never comes. */
RangePiece range_end_piece(RangeWriter *w) {
    round_low(w);
    range_finish(w);
    if (w->failed) return (RangePiece){NULL, 0};
    while (w->size > 1 && w->data[w->size - 1] == 0) w->size--;
    return (RangePiece){w->data + 1, w->size - 1};
}

static uint32_t next_byte(RangeReader *r) {
    return r->at < r->size ? r->data[r->at++] : 0;
}

static RangeReader reader_after(const uint8_t *data, size_t size, int first_bytes) {
    RangeReader r = {.data = data, .size = size, .range = UINT32_MAX};
    for (int i = 0; i < first_bytes; i++) r.code = r.code << 8 | next_byte(&r);
    return r;
}

RangeReader rangereader(const uint8_t *data, size_t size) {
    return reader_after(data, size, 5);
}

RangeReader rangereader_of_piece(RangePiece piece) {
    return reader_after(piece.data, piece.size, 4);
}

bool range_read(RangeReader *r, Chance *chance) {
    bool bit = range_read_share(r, zero_share(chance, r->range));
    learn(chance, bit);
    return bit;
}

uint32_t range_read_plain(RangeReader *r, int bits) {
    uint32_t value = 0;
    for (int i = 0; i < bits; i++) value = 2 * value + range_read_share(r, r->range / 2);
    return value;
}

uint32_t range_read_number(RangeReader *r, NumberChances *chances) {
    int bits = 0;
    while (bits < NUMBER_BITS && range_read(r, &chances->size[bits])) bits++;
    if (bits == 0) return 0;
    uint32_t path = 1;
    int i = bits - 2;
    for (; i >= 0 && path < 1 << NUMBER_FINE; i--)
        path = 2 * path + range_read(r, &chances->fine[bits][path]);
    return i >= 0 ? path << (i + 1) | range_read_plain(r, i + 1) : path;
}
