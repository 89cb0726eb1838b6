// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "roek/net/strangers.h"

static void the_oldest_makes_room(void **state) {
    (void)state;
    Strangers all = {0};
    for (int i = 0; i < STRANGERS_MAX; i++) assert_int_equal(strangers_add(&all, 100 + i), -1);
    assert_int_equal(strangers_add(&all, 500), 100);
    assert_int_equal(strangers_add(&all, 501), 101);
}

static void who_is_known_or_gone_needs_no_room(void **state) {
    (void)state;
    Strangers all = {0};
    for (int i = 0; i < STRANGERS_MAX; i++) strangers_add(&all, 100 + i);
    strangers_forget(&all, 100);
    strangers_forget(&all, 102);
    strangers_forget(&all, 7); // who never was one
    assert_int_equal(strangers_add(&all, 500), -1);
    assert_int_equal(strangers_add(&all, 501), -1);
    assert_int_equal(strangers_add(&all, 502), 101);
    assert_int_equal(strangers_add(&all, 503), 103);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_oldest_makes_room),
        cmocka_unit_test(who_is_known_or_gone_needs_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
