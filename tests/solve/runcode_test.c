// SPDX-License-Identifier: MIT
#include "roek/solve/runcode.h"

#include "roek/base/rng.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 16, VALUES = BLOCKS * RUNCODE_BLOCK };

/* Packs the values, unpacks them by block and one by one, and compares. */
static void check_round_trip(const uint8_t *values, int count) {
    RunCode *code = malloc(sizeof *code);
    RunWriter *writer = malloc(sizeof *writer);
    uint8_t back[RUNCODE_BLOCK];
    assert_true(runcode_make(values, (uint64_t)count, code));
    runcode_writer(code, writer);
    for (int i = 0; i < count; i += RUNCODE_BLOCK) {
        int n = count - i < RUNCODE_BLOCK ? count - i : RUNCODE_BLOCK;
        Text packed = text_growing();
        runcode_write(writer, values + i, n, &packed);
        const uint8_t *from = (const uint8_t *)packed.data, *end = from + packed.used;
        assert_true(runcode_read(code, from, end, n, back));
        assert_memory_equal(back, values + i, (size_t)n);
        for (int k = 0; k < n; k++) {
            assert_true(runcode_read_one(code, from, end, k, &back[0]));
            assert_int_equal(back[0], values[i + k]);
        }
        assert_false(runcode_read(code, from, end - packed.used, n, back));
        text_free(&packed);
    }
    free(code);
    free(writer);
}

static void runs_of_every_length(void **state) {
    (void)state;
    uint8_t values[VALUES];
    int i = 0;
    for (int length = 1; i < VALUES; length = length % 300 + 1)
        for (int k = 0; k < length && i < VALUES; k++) values[i++] = (uint8_t)length;
    check_round_trip(values, VALUES);
    check_round_trip(values, VALUES - 100);
}

static void a_single_value(void **state) {
    (void)state;
    uint8_t values[VALUES];
    memset(values, 255, sizeof values);
    check_round_trip(values, VALUES);
    check_round_trip(values, 1);
}

static void random_rows(void **state) {
    (void)state;
    Rng rng = rng_seeded(7);
    uint8_t values[VALUES];
    for (int round = 0; round < 40; round++) {
        uint32_t alphabet = 1 + rng_below(&rng, 256), change = 1 + rng_below(&rng, 20);
        uint8_t last = 0;
        for (int i = 0; i < VALUES; i++) {
            if (rng_below(&rng, change) == 0) last = (uint8_t)rng_below(&rng, alphabet);
            values[i] = last;
        }
        check_round_trip(values, 1 + (int)rng_below(&rng, VALUES));
    }
}

/* Weights that grow like Fibonacci's numbers would make codes of more than 24 bits. */
static void codes_stay_short(void **state) {
    (void)state;
    enum { SYMBOLS = 32 };
    uint64_t weight[SYMBOLS] = {1, 1}, total = 2;
    for (int i = 2; i < SYMBOLS; i++) total += weight[i] = weight[i - 1] + weight[i - 2];
    uint8_t *values = malloc(total);
    uint64_t at = 0;
    while (at < total) // one of each in turn, so that all runs have length 1
        for (int s = 0; s < SYMBOLS; s++)
            if (weight[s] && at < total && (weight[s]--, true)) values[at++] = (uint8_t)(s * 2);
    RunCode *code = malloc(sizeof *code);
    assert_true(runcode_make(values, total, code));
    assert_true(code->symbol_count >= SYMBOLS);
    check_round_trip(values, VALUES);
    free(code);
    free(values);
}

static void garbage_is_refused(void **state) {
    (void)state;
    Rng rng = rng_seeded(3);
    for (int round = 0; round < 20000; round++) {
        RunCode code = {.symbol_count = (uint16_t)rng_below(&rng, 40)};
        for (int i = 1; i < 9; i++) code.count[i] = (uint16_t)rng_below(&rng, 8);
        for (int i = 0; i < 40; i++) code.symbol[i] = (uint16_t)rng_below(&rng, RUNCODE_SYMBOLS);
        if (round % 2) // often a code that is one
            for (int i = 0; i < 40; i++)
                code.symbol[i] = (uint16_t)(code.symbol[i] / 16 * 16 + i % 10);
        if (round % 2)
            for (int i = code.symbol_count = 0; i < 9; i++)
                code.symbol_count = (uint16_t)(code.symbol_count + code.count[i]);
        if (code.symbol_count > 40 || !runcode_complete(&code)) continue;
        uint8_t bytes[16], out[RUNCODE_BLOCK];
        for (int i = 0; i < 16; i++) bytes[i] = (uint8_t)rng_next(&rng);
        runcode_read(&code, bytes, bytes + 16, RUNCODE_BLOCK, out);
        runcode_read_one(&code, bytes, bytes + 16, 255, out);
    }
    RunCode empty = {.symbol_count = 0};
    assert_false(runcode_complete(&empty));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_every_length), cmocka_unit_test(a_single_value),
        cmocka_unit_test(random_rows),          cmocka_unit_test(codes_stay_short),
        cmocka_unit_test(garbage_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
