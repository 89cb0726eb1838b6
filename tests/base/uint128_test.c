// SPDX-License-Identifier: MIT
#include "base/uint128.h"

#include "base/rng.h"
#include "support/check.h"

static void assert_uint128(Uint128 n, uint64_t high, uint64_t low) {
    assert_true(n.high == high && n.low == low);
}

static void products_keep_all_bits(void **state) {
    (void)state;
    assert_uint128(uint128_product(0, UINT64_MAX), 0, 0);
    assert_uint128(uint128_product(UINT64_MAX, UINT64_MAX), UINT64_MAX - 1, 1);
    assert_uint128(uint128_product(1ull << 63, 6), 3, 0);
    assert_uint128(uint128_product(0xffffffffu, 0xffffffffu), 0, 0xfffffffe00000001u);
}

static void sums_carry(void **state) {
    (void)state;
    Uint128 sum = {0, UINT64_MAX};
    uint128_add(&sum, (Uint128){2, 1});
    assert_uint128(sum, 3, 0);
    assert_true(uint128_saturate(sum) == UINT64_MAX);
    assert_true(uint128_saturate((Uint128){0, 5}) == 5);
}

/* (n * divisor + rest) / divisor is n again. */
static void division_undoes_multiplication(void **state) {
    (void)state;
    Rng rng = rng_seeded(1);
    for (int i = 0; i < 100000; i++) {
        uint64_t n = rng_next(&rng) >> rng_below(&rng, 64);
        uint32_t divisor = ((uint32_t)rng_next(&rng) >> rng_below(&rng, 32)) | 1;
        Uint128 product = uint128_product(n, divisor);
        uint128_add(&product, (Uint128){0, rng_below(&rng, divisor)});
        assert_uint128(uint128_quotient(product, divisor), 0, n);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_keep_all_bits),
        cmocka_unit_test(sums_carry),
        cmocka_unit_test(division_undoes_multiplication),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
