// SPDX-License-Identifier: MIT
//
// A seed for random numbers (base/rng.h) that differs from run to run.
#ifndef BASE_OS_RANDOM_SEED_H
#define BASE_OS_RANDOM_SEED_H

#include <stdint.h>

uint64_t random_seed(void);

#endif
