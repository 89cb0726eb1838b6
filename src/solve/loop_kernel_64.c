// SPDX-License-Identifier: MIT
#define LOOP_WORDS 1
#define LOOP_KERNEL loop_kernel_64
#include "roek/solve/loop_kernel.h"
