// SPDX-License-Identifier: MIT
//
// Lines of input and a bell, waited for together: what somebody needs who listens while others
// think.  A thread reads ahead by one line, as not every system can wait for a pipe and something
// else at once.
#ifndef BASE_THREAD_LINE_QUEUE_H
#define BASE_THREAD_LINE_QUEUE_H

#include "base/file/line_reader.h"

#include <stdint.h>

typedef struct LineQueue LineQueue;

typedef enum {
    LINE_QUEUE_LINE,
    LINE_QUEUE_WOKEN,
    LINE_QUEUE_TIMEOUT,
    LINE_QUEUE_END
} LineQueueResult;

/* Takes over the reader, which is empty afterwards; NULL without memory or threads. */
LineQueue *line_queue_new(LineReader *reader);

/* The reader's thread may still wait for input; it ends with it. */
void line_queue_free(LineQueue *queue);

/* Rings the bell; from any thread, and as a function to hand over.  It rings until it is heard. */
void line_queue_wake(void *queue);

/* Forgets a bell that rang and was not heard. */
void line_queue_forget_wake(LineQueue *queue);

/* Waits for the next news, at most until the moment `deadline` of clock_ms (INT64_MAX: for ever),
 * when LINE_QUEUE_TIMEOUT comes.  The bell comes before lines; `*line` is valid until the next
 * call.  When there will be no more lines, LINE_QUEUE_END comes once; after that only bell and
 * time. */
LineQueueResult line_queue_wait(LineQueue *queue, int64_t deadline, const char **line);

/* After LINE_QUEUE_END: why, as errno; 0 if the input just ended. */
int line_queue_error(LineQueue *queue);

#endif
