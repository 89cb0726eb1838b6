// SPDX-License-Identifier: MIT
#include "solve/race_tables/symbol_coder.h"

#include "base/rng.h"

#include "support/check.h"

#include <errno.h>
#include <string.h>

enum { CONTEXTS = 12, SYMBOLS = 9, LENGTH = 5000 };

/* A symbol and its context: the higher the context the more symbols; context 5 never comes. */
static int symbol_at(Rng *rng, int *context) {
    do *context = (int)rng_below(rng, CONTEXTS);
    while (*context == 5);
    int most = *context % SYMBOLS + 1;
    return rng_below(rng, 4) ? 0 : (int)rng_below(rng, (uint32_t)most);
}

static RankCode code_for(unsigned seed) {
    uint32_t count[CONTEXTS * SYMBOLS] = {0};
    Rng rng = rng_seeded(seed);
    RankCode code;
    for (int i = 0; i < LENGTH; i++) {
        int context, symbol = symbol_at(&rng, &context);
        count[context * SYMBOLS + symbol]++;
    }
    assert_true(rankcode_make(count, CONTEXTS, SYMBOLS, &code));
    return code;
}

static void check_reading(const RankCode *code, RangePiece piece, unsigned seed) {
    RangeReader r = rangereader_of_piece(piece);
    Rng rng = rng_seeded(seed);
    for (int i = 0; i < LENGTH; i++) {
        int context, symbol = symbol_at(&rng, &context);
        assert_int_equal(rankcode_get(code, &r, context), symbol);
    }
    assert_int_equal(rankcode_get(code, &r, 5), -1);
}

static void what_is_put_is_got(void **state) {
    (void)state;
    RankCode code = code_for(1), copy;
    RangeWriter w = rangewriter_new();
    Rng rng = rng_seeded(1);
    range_begin_piece(&w);
    for (int i = 0; i < LENGTH; i++) {
        int context, symbol = symbol_at(&rng, &context);
        rankcode_put(&code, &w, context, symbol);
    }
    RangePiece piece = range_end_piece(&w);
    assert_true(piece.size < LENGTH * 3 / 16); // three quarters are the same: 1.4 bits each
    check_reading(&code, piece, 1);
    Text bytes = text_growing();
    rankcode_write(&code, &bytes);
    const uint8_t *at = (const uint8_t *)bytes.data, *end = at + bytes.used;
    assert_true(rankcode_read(&at, end, CONTEXTS, SYMBOLS, &copy));
    assert_ptr_equal(at, end);
    check_reading(&copy, piece, 1);
    rankcode_free(&copy);
    text_free(&bytes);
    rankcode_free(&code);
    rangewriter_free(&w);
}

/* Whatever the bytes are, they are refused or make a code that can be read with. */
static void strange_bytes(void **state) {
    (void)state;
    RankCode code = code_for(2), read;
    Text bytes = text_growing();
    Rng rng = rng_seeded(3);
    rankcode_write(&code, &bytes);
    for (int n = 0; n < 20000; n++) {
        uint8_t copy[2048];
        size_t size = rng_below(&rng, 3) ? bytes.used : rng_below(&rng, (uint32_t)bytes.used);
        assert_true(bytes.used <= sizeof copy);
        memcpy(copy, bytes.data, size);
        if (size) copy[rng_below(&rng, (uint32_t)size)] ^= (uint8_t)(1 + rng_below(&rng, 255));
        const uint8_t *at = copy;
        if (!rankcode_read(&at, copy + size, CONTEXTS, SYMBOLS, &read)) {
            assert_int_equal(errno, 0);
            continue;
        }
        RangeReader r = rangereader(copy, size);
        for (int i = 0; i < 50; i++) assert_true(rankcode_get(&read, &r, i % CONTEXTS) < SYMBOLS);
        rankcode_free(&read);
    }
    text_free(&bytes);
    rankcode_free(&code);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_put_is_got),
        cmocka_unit_test(strange_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
