// SPDX-License-Identifier: MIT
#include "solve/race_tables/symbol_coder.h"

#include "base/rng.h"

#include "support/check.h"

#include <errno.h>
#include <string.h>

enum { CONTEXTS = 12, SYMBOLS = 9, LENGTH = 5000 };

/* Draws a symbol and its context: higher contexts have more symbols; context 5 never occurs. */
static int symbol_at(Rng *rng, int *context) {
    do *context = (int)rng_below(rng, CONTEXTS);
    while (*context == 5);
    int most = *context % SYMBOLS + 1;
    return rng_below(rng, 4) ? 0 : (int)rng_below(rng, (uint32_t)most);
}

static SymbolCoder code_for(unsigned seed) {
    uint32_t count[CONTEXTS * SYMBOLS] = {0};
    Rng rng = rng_seeded(seed);
    SymbolCoder code;
    for (int i = 0; i < LENGTH; i++) {
        int context, symbol = symbol_at(&rng, &context);
        count[context * SYMBOLS + symbol]++;
    }
    assert_true(symbol_coder_init(count, CONTEXTS, SYMBOLS, &code));
    return code;
}

static void check_reading(const SymbolCoder *code, RangeBlock piece, unsigned seed) {
    RangeDecoder r = range_decoder_on_block(piece);
    Rng rng = rng_seeded(seed);
    for (int i = 0; i < LENGTH; i++) {
        int context, symbol = symbol_at(&rng, &context);
        assert_int_equal(symbol_coder_decode(code, &r, context), symbol);
    }
    assert_int_equal(symbol_coder_decode(code, &r, 5), -1);
}

static void what_is_put_is_got(void **state) {
    (void)state;
    SymbolCoder code = code_for(1), copy;
    RangeEncoder w = range_encoder_new();
    Rng rng = rng_seeded(1);
    range_encoder_begin_block(&w);
    for (int i = 0; i < LENGTH; i++) {
        int context, symbol = symbol_at(&rng, &context);
        symbol_coder_encode(&code, &w, context, symbol);
    }
    RangeBlock piece = range_encoder_end_block(&w);
    assert_true(piece.size < LENGTH * 3 / 16); // three quarters are the same: 1.4 bits each
    check_reading(&code, piece, 1);
    Text bytes = text_growing();
    symbol_coder_store(&code, &bytes);
    const uint8_t *at = (const uint8_t *)bytes.data, *end = at + bytes.used;
    assert_true(symbol_coder_load(&at, end, CONTEXTS, SYMBOLS, &copy));
    assert_ptr_equal(at, end);
    check_reading(&copy, piece, 1);
    symbol_coder_free(&copy);
    text_free(&bytes);
    symbol_coder_free(&code);
    range_encoder_free(&w);
}

/* Random bytes are rejected or make a valid coder. */
static void strange_bytes(void **state) {
    (void)state;
    SymbolCoder code = code_for(2), read;
    Text bytes = text_growing();
    Rng rng = rng_seeded(3);
    symbol_coder_store(&code, &bytes);
    for (int n = 0; n < 20000; n++) {
        uint8_t copy[2048];
        size_t size = rng_below(&rng, 3) ? bytes.used : rng_below(&rng, (uint32_t)bytes.used);
        assert_true(bytes.used <= sizeof copy);
        memcpy(copy, bytes.data, size);
        if (size) copy[rng_below(&rng, (uint32_t)size)] ^= (uint8_t)(1 + rng_below(&rng, 255));
        const uint8_t *at = copy;
        if (!symbol_coder_load(&at, copy + size, CONTEXTS, SYMBOLS, &read)) {
            assert_int_equal(errno, 0);
            continue;
        }
        RangeDecoder r = range_decoder_on(copy, size);
        for (int i = 0; i < 50; i++)
            assert_true(symbol_coder_decode(&read, &r, i % CONTEXTS) < SYMBOLS);
        symbol_coder_free(&read);
    }
    text_free(&bytes);
    symbol_coder_free(&code);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_put_is_got),
        cmocka_unit_test(strange_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
