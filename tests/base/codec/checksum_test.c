// SPDX-License-Identifier: MIT
#include "base/codec/checksum.h"

#include "support/check.h"

#include <string.h>

static void checksums_see_every_bit(void **state) {
    (void)state;
    uint8_t bytes[67];
    for (int i = 0; i < 67; i++) bytes[i] = (uint8_t)(i * 37);
    for (size_t size = 0; size < sizeof bytes; size++) {
        uint32_t sum = checksum32(bytes, size);
        assert_int_not_equal(sum, checksum32(bytes, size + 1));
        for (size_t bit = 0; bit < 8 * size; bit++) {
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            assert_int_not_equal(sum, checksum32(bytes, size));
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    }
}

/* They stand in files. */
static void checksums_stay_the_same(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t checksum;
    } KNOWN[] = {
        {"", 0x8ef1b1de},
        {"a", 0xcb3f2a1a},
        {"roek", 0x32f9280a},
        {"12345678", 0x10820cc5},
        {"The quick brown fox jumps over the lazy dog", 0x31180cd5},
    };
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        const char *text = KNOWN[i].text;
        assert_int_equal(checksum32((const uint8_t *)text, strlen(text)), KNOWN[i].checksum);
    }
}

/* The values that its authors publish; a text may come in pieces. */
static void fnv1a_is_the_one_of_its_authors(void **state) {
    (void)state;
    assert_true(fnv1a(FNV1A_START, "", 0) == 0xcbf29ce484222325u);
    assert_true(fnv1a(FNV1A_START, "a", 1) == 0xaf63dc4c8601ec8cu);
    assert_true(fnv1a(FNV1A_START, "foobar", 6) == 0x85944171f73967e8u);
    assert_true(fnv1a(fnv1a(FNV1A_START, "foo", 3), "bar", 3) == 0x85944171f73967e8u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checksums_see_every_bit),
        cmocka_unit_test(checksums_stay_the_same),
        cmocka_unit_test(fnv1a_is_the_one_of_its_authors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
