// SPDX-License-Identifier: MIT
#include "nnue/kernel.h"

#include <stddef.h>

#ifdef __AVX512VNNI__
#include "nnue/template_kernel.h"

const NnueKernel *kernel_avx512(void) {
    static const NnueKernel KERNEL = {"avx512", update, forward};
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni") ? &KERNEL
                                                                                      : NULL;
}
#else
const NnueKernel *kernel_avx512(void) {
    return NULL;
}
#endif
