// SPDX-License-Identifier: MIT
#include "base/os/clock.h"

#include <time.h>

int64_t clock_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_ms(void) {
    return clock_ns() / 1000000;
}

void clock_sleep_ms(int64_t ms) {
    if (ms <= 0) return;
    struct timespec rest = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000 * 1000000)};
    while (nanosleep(&rest, &rest) != 0) {
    }
}
