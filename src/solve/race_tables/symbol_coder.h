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

enum { RANKCODE_SYMBOLS = 40 }; // at most, in each context

typedef struct {
    int contexts, symbols;
    uint32_t *first;   // rank of each context; one more: their number
    uint8_t *symbol;   // by rank
    uint16_t *refusal; // the chance, in 1/65536, that it is not this one but a later one
} RankCode;

/* The best code for these counts, [contexts][symbols]; false if there is no memory.  To be
 * released. */
bool rankcode_make(const uint32_t *count, int contexts, int symbols, RankCode *out);
void rankcode_free(RankCode *code);

/* Appends the code itself. */
void rankcode_write(const RankCode *code, Text *out);

/* Reads it back and moves `at` behind it; false if the bytes before `end` hold no such code, or
 * (errno is ENOMEM then, else 0) there is no memory. */
bool rankcode_read(const uint8_t **at, const uint8_t *end, int contexts, int symbols,
                   RankCode *out);

/* One symbol that was counted in this context. */
static inline void rankcode_put(const RankCode *code, RangeWriter *w, int context, int symbol) {
    uint32_t rank = code->first[context], last = code->first[context + 1] - 1;
    for (; rank < last; rank++) {
        bool is_it = code->symbol[rank] == symbol;
        range_write_fixed(w, code->refusal[rank], is_it);
        if (is_it) return;
    }
    assert(code->symbol[last] == symbol);
}

/* The next symbol; -1 in a context that has none. */
static inline int rankcode_get(const RankCode *code, RangeReader *r, int context) {
    uint32_t rank = code->first[context], end = code->first[context + 1];
    if (rank == end) return -1;
    while (rank + 1 < end && !range_read_fixed(r, code->refusal[rank])) rank++;
    return code->symbol[rank];
}

#endif
