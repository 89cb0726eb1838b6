// SPDX-License-Identifier: MIT
#define LOOP_WORDS 1
#define LOOP_KERNEL loop_kernel_64
#include "solve/loop/loop_kernel.h"
