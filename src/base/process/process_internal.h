// SPDX-License-Identifier: MIT
//
// The seam between process.c and the systems' parts of base/process: what a child wrote, and how
// more of it comes.
#ifndef BASE_PROCESS_PROCESS_INTERNAL_H
#define BASE_PROCESS_PROCESS_INTERNAL_H

#include "base/process/process.h"

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

// --- by each system ---

/* NULL while the system may write into the buffer, so that nothing in it may be moved. */
ProcessOutput *process_output(Process *p);

/* Waits for more bytes in the buffer, or for their end.  Those of a child that has left are all
 * there. */
void process_await_output(Process *p, int timeout_ms);

#endif
