// SPDX-License-Identifier: MIT
#include "solve/race_tables/table_code.h"

#include <string.h>

enum {
    BOTH_DRAWN = 4, // result of both sides assumed before a block begins
    SOME_WIN = 11,  // distance of a win assumed before a block begins; a loss: 1 more
    MIDDLE = 16,    // the symbol for the same distance as the neighbour's
    FAR_SYMBOL = DISTANCE_SYMBOLS - 1, // escape: the distance follows in FAR_BITS plain bits
    FAR_BITS = 7,
};

BlockShape block_shape(const Material *material, const PlacementShape *shape, uint64_t first,
                       int count) {
    BlockShape block = {.count = count};
    for (int i = 0; i * 64 < count; i++)
        block.positions[i] = placement_set_positions(material, shape, first / 64 + (uint64_t)i);
    return block;
}

/* The result for the side to move, plus 1.  Branch-free, because it runs for every value. */
static inline unsigned result_code(uint8_t value) {
    unsigned decided = (value & 1u) * 2;
    return value == RACE_VALUE_DRAW || value == RACE_VALUE_NONE ? 1 : decided;
}

void block_set_results(const BlockShape *shape, const uint8_t *const value[2], BlockResults *out) {
    for (int i = 0; i < shape->count; i++)
        out->at[BLOCK_CONTEXT + i] =
            (uint8_t)(result_code(value[WHITE][i]) * 3 + result_code(value[BLACK][i]));
}

// --- results ---

// The same function counts, writes and reads, so that the contexts are the same in all three.

typedef enum { COUNT, WRITE, READ } CodeMode;

typedef struct {
    uint32_t *count; // [contexts][symbols]
    const SymbolCoder *code;
    RangeEncoder *w;
    RangeDecoder *r;
} CodeStream;

/* Codes a symbol.  When reading, `symbol` is ignored; -1: the data is invalid. */
ROEK_INLINE int code_symbol(CodeMode mode, const CodeStream *s, int symbols, int context,
                            int symbol) {
    if (mode == READ) return symbol_coder_decode(s->code, s->r, context);
    if (mode == COUNT)
        s->count[context * symbols + symbol]++;
    else
        symbol_coder_encode(s->code, s->w, context, symbol);
    return symbol;
}

/* Copies the value before `from` up to `to`. */
static inline void fill_gap(uint8_t *at, int from, int to) {
    if (from < to) memset(at + from, at[from - 1], (size_t)(to - from));
}

/* The positions among the indices of a word, below shape->count. */
static inline uint64_t positions_in(const BlockShape *shape, int word) {
    int left = shape->count - word * 64;
    return shape->positions[word] & (left < 64 ? (1ull << left) - 1 : ~0ull);
}

ROEK_INLINE bool code_results(CodeMode mode, const CodeStream *s, const BlockShape *shape,
                              BlockResults *results) {
    uint8_t *at = results->at + BLOCK_CONTEXT;
    int done = 0; // indices that are coded or filled
    memset(results->at, BOTH_DRAWN, BLOCK_CONTEXT);
    for (int word = 0; word * 64 < shape->count; word++) {
        uint64_t positions = positions_in(shape, word);
        FOR_EACH_SQUARE(bit, positions) {
            int i = word * 64 + bit;
            fill_gap(at, done, i);
            int symbol = code_symbol(mode, s, RESULT_SYMBOLS,
                                     at[i - 1] * 81 + at[i - 8] * 9 + at[i - 64], at[i]);
            if (mode == READ && symbol < 0) return false;
            at[i] = (uint8_t)symbol;
            done = i + 1;
        }
    }
    fill_gap(at, done, shape->count);
    return true;
}

void block_results_count(const BlockShape *shape, BlockResults *results, uint32_t *count) {
    code_results(COUNT, &(CodeStream){.count = count}, shape, results);
}

void block_results_write(const BlockShape *shape, BlockResults *results, const SymbolCoder *code,
                         RangeEncoder *w) {
    code_results(WRITE, &(CodeStream){.code = code, .w = w}, shape, results);
}

bool block_results_read(const BlockShape *shape, const SymbolCoder *code, RangeDecoder *r,
                        BlockResults *out) {
    return code_results(READ, &(CodeStream){.code = code, .r = r}, shape, out);
}

// --- distances ---

static inline int clamp(int value, int most) {
    return value < -most ? -most : value > most ? most : value;
}

/* The context from the neighbours' distances, which are all wins or all losses. */
static inline int distance_context(const uint8_t *at) {
    int near = at[-1], half = near / 2;
    int above = clamp((at[-8] - near) / 2, 2) + 2, before = clamp((at[-64] - near) / 2, 2) + 2;
    return (((near & 1) * 32 + (half < 31 ? half : 31)) * 5 + above) * 5 + before;
}

static inline int distance_symbol(int value, int near) {
    int step = (value - near) / 2;
    return clamp(step, MIDDLE) == step ? step + MIDDLE : FAR_SYMBOL;
}

/* Codes a distance in plain bits.  Half of it suffices, as its parity follows from the result. */
ROEK_INLINE int code_far(CodeMode mode, const CodeStream *s, int value) {
    if (mode == WRITE) range_encode_direct(s->w, (uint32_t)value / 2, FAR_BITS);
    return mode == READ ? (int)range_decode_direct(s->r, FAR_BITS) * 2 + (value & 1) : value;
}

/* Codes a distance.  When reading, `value` is ignored and 0 means invalid data.  `at` points into
 * the earlier distances of the same kind. */
ROEK_INLINE int code_distance(CodeMode mode, const CodeStream *s, const uint8_t *at, int value) {
    int symbol = code_symbol(mode, s, DISTANCE_SYMBOLS, distance_context(at),
                             mode == READ ? 0 : distance_symbol(value, at[-1]));
    if (symbol == FAR_SYMBOL) return code_far(mode, s, mode == READ ? at[-1] & 1 : value);
    if (mode != READ) return value;
    int read = at[-1] + 2 * (symbol - MIDDLE);
    return symbol < 0 || read > RACE_VALUE_PLIES_MAX ? 0 : read;
}

ROEK_INLINE bool code_distances(CodeMode mode, const CodeStream *s, const BlockShape *shape,
                                const BlockResults *results, Color turn, const uint8_t *given,
                                uint8_t *read_to) {
    uint8_t kept[2][BLOCK_CONTEXT + BLOCK_NUMBERS]; // last values: of losses, of wins
    int done[2] = {0, 0};
    memset(kept[0], SOME_WIN + 1, BLOCK_CONTEXT);
    memset(kept[1], SOME_WIN, BLOCK_CONTEXT);
    if (mode == READ) memset(read_to, RACE_VALUE_DRAW, (size_t)shape->count);
    for (int word = 0; word * 64 < shape->count; word++) {
        uint64_t positions = positions_in(shape, word);
        FOR_EACH_SQUARE(bit, positions) {
            int i = word * 64 + bit;
            TableResult result = block_result(results, turn, i);
            if (result == TABLE_DRAW) continue;
            int wins = result == TABLE_WIN;
            uint8_t *at = kept[wins] + BLOCK_CONTEXT;
            fill_gap(at, done[wins], i);
            int plies = code_distance(mode, s, at + i, mode == READ ? 0 : given[i]);
            if (mode == READ && plies <= 0) return false;
            at[i] = (uint8_t)plies;
            done[wins] = i + 1;
            if (mode == READ) read_to[i] = (uint8_t)plies;
        }
    }
    return true;
}

void block_distances_count(const BlockShape *shape, const BlockResults *results, Color turn,
                           const uint8_t *value, uint32_t *count) {
    code_distances(COUNT, &(CodeStream){.count = count}, shape, results, turn, value, NULL);
}

void block_distances_write(const BlockShape *shape, const BlockResults *results, Color turn,
                           const uint8_t *value, const SymbolCoder *code, RangeEncoder *w) {
    code_distances(WRITE, &(CodeStream){.code = code, .w = w}, shape, results, turn, value, NULL);
}

bool block_distances_read(const BlockShape *shape, const BlockResults *results, Color turn,
                          const SymbolCoder *code, RangeDecoder *r, uint8_t *value) {
    return code_distances(READ, &(CodeStream){.code = code, .r = r}, shape, results, turn, NULL,
                          value);
}
