// SPDX-License-Identifier: MIT
#include "nnue/kernel.h"

#include <stddef.h>

#ifdef __AVX2__
#include "nnue/template_kernel.h"

const NnueKernel *kernel_avx2(void) {
    static const NnueKernel KERNEL = {"avx2", update, forward};
    return __builtin_cpu_supports("avx2") ? &KERNEL : NULL;
}
#else
const NnueKernel *kernel_avx2(void) {
    return NULL;
}
#endif
