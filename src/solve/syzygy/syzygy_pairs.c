// SPDX-License-Identifier: MIT
#include "solve/syzygy/syzygy_pairs.h"

#include "base/codec/endian.h"

#include <stdlib.h>

// --- header reader ---

const uint8_t *syzygy_read_bytes(SyzygyHeaderReader *reader, size_t size) {
    if (reader->failed || size > reader->size - reader->at) {
        reader->failed = true;
        return NULL;
    }
    const uint8_t *bytes = reader->data + reader->at;
    reader->at += size;
    return bytes;
}

uint64_t syzygy_read_number(SyzygyHeaderReader *reader, int width) {
    const uint8_t *bytes = syzygy_read_bytes(reader, (size_t)width);
    return bytes ? load_le(bytes, width) : 0;
}

void syzygy_align_reader(SyzygyHeaderReader *reader, size_t unit) {
    size_t over = reader->at % unit;
    if (over) syzygy_read_bytes(reader, unit - over);
}

// --- description of the compression ---

enum {
    SINGLE = 128, // flag: all positions have the same value
    BLOCK_BITS_MIN = 2,
    BLOCK_BITS_MAX = 12,
    SPAN_BITS_MAX = 32,
    SPARSE_ENTRY_BYTES = 6,
    BLOCK_LENGTH_BYTES = 2,
    SYMBOL_BYTES = 3, // bytes
    SYMBOLS_MAX = 4096,
    NO_PAIR = 0xfff, // `second` of a symbol that stands for a value
    UNKNOWN = 0xffff,
};

static SyzygySymbol read_symbol(SyzygyHeaderReader *reader) {
    uint64_t pair = syzygy_read_number(reader, SYMBOL_BYTES);
    return (SyzygySymbol){(uint16_t)(pair & 0xfff), (uint16_t)(pair >> 12), UNKNOWN};
}

/* The number of positions of a symbol, less one.  UNKNOWN if one of its parts is not known yet or
 * does not exist. */
static uint16_t symbol_positions(const SyzygyPairs *p, const SyzygySymbol *s) {
    if (s->second == NO_PAIR) return 0;
    if (s->first >= p->symbols || s->second >= p->symbols) return UNKNOWN;
    unsigned a = p->symbol[s->first].positions, b = p->symbol[s->second].positions;
    return (uint16_t)(a == UNKNOWN || b == UNKNOWN || a + b + 1 > UNKNOWN ? UNKNOWN : a + b + 1);
}

/* Symbols may refer to later ones, so passes repeat.  One that contains itself stays UNKNOWN. */
static bool compute_symbol_positions(SyzygyPairs *p) {
    int known = 0;
    for (int before = -1; before < known;) {
        before = known;
        for (SyzygySymbol *s = p->symbol; s < p->symbol + p->symbols; s++)
            if (s->positions == UNKNOWN && (s->positions = symbol_positions(p, s)) != UNKNOWN)
                known++;
    }
    return known == p->symbols;
}

/* Computes the first code of each length from the number of longer codes (canonical Huffman). */
static void make_codes(SyzygyPairs *p) {
    int lengths = p->longest - p->shortest + 1;
    p->first[lengths - 1] = 0;
    for (int i = lengths - 2; i >= 0; i--)
        p->first[i] = (p->first[i + 1] + p->lowest[i] - p->lowest[i + 1]) / 2;
    for (int i = 0; i < lengths; i++) p->first[i] <<= 64 - p->shortest - i;
}

static bool read_codes(SyzygyHeaderReader *reader, SyzygyPairs *p) {
    p->longest = (int)syzygy_read_number(reader, 1);
    p->shortest = (int)syzygy_read_number(reader, 1);
    if (p->shortest < 1 || p->longest < p->shortest || p->longest > SYZYGY_CODE_MAX) return false;
    for (int i = 0; i <= p->longest - p->shortest; i++)
        p->lowest[i] = (uint16_t)syzygy_read_number(reader, 2);
    make_codes(p);
    return !reader->failed;
}

static bool read_symbols(SyzygyHeaderReader *reader, SyzygyPairs *p) {
    p->symbols = (int)syzygy_read_number(reader, 2);
    if (p->symbols > SYMBOLS_MAX) return false;
    p->symbol = malloc((size_t)p->symbols * sizeof *p->symbol + 1);
    if (!p->symbol) return false;
    for (int i = 0; i < p->symbols; i++) p->symbol[i] = read_symbol(reader);
    syzygy_align_reader(reader, 2);
    return !reader->failed && compute_symbol_positions(p);
}

bool syzygy_pairs_read(SyzygyHeaderReader *reader, uint64_t positions, SyzygyPairs *out) {
    *out = (SyzygyPairs){.flags = (uint8_t)syzygy_read_number(reader, 1)};
    if (out->flags & SINGLE) {
        out->single = true;
        out->value = (int)syzygy_read_number(reader, 1);
        return !reader->failed;
    }
    out->block_bits = (int)syzygy_read_number(reader, 1);
    out->span_bits = (int)syzygy_read_number(reader, 1);
    uint64_t padding = syzygy_read_number(reader, 1);
    out->blocks = (uint32_t)syzygy_read_number(reader, 4);
    out->lengths = out->blocks + padding;
    if (out->block_bits < BLOCK_BITS_MIN || out->block_bits > BLOCK_BITS_MAX ||
        out->span_bits > SPAN_BITS_MAX)
        return false;
    out->spans = (positions + ((uint64_t)1 << out->span_bits) - 1) >> out->span_bits;
    return read_codes(reader, out) && read_symbols(reader, out);
}

void syzygy_pairs_free(SyzygyPairs *pairs) {
    free(pairs->symbol);
    pairs->symbol = NULL;
}

// --- decoding ---

typedef struct {
    uint64_t block;
    int64_t offset; // of the position in the block
} BlockOffset;

static bool read_number(const PagedFile *file, uint64_t at, int width, uint64_t *out) {
    uint8_t bytes[8];
    if (!page_cache_read(file, at, bytes, (size_t)width)) return false;
    *out = load_le(bytes, width);
    return true;
}

/* The number of positions in a block. */
static bool block_length(const SyzygyPairs *p, const PagedFile *file, uint64_t block,
                         int64_t *out) {
    uint64_t less_one;
    if (block >= p->lengths || !read_number(file, p->lengths_at + block * BLOCK_LENGTH_BYTES,
                                            BLOCK_LENGTH_BYTES, &less_one))
        return false;
    *out = (int64_t)less_one + 1;
    return true;
}

/* Starts at the middle of the span and walks over block lengths, backwards or forwards. */
static bool find_block(const SyzygyPairs *p, const PagedFile *file, uint64_t index,
                       BlockOffset *out) {
    uint64_t span = (uint64_t)1 << p->span_bits, number = index >> p->span_bits, entry;
    int64_t length;
    if (!read_number(file, p->sparse_index_at + number * SPARSE_ENTRY_BYTES, SPARSE_ENTRY_BYTES,
                     &entry))
        return false;
    *out = (BlockOffset){entry & UINT32_MAX, (int64_t)(entry >> 32)};
    out->offset += (int64_t)(index & (span - 1)) - (int64_t)(span / 2);
    while (out->offset < 0) {
        if (out->block == 0 || !block_length(p, file, --out->block, &length)) return false;
        out->offset += length;
    }
    while (block_length(p, file, out->block, &length)) {
        if (out->offset < length) return out->block < p->blocks;
        out->offset -= length;
        out->block++;
    }
    return false;
}

/* Reads the bits of a block, next bit highest; zeros after its end. */
typedef struct {
    const uint8_t *at, *end;
    uint64_t next;
    int have;
} BitReader;

static void refill(BitReader *bits) {
    if (bits->have > 32) return;
    if (bits->at < bits->end) {
        uint64_t four = __builtin_bswap32((uint32_t)load_le(bits->at, 4));
        bits->next |= four << (32 - bits->have);
        bits->at += 4;
    }
    bits->have += 32;
}

/* Decodes a symbol; -1 if the code is invalid. */
static int next_symbol(const SyzygyPairs *p, BitReader *bits) {
    int i = 0;
    refill(bits);
    while (bits->next < p->first[i]) i++;
    int length = p->shortest + i;
    uint64_t symbol = ((bits->next - p->first[i]) >> (64 - length)) + p->lowest[i];
    bits->next <<= length;
    bits->have -= length;
    return symbol < (uint64_t)p->symbols ? (int)symbol : -1;
}

/* The value `offset` positions after the first one of a symbol. */
static int value_in(const SyzygyPairs *p, const SyzygySymbol *s, int64_t offset) {
    while (s->positions) {
        const SyzygySymbol *first = &p->symbol[s->first];
        bool behind = offset > first->positions;
        if (behind) offset -= first->positions + 1;
        s = behind ? &p->symbol[s->second] : first;
    }
    return s->first;
}

static bool value_at(const SyzygyPairs *p, BitReader *bits, int64_t offset, int *out) {
    for (int next; (next = next_symbol(p, bits)) >= 0;) {
        const SyzygySymbol *s = &p->symbol[next];
        if (offset <= s->positions) {
            *out = value_in(p, s, offset);
            return true;
        }
        offset -= s->positions + 1;
    }
    return false;
}

bool syzygy_pairs_value(const SyzygyPairs *pairs, const PagedFile *file, uint64_t index, int *out) {
    uint8_t block[1 << BLOCK_BITS_MAX];
    size_t size = (size_t)1 << pairs->block_bits;
    BlockOffset entry;
    *out = pairs->value;
    if (pairs->single) return true;
    if (!find_block(pairs, file, index, &entry)) return false;
    if (!page_cache_read(file, pairs->blocks_at + (entry.block << pairs->block_bits), block, size))
        return false;
    BitReader bits = {.at = block, .end = block + size};
    return value_at(pairs, &bits, entry.offset, out);
}
