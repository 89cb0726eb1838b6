// SPDX-License-Identifier: MIT
//
// Turns Ctrl-C, SIGTERM and SIGHUP into a flag and a wake-up, so that work ends in an orderly way.
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
    INTERRUPT_CTRL_C, // Ctrl-C only; other signals end the program
    INTERRUPT_ALL,
} InterruptKind;

/* Starts the watch: interrupts set the flag, and blocking system calls return with EINTR. A SIGHUP
 * that is ignored stays ignored (nohup). */
void interrupt_watch(InterruptKind kind);

/* Ends the watch and restores the previous signal handlers. */
void interrupt_release(void);

/* Ends the watch and raises the last interrupt again, now with its previous effect. Returns if
 * there was none, or if it is ignored. */
void interrupt_reraise(void);

/* Ignores Ctrl-C from now on. */
void interrupt_ignore_ctrl_c(void);

/* Has an interrupt arrived since interrupt_watch or interrupt_clear? */
bool interrupt_pending(void);

/* Was the last interrupt Ctrl-C? It stops the current calculation; the others end the program. */
bool interrupt_is_ctrl_c(void);

/* The flag itself, for functions that take a stop flag. */
const atomic_bool *interrupt_flag(void);

/* Sets the flag, as an interrupt does. */
void interrupt_set(void);

/* Clears the flag. The next interrupt counts as a first one. */
void interrupt_clear(void);

/* Sleeps for `ms` or until an interrupt arrives. Returns true if one has arrived. */
bool interrupt_sleep(int64_t ms);

/* Waits until `fd` has data or is at its end. Returns false if an interrupt arrives first. A plain
 * read() would miss an interrupt that arrives just before it, or that another thread handles. */
bool interrupt_wait_readable(int fd);

/* A descriptor that is readable from an interrupt until interrupt_clear, for callers that poll
 * other descriptors too. -1 if there is none (Windows). */
int interrupt_descriptor(void);

#endif
