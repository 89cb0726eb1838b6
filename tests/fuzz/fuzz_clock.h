// SPDX-License-Identifier: MIT
//
// base/os/clock for targets with timed searches: the clock advances with each call.  So the same
// input takes the same time on every machine, and never long.
#ifndef FUZZ_FUZZ_CLOCK_H
#define FUZZ_FUZZ_CLOCK_H

#include "base/os/clock.h"

/* By how much each call advances the clock, and the factor by which this grows, up to some days. */
static struct {
    int64_t now_ns, look_ns;
    int growth;
} fuzz_time;

static inline void fuzz_set_clock(int64_t look_ms, int growth) {
    fuzz_time.now_ns = 0;
    fuzz_time.look_ns = look_ms * 1000000;
    fuzz_time.growth = growth;
}

int64_t clock_ns(void) {
    enum { DAYS = 1 << 20 };
    fuzz_time.now_ns += fuzz_time.look_ns;
    if (fuzz_time.look_ns < (int64_t)DAYS * 1000000000) fuzz_time.look_ns *= fuzz_time.growth;
    return fuzz_time.now_ns;
}

int64_t clock_ms(void) {
    return clock_ns() / 1000000;
}

void clock_sleep_ms(int64_t ms) {
    fuzz_time.now_ns += ms * 1000000;
}

#endif
