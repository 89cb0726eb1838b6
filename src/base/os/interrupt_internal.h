// SPDX-License-Identifier: MIT
//
// Shared by interrupt_posix.c and interrupt_windows.c: the flag and the number of the last
// interrupt.
#ifndef BASE_OS_INTERRUPT_INTERNAL_H
#define BASE_OS_INTERRUPT_INTERNAL_H

#include "base/os/interrupt.h"

/* Records an interrupt. May be called in a signal handler. Returns true if the interrupt is a
 * second one, which ends the program. */
bool interrupt_record(int number);

/* The signal number of the last interrupt since the watch began; 0: none. (Windows: console event +
 * 1.) */
int interrupt_last(void);

/* Implemented per system: wakes the threads that wait for an interrupt, and clears that wake-up. */
void interrupt_wake(void);
void interrupt_clear_wake(void);

#endif
