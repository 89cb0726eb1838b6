// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "server/rate_limiter.h"

static void takes_so_many_a_second(void **state) {
    (void)state;
    RateLimiter limiter = {0};
    for (int i = 0; i < 5; i++) assert_true(rate_limiter_allows(&limiter, 5, 7000 + i));
    assert_false(rate_limiter_allows(&limiter, 5, 7500));
    assert_false(rate_limiter_allows(&limiter, 5, 7999));
    for (int i = 0; i < 5; i++) assert_true(rate_limiter_allows(&limiter, 5, 8000));
    assert_false(rate_limiter_allows(&limiter, 5, 8001));
    assert_true(rate_limiter_allows(&limiter, 5, 3600000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_so_many_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
