// SPDX-License-Identifier: MIT
#include "solve/race_tables/table_code.h"

#include <string.h>

enum {
    BOTH_DRAWN = 4,                    // what is assumed before a block begins
    SOME_WIN = 11,                     // and the distances
    MIDDLE = 16,                       // the symbol of a neighbour's own distance
    FAR_SYMBOL = DISTANCE_SYMBOLS - 1, // one too different; it follows plainly
    FAR_BITS = 7,
};

BlockShape block_shape(const Material *material, const PlacementShape *shape, uint64_t first,
                       int count) {
    BlockShape block = {.count = count};
    for (int i = 0; i * 64 < count; i++)
        block.positions[i] = placement_set_positions(material, shape, first / 64 + (uint64_t)i);
    return block;
}

/* Its result for the side to move, + 1; without branches, as there are many. */
static inline unsigned result_code(uint8_t value) {
    unsigned decided = (value & 1u) * 2;
    return value == RACE_VALUE_DRAW || value == RACE_VALUE_NONE ? 1 : decided;
}

void block_set_results(const BlockShape *shape, const uint8_t *const value[2], BlockResults *out) {
    for (int i = 0; i < shape->count; i++)
        out->at[BLOCK_CONTEXT + i] =
            (uint8_t)(result_code(value[WHITE][i]) * 3 + result_code(value[BLACK][i]));
}

// One walk for counting, writing and reading: the neighbours must be the same each time.

typedef enum { COUNT, WRITE, READ } CodeMode;

typedef struct {
    uint32_t *count; // [contexts][symbols]
    const SymbolCoder *code;
    RangeEncoder *w;
    RangeDecoder *r;
} CodeStream;

/* The symbol, which is given unless it is to be read; -1: there is none. */
ROEK_INLINE int code_symbol(CodeMode mode, const CodeStream *s, int symbols, int context,
                            int symbol) {
    if (mode == READ) return symbol_coder_decode(s->code, s->r, context);
    if (mode == COUNT)
        s->count[context * symbols + symbol]++;
    else
        symbol_coder_encode(s->code, s->w, context, symbol);
    return symbol;
}

/* Copies what stands before `from` as far as `to`. */
static inline void fill_gap(uint8_t *at, int from, int to) {
    if (from < to) memset(at + from, at[from - 1], (size_t)(to - from));
}

/* The positions of a word of a block that are asked for. */
static inline uint64_t positions_in(const BlockShape *shape, int word) {
    int left = shape->count - word * 64;
    return shape->positions[word] & (left < 64 ? (1ull << left) - 1 : ~0ull);
}

ROEK_INLINE bool code_results(CodeMode mode, const CodeStream *s, const BlockShape *shape,
                              BlockResults *results) {
    uint8_t *at = results->at + BLOCK_CONTEXT;
    int done = 0; // numbers that are told or filled
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

// Distances.

static inline int clamp(int value, int most) {
    return value < -most ? -most : value > most ? most : value;
}

/* From the distances at the neighbours, all wins or all losses. */
static inline int distance_context(const uint8_t *at) {
    int near = at[-1], half = near / 2;
    int above = clamp((at[-8] - near) / 2, 2) + 2, before = clamp((at[-64] - near) / 2, 2) + 2;
    return (((near & 1) * 32 + (half < 31 ? half : 31)) * 5 + above) * 5 + before;
}

static inline int distance_symbol(int value, int near) {
    int step = (value - near) / 2;
    return clamp(step, MIDDLE) == step ? step + MIDDLE : FAR_SYMBOL;
}

/* A distance that is told plainly, and only its half: who wins is known. */
ROEK_INLINE int code_far(CodeMode mode, const CodeStream *s, int value) {
    if (mode == WRITE) range_encode_direct(s->w, (uint32_t)value / 2, FAR_BITS);
    return mode == READ ? (int)range_decode_direct(s->r, FAR_BITS) * 2 + (value & 1) : value;
}

/* The distance at a number, which is given unless it is to be read; 0: there is none.  `at` is
 * where its kind of distance is kept. */
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
    uint8_t kept[2][BLOCK_CONTEXT + BLOCK_NUMBERS]; // of losses, of wins
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
