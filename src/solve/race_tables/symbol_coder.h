// SPDX-License-Identifier: MIT
//
// Packing for symbols whose neighbours tell a lot: in each context symbols are ranked by how often
// they come there, and one is told by yes or no: is it the first, the second, …, each with its own
// chance in a range coder.  Chances are counted beforehand and do not change, so that pieces can be
// read apart.
//
//     context 17:   symbol 3 (97 %)   symbol 5 (of the rest 60 %)   symbol 0
#ifndef SOLVE_RACE_TABLES_SYMBOL_CODER_H
#define SOLVE_RACE_TABLES_SYMBOL_CODER_H

#include "base/codec/range_coder.h"
#include "base/text/text.h"

#include <assert.h>

enum { SYMBOL_CODER_SYMBOLS_MAX = 40 }; // at most, in each context

typedef struct {
    int contexts, symbols;
    uint32_t *first;       // rank of each context; one more: their number
    uint8_t *symbol;       // by rank
    uint16_t *skip_chance; // the chance, in 1/65536, that it is not this one but a later one
} SymbolCoder;

/* The best code for these counts, [contexts][symbols]; false if there is no memory.  To be
 * released. */
bool symbol_coder_init(const uint32_t *count, int contexts, int symbols, SymbolCoder *out);
void symbol_coder_free(SymbolCoder *coder);

/* Appends the code itself. */
void symbol_coder_store(const SymbolCoder *coder, Text *out);

/* Reads it back and moves `at` behind it; false if the bytes before `end` hold no such code, or
 * (errno is ENOMEM then, else 0) there is no memory. */
bool symbol_coder_load(const uint8_t **at, const uint8_t *end, int contexts, int symbols,
                       SymbolCoder *out);

/* One symbol that was counted in this context. */
static inline void symbol_coder_encode(const SymbolCoder *coder, RangeEncoder *w, int context,
                                       int symbol) {
    uint32_t rank = coder->first[context], last = coder->first[context + 1] - 1;
    for (; rank < last; rank++) {
        bool is_it = coder->symbol[rank] == symbol;
        range_encode_fixed(w, coder->skip_chance[rank], is_it);
        if (is_it) return;
    }
    assert(coder->symbol[last] == symbol);
}

/* The next symbol; -1 in a context that has none. */
static inline int symbol_coder_decode(const SymbolCoder *coder, RangeDecoder *r, int context) {
    uint32_t rank = coder->first[context], end = coder->first[context + 1];
    if (rank == end) return -1;
    while (rank + 1 < end && !range_decode_fixed(r, coder->skip_chance[rank])) rank++;
    return coder->symbol[rank];
}

#endif
