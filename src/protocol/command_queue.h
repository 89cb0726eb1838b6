// SPDX-License-Identifier: MIT
//
// Lines that are carried out in order by a thread of their own, while whoever hands them in stays
// free to listen, and to call off what was handed in so far.
//
// Calling off cannot come too early or too late: a line that was handed in before finds its flag
// set, whether it is running, about to run or still waiting.
#ifndef PROTOCOL_COMMAND_QUEUE_H
#define PROTOCOL_COMMAND_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Errands Errands;

/* `run` is called for each line with its number, which counts from 1.  NULL without memory or
 * thread. */
Errands *errands_new(void (*run)(void *context, const char *line, uint64_t number), void *context);

/* Calls all off, and waits for them. */
void errands_free(Errands *e);

/* The line's number; 0 if memory is short, or more than ERRANDS_MAX lines wait. */
enum { ERRANDS_MAX = 10000 };
uint64_t errands_add(Errands *e, const char *line);

/* Calls off all lines handed in so far: each is still run, with the flag set. */
void errands_cancel(Errands *e);

/* The flag, for the running line to look at. */
const atomic_bool *errands_cancelled(const Errands *e);

/* The number of the last line handed in; how many wait behind the one that is running. */
uint64_t errands_added(Errands *e);
int errands_waiting(Errands *e);

/* Waits until all are done. */
void errands_finish(Errands *e);

#endif
