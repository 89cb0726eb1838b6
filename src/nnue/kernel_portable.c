// SPDX-License-Identifier: MIT
//
// The kernel for the instruction set of the rest of the program, such as NEON or WebAssembly SIMD.
#include "nnue/template_kernel.h"

const NnueKernel *kernel_portable(void) {
    static const NnueKernel KERNEL = {"portable", update, forward};
    return &KERNEL;
}
