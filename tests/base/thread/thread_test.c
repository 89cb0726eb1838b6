// SPDX-License-Identifier: MIT
#include "base/thread/thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void mark(void *context, int index) {
    _Atomic uint64_t *marks = context;
    atomic_fetch_add(marks, 1ull << (2 * index));
}

static void test_every_share_runs_once(void **state) {
    (void)state;
    for (int count = 1; count <= 16; count++) {
        _Atomic uint64_t marks = 0;
        threads_run(count, mark, &marks);
        uint64_t expected = 0x5555555555555555u & (~0ull >> (64 - 2 * count));
        assert_int_equal(marks, expected);
    }
}

static void test_some_thread_is_available(void **state) {
    (void)state;
    assert_in_range(threads_available(), 1, THREADS_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_share_runs_once),
        cmocka_unit_test(test_some_thread_is_available),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
