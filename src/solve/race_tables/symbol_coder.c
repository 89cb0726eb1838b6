// SPDX-License-Identifier: MIT
#include "solve/race_tables/symbol_coder.h"

#include "base/codec/endian.h"

#include <errno.h>
#include <stdlib.h>

static bool allocate(SymbolCoder *coder, uint32_t ranks) {
    coder->first = calloc((size_t)coder->contexts + 1, sizeof *coder->first);
    coder->symbol = malloc(ranks ? ranks : 1);
    coder->skip_chance = malloc((ranks ? ranks : 1) * sizeof *coder->skip_chance);
    if (coder->first && coder->symbol && coder->skip_chance) return true;
    symbol_coder_free(coder);
    errno = ENOMEM;
    return false;
}

void symbol_coder_free(SymbolCoder *coder) {
    free(coder->first);
    free(coder->symbol);
    free(coder->skip_chance);
    *coder = (SymbolCoder){.contexts = 0};
}

// --- making a coder ---

/* The symbols that occur in a context, most frequent first; returns their number. */
static int rank_symbols(const uint32_t *count, int symbols, uint8_t *out) {
    int n = 0;
    for (int s = 0; s < symbols; s++) {
        if (!count[s]) continue;
        int at = n++;
        for (; at > 0 && count[out[at - 1]] < count[s]; at--) out[at] = out[at - 1];
        out[at] = (uint8_t)s;
    }
    return n;
}

/* The probability some / all in 1/65536, never 0 or 1. */
static uint16_t chance_of(uint64_t some, uint64_t all) {
    uint64_t chance = (some * 65536 + all / 2) / all;
    return (uint16_t)(chance < 1 ? 1 : chance > 65535 ? 65535 : chance);
}

static void fill_context(const uint32_t *count, const uint8_t *ranked, int ranks, uint16_t *out) {
    uint64_t left = 0;
    for (int i = 0; i < ranks; i++) left += count[ranked[i]];
    for (int i = 0; i < ranks; i++) {
        uint64_t here = count[ranked[i]];
        out[i] = chance_of(left - here, left);
        left -= here;
    }
}

bool symbol_coder_init(const uint32_t *count, int contexts, int symbols, SymbolCoder *out) {
    assert(symbols <= SYMBOL_CODER_SYMBOLS_MAX);
    uint32_t ranks = 0;
    for (size_t i = 0; i < (size_t)contexts * (size_t)symbols; i++) ranks += count[i] != 0;
    SymbolCoder coder = {.contexts = contexts, .symbols = symbols};
    if (!allocate(&coder, ranks)) return false;
    for (int c = 0; c < contexts; c++, count += symbols) {
        uint32_t first = coder.first[c];
        int n = rank_symbols(count, symbols, coder.symbol + first);
        fill_context(count, coder.symbol + first, n, coder.skip_chance + first);
        coder.first[c + 1] = first + (uint32_t)n;
    }
    *out = coder;
    return true;
}

// --- storage ---

// Number of contexts that occur; for each its number (2 bytes) and its number of ranks (1); for
// each rank its symbol (1) and, except for the last, its skip_chance (2).

static void put_number(Text *out, int width, uint64_t value) {
    uint8_t bytes[8];
    store_le(bytes, width, value);
    text_bytes(out, (const char *)bytes, (size_t)width);
}

void symbol_coder_store(const SymbolCoder *coder, Text *out) {
    int used = 0;
    for (int c = 0; c < coder->contexts; c++) used += coder->first[c] < coder->first[c + 1];
    put_number(out, 2, (uint64_t)used);
    for (int c = 0; c < coder->contexts; c++) {
        uint32_t first = coder->first[c], end = coder->first[c + 1];
        if (first == end) continue;
        put_number(out, 2, (uint64_t)c);
        put_number(out, 1, end - first);
        for (uint32_t rank = first; rank < end; rank++) {
            put_number(out, 1, coder->symbol[rank]);
            if (rank + 1 < end) put_number(out, 2, coder->skip_chance[rank]);
        }
    }
}

/* Reads a number.  Past the end it returns 0, and so do all later calls. */
static uint32_t read_number(const uint8_t **at, const uint8_t *end, int width) {
    if (end - *at < width) {
        *at = end;
        return 0;
    }
    uint32_t value = (uint32_t)load_le(*at, width);
    *at += width;
    return value;
}

/* Reads one context; false if it is invalid. */
static bool read_context(SymbolCoder *coder, const uint8_t **at, const uint8_t *end, int *next,
                         uint32_t *ranks) {
    int context = (int)read_number(at, end, 2);
    uint32_t n = read_number(at, end, 1);
    if (context < *next || context >= coder->contexts || n < 1 || n > (uint32_t)coder->symbols)
        return false;
    for (; *next <= context; ++*next) coder->first[*next] = *ranks;
    for (uint32_t i = 0; i < n; i++, ++*ranks) {
        coder->symbol[*ranks] = (uint8_t)read_number(at, end, 1);
        coder->skip_chance[*ranks] = i + 1 < n ? (uint16_t)read_number(at, end, 2) : 1;
        if (coder->symbol[*ranks] >= coder->symbols || !coder->skip_chance[*ranks]) return false;
    }
    return true;
}

bool symbol_coder_load(const uint8_t **at, const uint8_t *end, int contexts, int symbols,
                       SymbolCoder *out) {
    SymbolCoder coder = {.contexts = contexts, .symbols = symbols};
    errno = 0;
    int used = (int)read_number(at, end, 2), next = 0;
    // a context takes at least 4 bytes, and each rank at least one of them
    if (used > contexts || (size_t)used * 4 > (size_t)(end - *at)) return false;
    if (!allocate(&coder, (uint32_t)used * (uint32_t)symbols)) return false;
    uint32_t ranks = 0;
    bool ok = true;
    for (int i = 0; i < used && ok; i++) ok = read_context(&coder, at, end, &next, &ranks);
    for (; next <= contexts; next++) coder.first[next] = ranks;
    if (ok)
        *out = coder;
    else
        symbol_coder_free(&coder);
    return ok;
}
