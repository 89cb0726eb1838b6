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

typedef struct CommandQueue CommandQueue;

/* `run` is called for each line with its number, which counts from 1.  NULL without memory or
 * thread. */
CommandQueue *command_queue_new(void (*run)(void *context, const char *line, uint64_t number),
                                void *context);

/* Calls all off, and waits for them. */
void command_queue_free(CommandQueue *q);

/* The line's number; 0 if memory is short, or more than COMMAND_QUEUE_MAX lines wait. */
enum { COMMAND_QUEUE_MAX = 10000 };
uint64_t command_queue_add(CommandQueue *q, const char *line);

/* Calls off all lines handed in so far: each is still run, with the flag set. */
void command_queue_cancel(CommandQueue *q);

/* The flag, for the running line to look at. */
const atomic_bool *command_queue_cancelled(const CommandQueue *q);

/* The number of the last line handed in; how many wait behind the one that is running. */
uint64_t command_queue_last_number(CommandQueue *q);
int command_queue_waiting(CommandQueue *q);

/* Waits until all are done. */
void command_queue_finish(CommandQueue *q);

#endif
