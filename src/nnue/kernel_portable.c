// SPDX-License-Identifier: MIT
//
// For whatever the rest of the program is compiled for: NEON and WebAssembly's vectors among it.
#include "nnue/template_kernel.h"

const NnueKernel *kernel_portable(void) {
    static const NnueKernel KERNEL = {"portable", update, forward};
    return &KERNEL;
}
