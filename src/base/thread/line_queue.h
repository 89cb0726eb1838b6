// SPDX-License-Identifier: MIT
//
// A queue of input lines with a wake-up, for a thread that waits for input and for other threads at
// once.
//
// A separate thread reads one line ahead, because not every system can wait for a pipe and a
// condition variable in one call.
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

/* Takes over the reader, which is empty afterwards. NULL if memory or threads ran out. */
LineQueue *line_queue_new(LineReader *reader);

/* Does not wait for the reading thread, which may be blocked in a read; it exits when that read
 * returns. */
void line_queue_free(LineQueue *queue);

/* Wakes the thread in line_queue_wait. Any thread may call it, also as a callback. The wake-up
 * stays pending until a wait consumes it. */
void line_queue_wake(void *queue);

/* Discards a pending wake-up. */
void line_queue_forget_wake(LineQueue *queue);

/* Waits for a line or a wake-up until clock_ms() reaches `deadline` (INT64_MAX: no limit), which
 * returns LINE_QUEUE_TIMEOUT. A wake-up comes before lines. `*line` is valid until the next call.
 * LINE_QUEUE_END is returned once at the end of the input; after it only wake-ups and time-outs
 * come. */
LineQueueResult line_queue_wait(LineQueue *queue, int64_t deadline, const char **line);

/* After LINE_QUEUE_END: the errno that ended the input; 0 at a normal end. */
int line_queue_error(LineQueue *queue);

#endif
