// SPDX-License-Identifier: MIT
//
// A monotonic clock.
#ifndef BASE_OS_CLOCK_H
#define BASE_OS_CLOCK_H

#include <stdint.h>

/* Nanoseconds or milliseconds since an arbitrary fixed point. */
int64_t clock_ns(void);
int64_t clock_ms(void);

void clock_sleep_ms(int64_t ms);

#endif
