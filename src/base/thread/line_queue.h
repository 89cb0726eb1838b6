// SPDX-License-Identifier: MIT
//
// Lines of input and a bell, waited for together: what somebody needs who listens while others
// think.  A thread reads ahead by one line, as not every system can wait for a pipe and something
// else at once.
#ifndef BASE_THREAD_LINE_QUEUE_H
#define BASE_THREAD_LINE_QUEUE_H

#include "base/file/line_reader.h"

#include <stdint.h>

typedef struct Inbox Inbox;

typedef enum { INBOX_LINE, INBOX_BELL, INBOX_TIME, INBOX_END } InboxNews;

/* Takes over the reader, which is empty afterwards; NULL without memory or threads. */
Inbox *inbox_new(LineReader *reader);

/* The reader's thread may still wait for input; it ends with it. */
void inbox_free(Inbox *inbox);

/* Rings the bell; from any thread, and as a function to hand over.  It rings until it is heard. */
void inbox_ring(void *inbox);

/* Forgets a bell that rang and was not heard. */
void inbox_hush(Inbox *inbox);

/* Waits for the next news, at most until the moment `deadline` of clock_ms (INT64_MAX: for ever),
 * when INBOX_TIME comes.  The bell comes before lines; `*line` is valid until the next call.  When
 * there will be no more lines, INBOX_END comes once; after that only bell and time. */
InboxNews inbox_wait(Inbox *inbox, int64_t deadline, const char **line);

/* After INBOX_END: why, as errno; 0 if the input just ended. */
int inbox_error(Inbox *inbox);

#endif
