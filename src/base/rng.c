// SPDX-License-Identifier: MIT
#include "roek/base/rng.h"

#include <time.h>
#include <unistd.h>

uint64_t rng_fresh_seed(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    Rng rng = rng_seeded((uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec);
    rng.state ^= (uint64_t)getpid() << 40;
    return rng_next(&rng);
}
