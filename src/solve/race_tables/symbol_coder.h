// SPDX-License-Identifier: MIT
//
// Entropy coder for symbols with a context.  Each context ranks its symbols by frequency.  A symbol
// is coded as a series of binary decisions of a range coder: is it the first, the second, …, each
// with a probability of its own.  Probabilities are computed before coding and stay fixed, so that
// blocks can be decoded independently.
//
//     context 17:   symbol 3 (97 %)   symbol 5 (60 % of the rest)   symbol 0
#ifndef SOLVE_RACE_TABLES_SYMBOL_CODER_H
#define SOLVE_RACE_TABLES_SYMBOL_CODER_H

#include "base/codec/range_coder.h"
#include "base/text/text.h"

#include <assert.h>

enum { SYMBOL_CODER_SYMBOLS_MAX = 40 }; // in each context

typedef struct {
    int contexts, symbols;
    uint32_t *first;       // first rank of each context; a last entry holds the number of ranks
    uint8_t *symbol;       // by rank
    uint16_t *skip_chance; // probability, in 1/65536, that the symbol is a later one
} SymbolCoder;

/* Makes the best coder for count[contexts][symbols]; false if memory is short.  The caller releases
 * it with symbol_coder_free. */
bool symbol_coder_init(const uint32_t *count, int contexts, int symbols, SymbolCoder *out);
void symbol_coder_free(SymbolCoder *coder);

/* Appends the coder's tables to `out`. */
void symbol_coder_store(const SymbolCoder *coder, Text *out);

/* Reads the tables and moves `at` behind them.  False if the bytes before `end` hold no such
 * tables, or (with errno ENOMEM, else 0) if memory is short. */
bool symbol_coder_load(const uint8_t **at, const uint8_t *end, int contexts, int symbols,
                       SymbolCoder *out);

/* Encodes a symbol that was counted in this context. */
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

/* Decodes the next symbol; -1 if the context has none. */
static inline int symbol_coder_decode(const SymbolCoder *coder, RangeDecoder *r, int context) {
    uint32_t rank = coder->first[context], end = coder->first[context + 1];
    if (rank == end) return -1;
    while (rank + 1 < end && !range_decode_fixed(r, coder->skip_chance[rank])) rank++;
    return coder->symbol[rank];
}

#endif
