// SPDX-License-Identifier: MIT
#include "roek/base/thread.h"

#include "roek/base/system.h"

#include <stdlib.h>

/* Only what is touched takes memory, but on 32 bits also addresses are scarce. */
enum { STACK_BYTES = sizeof(void *) > 4 ? 8 << 20 : 2 << 20 };

bool thread_start_deep(pthread_t *thread, size_t stack_bytes, void *(*work)(void *context),
                       void *context) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, stack_bytes);
    bool started = pthread_create(thread, &attributes, work, context) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

bool thread_start(pthread_t *thread, void *(*work)(void *context), void *context) {
    return thread_start_deep(thread, STACK_BYTES, work, context);
}

typedef struct {
    void (*work)(void *context, int index);
    void *context;
    int index;
    pthread_t thread;
    bool started;
} Share;

static void *run_share(void *argument) {
    Share *share = argument;
    share->work(share->context, share->index);
    return NULL;
}

void threads_run(int count, void (*work)(void *context, int index), void *context) {
    Share *shares = count > 1 ? calloc((size_t)count, sizeof *shares) : NULL;
    for (int i = 1; shares && i < count; i++) {
        shares[i] = (Share){.work = work, .context = context, .index = i};
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
    int n = system_processors();
    return n > THREADS_MAX ? THREADS_MAX : n;
}
