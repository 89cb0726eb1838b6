// SPDX-License-Identifier: MIT
//
// What waits to be sent: put in at the end, taken from the front.
#ifndef SERVER_SEND_BUFFER_H
#define SERVER_SEND_BUFFER_H

#include "base/text/text.h"

#include <string.h>

typedef struct {
    Text text;
    size_t sent; // so much of it is gone already
} SendBuffer;

static inline size_t send_buffer_left(const SendBuffer *out) {
    return out->text.used - out->sent;
}

/* Forgets what was sent once that is the greater part: a reader who is always a little behind costs
 * no more than what is left for him, however much has passed. */
static inline void send_buffer_trim(SendBuffer *out) {
    if (out->sent < send_buffer_left(out)) return;
    Text rest = text_growing();
    text_bytes(&rest, text_get(&out->text) + out->sent, send_buffer_left(out));
    rest.failed |= out->text.failed;
    text_free(&out->text);
    *out = (SendBuffer){.text = rest};
}

/* Takes at most so many bytes; how many there were. */
static inline size_t send_buffer_take(SendBuffer *out, char *bytes, size_t most) {
    size_t left = send_buffer_left(out), count = left < most ? left : most;
    memcpy(bytes, text_get(&out->text) + out->sent, count);
    out->sent += count;
    send_buffer_trim(out);
    return count;
}

#endif
