// SPDX-License-Identifier: MIT
//
// Threads with a fixed stack size, and running the same function on several of them.
#ifndef BASE_THREAD_THREAD_H
#define BASE_THREAD_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { THREADS_MAX = 1024 };

/* Every thread has the same stack size: system defaults vary from 128 KB to 8 MB, and a search to
 * its maximum depth takes 0.4 MB. Only touched pages take memory, but 32-bit systems are also short
 * of addresses. */
enum { THREAD_STACK = sizeof(void *) > 4 ? 8 << 20 : 2 << 20 };

/* Starts work(context) on a new thread, which the caller joins. False if the system cannot start
 * one. */
bool thread_start(pthread_t *thread, void *(*work)(void *context), void *context);

/* The same with another stack size. */
bool thread_start_with_stack(pthread_t *thread, size_t stack_bytes, void *(*work)(void *context),
                             void *context);

/* Waits for a condition until clock_ms() reaches `deadline` (INT64_MAX: no limit). The caller holds
 * the lock. Returns false if the deadline has passed already; like pthread_cond_wait it may return
 * early. */
bool thread_wait_condition(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline);

/* Runs work(context, 0) ... work(context, count - 1) in parallel, the first on the calling thread,
 * and waits for all. If a thread cannot be started, its call runs afterwards on the calling thread.
 * The calls must not wait for each other. */
void threads_run(int count, void (*work)(void *context, int index), void *context);

/* How many threads this process can run in parallel, at least 1. */
int threads_available(void);

#endif
