// SPDX-License-Identifier: MIT
//
// What the systems' parts of base/process share: lines out of the bytes that a child wrote.
#ifndef BASE_PROCESS_PROCESS_INTERNAL_H
#define BASE_PROCESS_PROCESS_INTERNAL_H

#include "base/process/process.h"

#include <stddef.h>

enum {
    PROCESS_WRITE_TIMEOUT_MS = 5000, // a child that does not read for so long is taken for dead
    PROCESS_POLL_MS = 50,            // how often *stop and the child are looked at
};

typedef struct {
    bool closed;        // no more bytes will come
    bool skipping;      // the rest of a line that was too long
    size_t used, taken; // bytes in the buffer; those already handed out
    char buffer[PROCESS_LINE_MAX + 1];
} ProcessOutput;

/* Hands out a line of the buffer; at the end of the output also one without an end. */
bool process_next_line(ProcessOutput *output, const char **line);

/* How long to wait for more before looking around, in milliseconds; 0: the deadline has passed. */
int process_poll_timeout(int64_t deadline);

#endif
