// SPDX-License-Identifier: MIT
#include "roek/base/thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

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
        shares[i].started = pthread_create(&shares[i].thread, NULL, run_share, &shares[i]) == 0;
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
    int n = (int)sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t allowed; // a process may be held to some of the processors
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) n = CPU_COUNT(&allowed);
#endif
    return n < 1 ? 1 : n > THREADS_MAX ? THREADS_MAX : n;
}
