// SPDX-License-Identifier: MIT
//
// Work that the user may end by Ctrl-C (or SIGTERM, SIGHUP) and keep what was found until then:
//
//     long_work_begin(self);
//     int status = …;                  // looks at interrupt_flag(); prints and saves what there is
//     return long_work_end(self, status);
//
// A second interrupt ends the program at once, see base/os/interrupt.h.
#ifndef CMD_COMMON_LONG_WORK_H
#define CMD_COMMON_LONG_WORK_H

#include "cmd/common/command.h"

/* From now on interrupts set interrupt_flag().  A command with a host watches nothing: the host
 * ends its processes itself. */
void long_work_begin(const Command *self);

/* Flushes stdout as finish_output does.  After an interrupt it says on stderr that the answer is
 * not complete, and the signal ends the program: its status is 130 for Ctrl-C, 143 for SIGTERM. The
 * caller must have closed its files. */
int long_work_end(const Command *self, int status);

#endif
