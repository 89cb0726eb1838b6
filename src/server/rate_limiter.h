// SPDX-License-Identifier: MIT
//
// Counts events within a second, so that a flood can be refused.  The caller passes the time.
#ifndef SERVER_RATE_LIMITER_H
#define SERVER_RATE_LIMITER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t second;
    int count;
} RateLimiter;

/* Counts one event; returns true if it is among the first `most` of this second. */
static inline bool rate_limiter_allows(RateLimiter *limiter, int most, int64_t now_ms) {
    int64_t second = now_ms / 1000;
    if (limiter->second != second) *limiter = (RateLimiter){.second = second};
    if (limiter->count >= most) return false;
    limiter->count++;
    return true;
}

#endif
