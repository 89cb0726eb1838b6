// SPDX-License-Identifier: MIT
//
// Where what a protocol says is collected, from whichever thread it comes.
#ifndef SUPPORT_HEARD_H
#define SUPPORT_HEARD_H

#include "base/text/text.h"

#include <pthread.h>

typedef struct {
    pthread_mutex_t lock;
    Text said;
} Heard;

static inline Heard heard_nothing(void) {
    Heard heard = {.said = text_growing()};
    pthread_mutex_init(&heard.lock, NULL);
    return heard;
}

/* For a LineSink. */
static inline void hear(void *context, const char *lines) {
    Heard *heard = context;
    pthread_mutex_lock(&heard->lock);
    text_string(&heard->said, lines);
    pthread_mutex_unlock(&heard->lock);
}

static inline void heard_free(Heard *heard) {
    text_free(&heard->said);
    pthread_mutex_destroy(&heard->lock);
}

#endif
