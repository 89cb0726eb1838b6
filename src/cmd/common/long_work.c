// SPDX-License-Identifier: MIT
#include "cmd/common/long_work.h"

#include "base/os/interrupt.h"

void long_work_begin(const Command *self) {
    if (!self->runner) interrupt_watch(INTERRUPT_ALL);
}

int long_work_end(const Command *self, int status) {
    status = finish_output(status);
    if (self->runner) return status;
    if (interrupt_pending() && status != EXIT_MACHINE)
        print_err("interrupted: this is what was found until then\n");
    interrupt_reraise();
    return status;
}
