// SPDX-License-Identifier: MIT
#define LOOP_WORDS 2
#define LOOP_KERNEL loop_kernel_128
#include "solve/loop/loop_kernel.h"
