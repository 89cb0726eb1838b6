// SPDX-License-Identifier: MIT
//
// Bytes that wait to be sent: a byte queue.
#ifndef SERVER_SEND_BUFFER_H
#define SERVER_SEND_BUFFER_H

#include "base/text/text.h"

#include <string.h>

typedef struct {
    Text text;
    size_t sent; // bytes at its start that were taken already
} SendBuffer;

static inline size_t send_buffer_left(const SendBuffer *out) {
    return out->text.used - out->sent;
}

/* Drops the taken bytes once they are the greater part.  So a reader who never quite catches up
 * costs memory for the bytes that are left, not for all that were sent. */
static inline void send_buffer_trim(SendBuffer *out) {
    if (out->sent < send_buffer_left(out)) return;
    Text rest = text_growing();
    text_bytes(&rest, text_get(&out->text) + out->sent, send_buffer_left(out));
    rest.failed |= out->text.failed;
    text_free(&out->text);
    *out = (SendBuffer){.text = rest};
}

/* Takes at most `most` bytes; returns how many. */
static inline size_t send_buffer_take(SendBuffer *out, char *bytes, size_t most) {
    size_t left = send_buffer_left(out), count = left < most ? left : most;
    memcpy(bytes, text_get(&out->text) + out->sent, count);
    out->sent += count;
    send_buffer_trim(out);
    return count;
}

#endif
