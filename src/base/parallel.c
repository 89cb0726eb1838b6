// SPDX-License-Identifier: MIT
#include "roek/base/parallel.h"

#include <pthread.h>
#include <unistd.h>

typedef struct {
    void (*work)(void *context, int worker);
    void *context;
    int worker;
    pthread_t thread;
} Share;

static void *run_share(void *argument) {
    Share *share = argument;
    share->work(share->context, share->worker);
    return NULL;
}

void parallel_run(int threads, void (*work)(void *context, int worker), void *context) {
    Share shares[PARALLEL_MAX];
    int started = 1;
    if (threads > PARALLEL_MAX) threads = PARALLEL_MAX;
    for (; started < threads; started++) {
        Share *share = &shares[started];
        *share = (Share){.work = work, .context = context, .worker = started};
        if (pthread_create(&share->thread, NULL, run_share, share) != 0) break;
    }
    work(context, 0);
    for (int i = 1; i < started; i++) pthread_join(shares[i].thread, NULL);
}

int parallel_processors(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    if (n < 1) return 1;
    return n > PARALLEL_MAX ? PARALLEL_MAX : (int)n;
}
