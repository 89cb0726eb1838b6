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
} Outgoing;

static inline size_t outgoing_left(const Outgoing *out) {
    return out->text.used - out->sent;
}

/* Forgets what was sent once that is the greater part: a reader who is always a little behind costs
 * no more than what is left for him, however much has passed. */
static inline void outgoing_trim(Outgoing *out) {
    if (out->sent < outgoing_left(out)) return;
    Text rest = text_growing();
    text_bytes(&rest, text_get(&out->text) + out->sent, outgoing_left(out));
    rest.failed |= out->text.failed;
    text_free(&out->text);
    *out = (Outgoing){.text = rest};
}

/* Takes at most so many bytes; how many there were. */
static inline size_t outgoing_take(Outgoing *out, char *bytes, size_t most) {
    size_t left = outgoing_left(out), count = left < most ? left : most;
    memcpy(bytes, text_get(&out->text) + out->sent, count);
    out->sent += count;
    outgoing_trim(out);
    return count;
}

#endif
