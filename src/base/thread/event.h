// SPDX-License-Identifier: MIT
//
// An auto-reset event: any thread may set it, one thread waits for it. A set event stays set until
// a wait consumes it. Setting it twice has the effect of setting it once.
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

/* Takes an `Event *`. The parameter is a `void *` so that the function can be used as a
 * callback. */
void event_set(void *event);

/* Waits until the event is set or clock_ms() reaches `deadline` (INT64_MAX: no limit). Returns
 * false on time-out. */
bool event_wait(Event *event, int64_t deadline);

#endif
