// SPDX-License-Identifier: MIT
#include "base/thread/event.h"

#include "base/thread/thread.h"

void event_init(Event *event) {
    pthread_mutex_init(&event->lock, NULL);
    pthread_cond_init(&event->changed, NULL);
    event->is_set = false;
}

void event_destroy(Event *event) {
    pthread_cond_destroy(&event->changed);
    pthread_mutex_destroy(&event->lock);
}

void event_set(void *argument) {
    Event *event = argument;
    pthread_mutex_lock(&event->lock);
    event->is_set = true;
    pthread_cond_signal(&event->changed);
    pthread_mutex_unlock(&event->lock);
}

bool event_wait(Event *event, int64_t deadline) {
    pthread_mutex_lock(&event->lock);
    while (!event->is_set && thread_wait_condition(&event->changed, &event->lock, deadline)) {
    }
    bool changed = event->is_set;
    event->is_set = false;
    pthread_mutex_unlock(&event->lock);
    return changed;
}
