// SPDX-License-Identifier: MIT
#include "roek/base/bell.h"

#include "roek/base/clock.h"

#include <time.h>

void bell_init(Bell *bell) {
    pthread_mutex_init(&bell->lock, NULL);
    pthread_cond_init(&bell->rang, NULL);
    bell->ringing = false;
}

void bell_destroy(Bell *bell) {
    pthread_cond_destroy(&bell->rang);
    pthread_mutex_destroy(&bell->lock);
}

void bell_ring(void *argument) {
    Bell *bell = argument;
    pthread_mutex_lock(&bell->lock);
    bell->ringing = true;
    pthread_cond_signal(&bell->rang);
    pthread_mutex_unlock(&bell->lock);
}

/* The moment `ms` from now on the clock that conditions wait by. */
static struct timespec in_ms(int64_t ms) {
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    int64_t ns = at.tv_nsec + ms % 1000 * 1000000;
    at.tv_sec += (time_t)(ms / 1000 + ns / 1000000000);
    at.tv_nsec = (long)(ns % 1000000000);
    return at;
}

bool bell_wait(Bell *bell, int64_t deadline) {
    pthread_mutex_lock(&bell->lock);
    while (!bell->ringing) {
        if (deadline == INT64_MAX) {
            pthread_cond_wait(&bell->rang, &bell->lock);
            continue;
        }
        int64_t left = deadline - clock_ms();
        if (left <= 0) break;
        struct timespec at = in_ms(left);
        pthread_cond_timedwait(&bell->rang, &bell->lock, &at);
    }
    bool rang = bell->ringing;
    bell->ringing = false;
    pthread_mutex_unlock(&bell->lock);
    return rang;
}
