// SPDX-License-Identifier: MIT
//
// A bell that any thread rings and one thread waits for.  A ring that nobody heard is kept until
// somebody waits, so none can be missed; several count as one.
#ifndef BASE_THREAD_EVENT_H
#define BASE_THREAD_EVENT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_set;
} Event;

void event_init(Event *event);
void event_destroy(Event *event);

/* Takes a `void *` so that it can be handed over as a function to call. */
void event_set(void *event);

/* Waits for a ring, at most until the moment `deadline` of clock_ms (INT64_MAX: for ever); was
 * there one? */
bool event_wait(Event *event, int64_t deadline);

#endif
