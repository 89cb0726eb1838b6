// SPDX-License-Identifier: MIT
//
// Collects the output of a protocol, from any thread.
#ifndef SUPPORT_CAPTURE_H
#define SUPPORT_CAPTURE_H

#include "base/text/text.h"

#include <pthread.h>

typedef struct {
    pthread_mutex_t lock;
    Text text;
} Capture;

static inline Capture capture_new(void) {
    Capture capture = {.text = text_growing()};
    pthread_mutex_init(&capture.lock, NULL);
    return capture;
}

/* The function of a LineSink. */
static inline void capture_lines(void *context, const char *lines) {
    Capture *capture = context;
    pthread_mutex_lock(&capture->lock);
    text_string(&capture->text, lines);
    pthread_mutex_unlock(&capture->lock);
}

static inline void capture_free(Capture *capture) {
    text_free(&capture->text);
    pthread_mutex_destroy(&capture->lock);
}

#endif
