// SPDX-License-Identifier: MIT
#include "base/process/process_internal.h"

#include "base/os/clock.h"

#include <string.h>

bool process_write(Process *p, const char *line) {
    return process_write_bytes(p, line, strlen(line), clock_ms() + PROCESS_WRITE_TIMEOUT_MS) &&
           process_write_bytes(p, "\n", 1, clock_ms() + PROCESS_WRITE_TIMEOUT_MS);
}

/* Waits once for more output; true if there is a reason to end instead, in *why. */
static bool is_reading_over(Process *p, int64_t deadline, const atomic_bool *stop,
                            ProcessRead *why) {
    const ProcessOutput *o = process_output(p);
    int64_t left = deadline - clock_ms();
    *why = PROCESS_TIMEOUT;
    if (stop && atomic_load_explicit(stop, memory_order_relaxed)) *why = PROCESS_STOPPED;
    if (o && o->closed) *why = PROCESS_CLOSED;
    if (*why != PROCESS_TIMEOUT || left <= 0) return true;
    process_await_output(p, left > PROCESS_POLL_MS ? PROCESS_POLL_MS : (int)left);
    return false;
}

ProcessRead process_read(Process *p, int64_t deadline, const atomic_bool *stop, const char **line) {
    ProcessRead why;
    do {
        ProcessOutput *o = process_output(p);
        if (o && process_next_line(o, line)) return PROCESS_LINE;
    } while (!is_reading_over(p, deadline, stop, &why));
    return why;
}

/* The buffer is empty afterwards, but its bytes stay until more come. */
static bool next_bytes(ProcessOutput *o, const char **data, size_t *size) {
    *data = o->buffer;
    *size = o->used;
    o->used = 0;
    return *size > 0;
}

ProcessRead process_read_bytes(Process *p, int64_t deadline, const char **data, size_t *size) {
    ProcessRead why;
    do {
        ProcessOutput *o = process_output(p);
        if (o && next_bytes(o, data, size)) return PROCESS_BYTES;
    } while (!is_reading_over(p, deadline, NULL, &why));
    return why;
}
