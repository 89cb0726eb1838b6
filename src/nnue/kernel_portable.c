// SPDX-License-Identifier: MIT
//
// For whatever the rest of the program is compiled for: NEON and WebAssembly's vectors among it.
#include "nnue/template_kernel.h"

const Kernel *kernel_portable(void) {
    static const Kernel KERNEL = {"portable", update, forward};
    return &KERNEL;
}
