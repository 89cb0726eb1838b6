// SPDX-License-Identifier: MIT
#include "nnue/kernel.h"

#include <stddef.h>

const NnueKernel *nnue_kernel_at(int index) {
    const NnueKernel *all[] = {kernel_avx512(), kernel_avx2(), kernel_portable()};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] && index-- == 0) return all[i];
    return NULL;
}
