// SPDX-License-Identifier: MIT
//
// Blocks of all kinds are decoded as they were encoded, completely or in part.
#include "solve/race_tables/table_code.h"

#include "base/rng.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

/* A block of artificial values: long runs, or random values with `noise`. */
typedef struct {
    BlockShape shape;
    uint8_t value[2][BLOCK_NUMBERS];
    BlockResults results;
} Made;

static void make_block(const char *name, uint64_t first, bool noise, Rng *rng, Made *out) {
    Material e = material_of(material_read(name));
    PlacementShape shape = placement_shape(&e);
    uint64_t left = e.positions - first;
    int count = left < BLOCK_NUMBERS ? (int)left : BLOCK_NUMBERS;
    out->shape = block_shape(&e, &shape, first, count);
    for (Color c = WHITE; c <= BLACK; c++) {
        uint8_t last = 9;
        for (int i = 0; i < count; i++) {
            if (noise || !rng_below(rng, 20)) last = (uint8_t)(1 + rng_below(rng, 255));
            out->value[c][i] = last;
        }
    }
    const uint8_t *const value[2] = {out->value[WHITE], out->value[BLACK]};
    block_set_results(&out->shape, value, &out->results);
}

static bool is_position(const Made *m, int i) {
    return m->shape.positions[i / 64] >> i % 64 & 1;
}

/* The coder made from the block's own counts; stream 0 is results, 1 and 2 are distances. */
static SymbolCoder code_of(Made *m, int stream) {
    int contexts = stream ? (int)DISTANCE_CONTEXTS : (int)RESULT_CONTEXTS;
    int symbols = stream ? (int)DISTANCE_SYMBOLS : (int)RESULT_SYMBOLS;
    uint32_t *count = calloc((size_t)contexts * (size_t)symbols, sizeof *count);
    SymbolCoder code;
    if (stream)
        block_distances_count(&m->shape, &m->results, (Color)(stream - 1), m->value[stream - 1],
                              count);
    else
        block_results_count(&m->shape, &m->results, count);
    assert_true(symbol_coder_init(count, contexts, symbols, &code));
    free(count);
    return code;
}

static void check_results(Made *m, RangeEncoder *w) {
    SymbolCoder code = code_of(m, 0);
    static BlockResults back;
    range_encoder_begin_block(w);
    block_results_write(&m->shape, &m->results, &code, w);
    RangeBlock piece = range_encoder_end_block(w);
    for (int count = m->shape.count; count > 0; count -= 97) {
        BlockShape part = m->shape;
        RangeDecoder r = range_decoder_on_block(piece);
        part.count = count;
        assert_true(block_results_read(&part, &code, &r, &back));
        for (int i = 0; i < count; i++)
            for (Color c = WHITE; c <= BLACK && is_position(m, i); c++)
                assert_int_equal(block_result(&back, c, i),
                                 race_value_decode(m->value[c][i]).result);
    }
    symbol_coder_free(&code);
}

static void check_distances(Made *m, Color turn, RangeEncoder *w) {
    SymbolCoder code = code_of(m, 1 + (int)turn);
    uint8_t back[BLOCK_NUMBERS];
    range_encoder_begin_block(w);
    block_distances_write(&m->shape, &m->results, turn, m->value[turn], &code, w);
    RangeDecoder r = range_decoder_on_block(range_encoder_end_block(w));
    assert_true(block_distances_read(&m->shape, &m->results, turn, &code, &r, back));
    for (int i = 0; i < m->shape.count; i++)
        if (is_position(m, i)) assert_int_equal(back[i], m->value[turn][i]);
    symbol_coder_free(&code);
}

static void blocks_come_back(void **state) {
    (void)state;
    static const char *const NAMES[] = {"KvK", "KRvK", "KNvKQ", "KBBvK", "KRvKNN", "KQRvKB"};
    Rng rng = rng_seeded(6);
    RangeEncoder w = range_encoder_new();
    Made *m = malloc(sizeof *m);
    for (int n = 0; n < 120; n++) {
        Material e = material_of(material_read(NAMES[n % 6]));
        uint64_t blocks = (e.positions + BLOCK_NUMBERS - 1) / (uint64_t)BLOCK_NUMBERS;
        make_block(NAMES[n % 6], rng_next(&rng) % blocks * BLOCK_NUMBERS, n % 4 == 0, &rng, m);
        check_results(m, &w);
        for (Color c = WHITE; c <= BLACK; c++) check_distances(m, c, &w);
    }
    free(m);
    range_encoder_free(&w);
}

/* The data of another block is decoded to some values or rejected, without any other effect. */
static void strange_blocks(void **state) {
    (void)state;
    Rng rng = rng_seeded(7);
    Made *m = malloc(sizeof *m);
    static BlockResults results;
    make_block("KRvKB", 40 * BLOCK_NUMBERS, false, &rng, m);
    SymbolCoder code[2] = {code_of(m, 0), code_of(m, 1)};
    for (int n = 0; n < 2000; n++) {
        uint8_t bytes[64], values[BLOCK_NUMBERS];
        for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)rng_next(&rng);
        RangeDecoder r = range_decoder_on_block((RangeBlock){bytes, sizeof bytes});
        (void)block_results_read(&m->shape, &code[0], &r, &results);
        (void)block_distances_read(&m->shape, &results, WHITE, &code[1], &r, values);
    }
    symbol_coder_free(&code[0]);
    symbol_coder_free(&code[1]);
    free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_come_back),
        cmocka_unit_test(strange_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
