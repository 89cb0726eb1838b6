// SPDX-License-Identifier: MIT
//
// The exports of the WebAssembly module for its JavaScript host (web/engine.js): one session per
// instance.
//
//     room(bytes)      returns the buffer for the next line
//     line(bytes)      handles the line in that buffer; quick; also allowed inside host_yield()
//     step()           advances the games; due() returns when it must be called next
//     work()           runs pending work; nonzero if there was any
//
// The session sends its lines through the import host.say.
#include "base/os/clock.h"
#include "game/chessclock.h"
#include "session/session.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum { HASH_MOST_MB = 64 };

__attribute__((import_module("host"), import_name("say"))) void host_send_line(const char *line,
                                                                               size_t length);

static Session *session;
static char *line_buffer;

static void send_line(void *context, const char *line, size_t length) {
    (void)context;
    host_send_line(line, length);
}

static void wake(void *context) {
    (void)context;
}

EXPORT("start") int host_start(void) {
    SessionOptions options = {.send_line = send_line,
                              .wake = wake,
                              .tablebase_folder = "tables",
                              .threads_max = 1,
                              .hash_max = HASH_MOST_MB};
    session = session_new(&options);
    return session != NULL;
}

EXPORT("room") char *host_line_buffer(size_t bytes) {
    free(line_buffer);
    line_buffer = bytes <= SESSION_LINE_MAX ? malloc(bytes) : NULL;
    return line_buffer;
}

EXPORT("line") void host_line(size_t bytes) {
    session_handle_line(session, line_buffer, bytes, clock_ms());
    free(line_buffer);
    line_buffer = NULL;
}

/* Memory in which a host that suspends work() saves the stack; NULL when memory is short. */
EXPORT("shelf") void *host_alloc(size_t bytes) {
    return malloc(bytes);
}

EXPORT("step") void host_step(void) {
    session_step(session, clock_ms());
}

/* Milliseconds until step() must be called; negative if it need not be. */
EXPORT("due") double host_due(void) {
    int64_t due = session_deadline(session), now = clock_ms();
    return due == CHESSCLOCK_NEVER ? -1 : due <= now ? 0 : (double)(due - now);
}

EXPORT("work") int host_run_pending(void) {
    return session_run_pending(session);
}
