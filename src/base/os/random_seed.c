// SPDX-License-Identifier: MIT
#include "base/os/random_seed.h"

#include "base/os/platform.h"
#include "base/rng.h"

#include <time.h>

uint64_t random_seed(void) {
    uint64_t seed;
    if (platform_entropy(&seed, sizeof seed)) return seed;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    Rng rng = rng_seeded((uint64_t)now.tv_sec * 1000000007u + (uint64_t)now.tv_nsec);
    return rng_next(&rng);
}
