// SPDX-License-Identifier: MIT
//
// Values that seeds, files and node counts rest on: they never change.
#include "base/hash.h"

#include "base/rng.h"
#include "support/check.h"

static void keys_have_slots(void **state) {
    (void)state;
    assert_true(hash_slot(12345, 10) == 644);
    assert_true(hash_slot(UINT64_MAX, 63) == 3523014627193176565u);
    for (int bits = 1; bits < 64; bits++) assert_true(hash_slot(UINT64_MAX, bits) >> bits == 0);
}

static void salts_can_be_taken_off_again(void **state) {
    (void)state;
    uint64_t key = 0x0123456789abcdefu, salted = hash_salt(key, 7, HASH_MURMUR_1);
    assert_true(salted == 0xfa188b80f4fd1474u);
    assert_true(hash_salt(salted, 7, HASH_MURMUR_1) == key);
    assert_true(hash_salt(key, 0, HASH_MURMUR_1) == key);
    assert_true(hash_salt(salted, 7, HASH_MURMUR_2) != key);
}

static void random_numbers_repeat(void **state) {
    (void)state;
    Rng rng = rng_seeded(0);
    assert_true(rng_next(&rng) == 0xe220a8397b1dcdafu);
    assert_true(rng_next(&rng) == 0x6e789e6aa1b965f4u);
    rng = rng_seeded_nth(5, 3);
    assert_true(rng_next(&rng) == 0xa2df7737091f4f07u);
    uint64_t x = 1;
    assert_true(xorshift64(&x) == 0x40822041u);
    assert_true(xorshift64(&x) == 0x100041060c011441u);
    assert_true(xorshift64(&x) == 0x9b1e842f6e862629u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_have_slots),
        cmocka_unit_test(salts_can_be_taken_off_again),
        cmocka_unit_test(random_numbers_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
