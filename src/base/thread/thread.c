// SPDX-License-Identifier: MIT
#include "base/thread/thread.h"

#include "base/os/clock.h"

#include "base/os/platform.h"

#include <stdlib.h>
#include <time.h>

bool thread_start_with_stack(pthread_t *thread, size_t stack_bytes, void *(*work)(void *context),
                             void *context) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    bool started = pthread_create(thread, &attributes, work, context) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

bool thread_start(pthread_t *thread, void *(*work)(void *context), void *context) {
    return thread_start_with_stack(thread, THREAD_STACK, work, context);
}

/* The time `ms` from now, on the clock that pthread_cond_timedwait uses. */
static struct timespec in_ms(int64_t ms) {
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    int64_t ns = at.tv_nsec + ms % 1000 * 1000000;
    at.tv_sec += (time_t)(ms / 1000 + ns / 1000000000);
    at.tv_nsec = (long)(ns % 1000000000);
    return at;
}

bool thread_wait_condition(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline) {
    if (deadline == INT64_MAX) {
        pthread_cond_wait(condition, lock);
        return true;
    }
    int64_t left = deadline - clock_ms();
    if (left <= 0) return false;
    struct timespec at = in_ms(left);
    pthread_cond_timedwait(condition, lock, &at);
    return true;
}

typedef struct {
    void (*work)(void *context, int index);
    void *context;
    int index;
    pthread_t thread;
    bool started;
} ThreadShare;

static void *run_share(void *argument) {
    ThreadShare *share = argument;
    share->work(share->context, share->index);
    return NULL;
}

void threads_run(int count, void (*work)(void *context, int index), void *context) {
    ThreadShare *shares = count > 1 ? calloc((size_t)count, sizeof *shares) : NULL;
    for (int i = 1; shares && i < count; i++) {
        shares[i] = (ThreadShare){.work = work, .context = context, .index = i};
        shares[i].started = thread_start(&shares[i].thread, run_share, &shares[i]);
    }
    work(context, 0);
    for (int i = 1; i < count; i++) {
        if (shares && shares[i].started)
            pthread_join(shares[i].thread, NULL);
        else
            work(context, i);
    }
    free(shares);
}

int threads_available(void) {
    int n = platform_cpu_count();
    return n > THREADS_MAX ? THREADS_MAX : n;
}
