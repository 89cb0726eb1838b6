// SPDX-License-Identifier: MIT
#include "base/thread/event.h"

#include "base/thread/thread.h"

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

bool bell_wait(Bell *bell, int64_t deadline) {
    pthread_mutex_lock(&bell->lock);
    while (!bell->ringing && thread_wait(&bell->rang, &bell->lock, deadline)) {
    }
    bool rang = bell->ringing;
    bell->ringing = false;
    pthread_mutex_unlock(&bell->lock);
    return rang;
}
