// SPDX-License-Identifier: MIT
//
// What the systems' parts of base/interrupt share: the flag, and which interrupt is the last one.
#ifndef BASE_OS_INTERRUPT_INTERNAL_H
#define BASE_OS_INTERRUPT_INTERNAL_H

#include "base/os/interrupt.h"

/* An interrupt has come; may be called in a signal handler.  True: it is not the first, and ends
 * the program. */
bool interrupt_record(int number);

/* The number of the last one since the watch began; 0: none. */
int interrupt_last(void);

/* What a system adds: waking those who wait, and putting them to sleep again. */
void interrupt_wake(void);
void interrupt_clear_wake(void);

#endif
