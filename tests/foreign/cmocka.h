// SPDX-License-Identifier: MIT
//
// As much of cmocka as our tests use, for systems that we build for but have no such library:
// make tests FOREIGN=1.  A test that fails ends the program.
#ifndef FOREIGN_CMOCKA_H
#define FOREIGN_CMOCKA_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function) \
    { #function, function }

#define fail_msg(...)                                   \
    do {                                                \
        fprintf(stderr, "%s:%d: ", __FILE__, __LINE__); \
        fprintf(stderr, __VA_ARGS__);                   \
        fprintf(stderr, "\n");                          \
        exit(1);                                        \
    } while (0)
#define fail() fail_msg("failed")
#define skip() return

#define assert_true(c)                            \
    do {                                          \
        if (!(c)) fail_msg("%s is not true", #c); \
    } while (0)
#define assert_false(c) assert_true(!(c))
#define assert_null(p) assert_true((p) == NULL)
#define assert_non_null(p) assert_true((p) != NULL)
#define assert_ptr_equal(a, b) assert_true((const void *)(a) == (const void *)(b))
#define assert_ptr_not_equal(a, b) assert_true((const void *)(a) != (const void *)(b))
#define assert_int_equal(a, b)                                                    \
    do {                                                                          \
        long long left_ = (long long)(a), right_ = (long long)(b);                \
        if (left_ != right_) fail_msg("%s is %lld, not %lld", #a, left_, right_); \
    } while (0)
#define assert_int_not_equal(a, b) assert_true((long long)(a) != (long long)(b))
#define assert_in_range(n, low, high) assert_true((n) >= (low) && (n) <= (high))
#define assert_string_equal(a, b)                                          \
    do {                                                                   \
        if (strcmp(a, b) != 0) fail_msg("%s is '%s', not '%s'", #a, a, b); \
    } while (0)
#define assert_string_not_equal(a, b) assert_true(strcmp(a, b) != 0)
#define assert_memory_equal(a, b, n) assert_true(memcmp(a, b, n) == 0)
#define assert_memory_not_equal(a, b, n) assert_true(memcmp(a, b, n) != 0)

static inline int foreign_run(const struct CMUnitTest *tests, size_t count,
                              int (*set_up)(void **state), int (*tear_down)(void **state)) {
    void *state = NULL;
    if (set_up && set_up(&state) != 0) return 1;
    for (size_t i = 0; i < count; i++) tests[i].run(&state);
    if (tear_down && tear_down(&state) != 0) return 1;
    printf("%d tests passed\n", (int)count);
    return 0;
}
#define cmocka_run_group_tests(tests, set_up, tear_down) \
    foreign_run(tests, sizeof tests / sizeof *tests, set_up, tear_down)

#endif
