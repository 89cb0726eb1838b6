// SPDX-License-Identifier: MIT
#include "base/codec/range_coder.h"

#include "base/rng.h"
#include "support/check.h"

#include <string.h>

enum { COUNT = 20000 };

/* Numbers of all sizes, mostly small ones, and those at the bounds. */
static uint32_t number_at(Rng *rng, int i) {
    static const uint32_t BORDERS[] = {0, 1, 2, 3, 255, 256, 32767, 32768, 65535};
    if (i < 9) return BORDERS[i];
    return (uint32_t)(rng_next(rng) & 0xffff) >> rng_below(rng, 17);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    static NumberModel numbers;
    BitModel bits[2];
    Rng rng = rng_seeded(1);
    RangeEncoder w = range_encoder_new();
    number_models_init(&numbers, 1);
    bit_models_init(bits, 2);
    for (int i = 0; i < COUNT; i++) {
        uint32_t n = number_at(&rng, i);
        range_encode_number(&w, &numbers, n);
        range_encode_direct(&w, n, 16);
        range_encode_bit(&w, &bits[0], n % 7 == 0);
        range_encode_bit(&w, &bits[1], true);
    }
    range_encoder_flush(&w);
    assert_false(w.failed);
    rng = rng_seeded(1);
    number_models_init(&numbers, 1);
    bit_models_init(bits, 2);
    RangeDecoder r = range_decoder_on(w.data, w.size);
    for (int i = 0; i < COUNT; i++) {
        uint32_t n = number_at(&rng, i);
        assert_int_equal(range_decode_number(&r, &numbers), n);
        assert_int_equal(range_decode_direct(&r, 16), n);
        assert_int_equal(range_decode_bit(&r, &bits[0]), n % 7 == 0);
        assert_true(range_decode_bit(&r, &bits[1]));
    }
    assert_int_equal(r.at, r.size);
    range_encoder_free(&w);
}

static void likely_bits_cost_little(void **state) {
    (void)state;
    BitModel bit;
    bit_models_init(&bit, 1);
    RangeEncoder w = range_encoder_new();
    for (int i = 0; i < COUNT; i++) range_encode_bit(&w, &bit, i % 100 == 0);
    range_encoder_flush(&w);
    assert_true(w.size < COUNT / 8 / 8); // one bit in a hundred: 0.08 bits each are needed
    range_encoder_free(&w);
}

/* A random bit and its probability of being zero; the same sequence for encoder and decoder. */
static bool fixed_at(Rng *rng, uint32_t *zero) {
    static const uint32_t ZERO[] = {1, 300, 32768, 65000, 65535};
    *zero = ZERO[rng_below(rng, 5)];
    return rng_below(rng, 65536) >= *zero;
}

/* Blocks of all lengths can be decoded independently and take hardly more space than their bits. */
static void pieces_are_read_apart(void **state) {
    (void)state;
    RangeEncoder w = range_encoder_new();
    Rng rng = rng_seeded(5);
    size_t plain = 0;
    uint32_t zero;
    for (int length = 0; length < 300; length++) {
        Rng again = rng;
        range_encoder_begin_block(&w);
        for (int i = 0; i < length; i++) {
            bool bit = fixed_at(&rng, &zero);
            range_encode_fixed(&w, zero, bit);
        }
        RangeBlock piece = range_encoder_end_block(&w);
        assert_true(piece.size == 0 || piece.data[piece.size - 1] != 0);
        RangeDecoder r = range_decoder_on_block(piece);
        for (int i = 0; i < length; i++) {
            bool bit = fixed_at(&again, &zero);
            assert_int_equal(range_decode_fixed(&r, zero), bit);
        }
        plain += piece.size;
    }
    assert_true(plain < 300 * 150 / 8 / 2); // two bits in five cost almost nothing
    range_encoder_free(&w);
}

static void past_the_end_are_zeros(void **state) {
    (void)state;
    static NumberModel numbers;
    number_models_init(&numbers, 1);
    RangeDecoder r = range_decoder_on((const uint8_t *)"", 0);
    for (int i = 0; i < 1000; i++) assert_true(range_decode_number(&r, &numbers) <= UINT16_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(likely_bits_cost_little),
        cmocka_unit_test(pieces_are_read_apart),
        cmocka_unit_test(past_the_end_are_zeros),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
