// SPDX-License-Identifier: MIT
#define LOOP_WORDS 4
#define LOOP_KERNEL loop_kernel_256
#include "solve/loop/loop_kernel.h"
