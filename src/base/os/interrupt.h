// SPDX-License-Identifier: MIT
//
// Ctrl-C, SIGTERM and SIGHUP as a flag and a wake-up, so that work ends in order.
//
//     interrupt_watch(INTERRUPT_ALL);
//     while (working && !interrupt_pending()) interrupt_sleep(20);
//     interrupt_release();
//
// Signals belong to the process, so there is one watch for all of it.  A second interrupt ends the
// program at once, as if nothing were watched.  Signals within a tenth of a second count as one:
// timeout(1) sends the signal to the program and again to its process group, and a user does not
// press a key twice so fast.  On Windows the same holds for Ctrl-C, Ctrl-Break and the closing of
// the console.
#ifndef BASE_OS_INTERRUPT_H
#define BASE_OS_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    INTERRUPT_CTRL_C, // Ctrl-C alone; other signals end the program
    INTERRUPT_ALL,
} InterruptKind;

/* From now on interrupts set the flag, and waiting calls of the system return with EINTR.  A SIGHUP
 * that is ignored stays so. */
void interrupt_watch(InterruptKind kind);

/* They do again what they did before the watch. */
void interrupt_release(void);

/* Releases, and lets what came during the watch do what it would have done.  Returns if nothing
 * came, or if it is ignored. */
void interrupt_reraise(void);

/* Ctrl-C is of no concern to us from now on. */
void interrupt_ignore_ctrl_c(void);

/* Has one come since the watch began, or since interrupt_clear? */
bool interrupt_pending(void);

/* Was the last one Ctrl-C, which ends a thought, and not one that ends the program? */
bool interrupt_is_ctrl_c(void);

/* The flag itself, for work that is stopped by one. */
const atomic_bool *interrupt_flag(void);

/* Sets the flag, as if one had come. */
void interrupt_set(void);

/* Clears the flag: the next one is a first one again. */
void interrupt_clear(void);

/* Sleeps for so long, or until one comes; has one come? */
bool interrupt_sleep(int64_t ms);

/* Waits until there is something to read, or the end of it; false if an interrupt comes first.
 * Reading alone would sleep through one that comes just before, or to another thread. */
bool interrupt_wait_readable(int fd);

/* Readable from the moment one comes until interrupt_clear, for who polls other descriptors as
 * well; -1 where there is no such thing. */
int interrupt_descriptor(void);

#endif
