// SPDX-License-Identifier: MIT
//
// Doing the same work on several threads.
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <stdbool.h>

enum { THREADS_MAX = 1024 };

/* Runs work(context, 0) … work(context, count - 1) at once, the first on the calling thread, and
 * waits for all.  Where a thread cannot be started its share runs afterwards on the caller's, so
 * all of them are always run; they must not wait for each other. */
void threads_run(int count, void (*work)(void *context, int index), void *context);

/* How many threads this process may run at the same time, at least 1. */
int threads_available(void);

#endif
