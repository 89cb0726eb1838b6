// SPDX-License-Identifier: MIT
//
// A queue of command lines.  A thread of the queue runs them in order, so that the thread that adds
// them can go on reading input, and can cancel all lines added so far.
//
// Cancelling has no race: every line added before finds the cancel flag set, whether it is running,
// about to run or still waiting.
#ifndef PROTOCOL_COMMAND_QUEUE_H
#define PROTOCOL_COMMAND_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct CommandQueue CommandQueue;

/* The queue's thread calls `run` for each line with its number, which counts from 1.  Returns NULL
 * when memory is short or no thread can be started. */
CommandQueue *command_queue_new(void (*run)(void *context, const char *line, uint64_t number),
                                void *context);

/* Cancels all lines and waits until they have run. */
void command_queue_free(CommandQueue *q);

/* Adds a line.  Returns its number, or 0 if memory is short or COMMAND_QUEUE_MAX lines wait. */
enum { COMMAND_QUEUE_MAX = 10000 };
uint64_t command_queue_add(CommandQueue *q, const char *line);

/* Cancels all lines added so far: each still runs, with the cancel flag set. */
void command_queue_cancel(CommandQueue *q);

/* The cancel flag of the running line, which checks it now and then. */
const atomic_bool *command_queue_cancelled(const CommandQueue *q);

/* The number of the last line added; how many lines wait behind the running one. */
uint64_t command_queue_last_number(CommandQueue *q);
int command_queue_waiting(CommandQueue *q);

/* Waits until all lines have run. */
void command_queue_finish(CommandQueue *q);

#endif
