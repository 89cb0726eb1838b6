// SPDX-License-Identifier: MIT
#define LOOP_WORDS 16
#define LOOP_KERNEL loop_kernel_1024
#include "solve/loop/loop_kernel.h"
