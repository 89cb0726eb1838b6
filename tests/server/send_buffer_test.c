// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "server/send_buffer.h"

static void comes_out_as_it_went_in(void **state) {
    (void)state;
    SendBuffer out = {.text = text_growing()};
    char bytes[8] = "";
    assert_int_equal(send_buffer_take(&out, bytes, sizeof bytes), 0);
    text_string(&out.text, "abcde");
    assert_int_equal(send_buffer_take(&out, bytes, 2), 2);
    assert_memory_equal(bytes, "ab", 2);
    text_string(&out.text, "fg");
    assert_int_equal(send_buffer_left(&out), 5);
    assert_int_equal(send_buffer_take(&out, bytes, sizeof bytes), 5);
    assert_memory_equal(bytes, "cdefg", 5);
    text_free(&out.text);
}

/* A reader that never catches up and never falls further behind needs bounded memory. */
static void what_has_passed_costs_nothing(void **state) {
    (void)state;
    SendBuffer out = {.text = text_growing()};
    char bytes[1000] = "";
    text_string(&out.text, "behind");
    for (int i = 0; i < 10000; i++) {
        text_bytes(&out.text, bytes, sizeof bytes);
        assert_int_equal(send_buffer_take(&out, bytes, sizeof bytes), sizeof bytes);
        assert_int_equal(send_buffer_left(&out), 6);
        assert_true(out.text.size < 10 * sizeof bytes);
    }
    text_free(&out.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_out_as_it_went_in),
        cmocka_unit_test(what_has_passed_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
