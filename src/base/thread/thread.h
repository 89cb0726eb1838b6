// SPDX-License-Identifier: MIT
//
// Threads with the stack they need, and doing the same work on several of them.
#ifndef BASE_THREAD_THREAD_H
#define BASE_THREAD_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { THREADS_MAX = 1024 };

/* The stack of a thread is the same everywhere: what systems give unasked lies between 128 kB and
 * 8 MB, and a search to its last ply takes 0.4 MB.  Only what is touched takes memory, but on 32
 * bits also addresses are scarce. */
enum { THREAD_STACK = sizeof(void *) > 4 ? 8 << 20 : 2 << 20 };

/* Starts work(context) on a thread of its own, to be joined; false if the system has none left. */
bool thread_start(pthread_t *thread, void *(*work)(void *context), void *context);

/* The same for work that needs more. */
bool thread_start_with_stack(pthread_t *thread, size_t stack_bytes, void *(*work)(void *context),
                             void *context);

/* Waits for a condition, with its lock held, until the moment `deadline` of clock_ms at most
 * (INT64_MAX: for ever); false when that has come. */
bool thread_wait_condition(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline);

/* Runs work(context, 0) … work(context, count - 1) at once, the first on the calling thread, and
 * waits for all.  Where a thread cannot be started its share runs afterwards on the caller's, so
 * all of them are always run; they must not wait for each other. */
void threads_run(int count, void (*work)(void *context, int index), void *context);

/* How many threads this process may run at the same time, at least 1. */
int threads_available(void);

#endif
