// SPDX-License-Identifier: MIT
//
// Time that only goes forward.
#ifndef BASE_OS_CLOCK_H
#define BASE_OS_CLOCK_H

#include <stdint.h>

/* Nanoseconds or milliseconds since some fixed moment. */
int64_t clock_ns(void);
int64_t clock_ms(void);

void clock_sleep_ms(int64_t ms);

#endif
