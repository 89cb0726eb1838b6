// SPDX-License-Identifier: MIT
//
// Shared by process_posix.c and process_windows.c: splits the child's output into lines.
#ifndef BASE_PROCESS_PROCESS_INTERNAL_H
#define BASE_PROCESS_PROCESS_INTERNAL_H

#include "base/process/process.h"

#include <stddef.h>

enum {
    PROCESS_WRITE_TIMEOUT_MS = 5000, // a child that reads nothing for so long counts as dead
    PROCESS_POLL_MS = 50,            // interval at which *stop and the child are checked
};

typedef struct {
    bool closed;        // no more bytes will arrive
    bool skipping;      // the rest of the line is skipped: it was too long
    size_t used, taken; // bytes in the buffer; bytes already returned as lines
    char buffer[PROCESS_LINE_MAX + 1];
} ProcessOutput;

/* Returns a line of the buffer. At the end of the output it also returns a last line without line
 * end. */
bool process_next_line(ProcessOutput *output, const char **line);

/* The time-out for the next poll, in milliseconds; 0: the deadline has passed. */
int process_poll_timeout(int64_t deadline);

#endif
