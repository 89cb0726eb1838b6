// SPDX-License-Identifier: MIT
//
// The session for a host that calls from JavaScript (web/engine.js): one session per instance.
//
//     room(bytes)      where to write the next line
//     line(bytes)      reads what stands there; quick, also while work() lets the host breathe
//     step()           lets games go on; due() says when that must happen at the latest
//     work()           does what waits to be thought about; nonzero if there was anything
//
// What the session says comes by the import host.say.
#include "base/os/clock.h"
#include "game/chessclock.h"
#include "session/session.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum { HASH_MOST_MB = 64 };

__attribute__((import_module("host"), import_name("say"))) void host_say(const char *line,
                                                                         size_t length);

static Session *session;
static char *room;

static void say(void *context, const char *line, size_t length) {
    (void)context;
    host_say(line, length);
}

static void ring(void *context) {
    (void)context;
}

EXPORT("start") int host_start(void) {
    SessionOptions options = {.say = say,
                              .ring = ring,
                              .solve_folder = "tables",
                              .threads_max = 1,
                              .hash_max = HASH_MOST_MB};
    session = session_new(&options);
    return session != NULL;
}

EXPORT("room") char *host_room(size_t bytes) {
    free(room);
    room = bytes <= SESSION_LINE_MAX ? malloc(bytes) : NULL;
    return room;
}

EXPORT("line") void host_line(size_t bytes) {
    session_line(session, room, bytes, clock_ms());
    free(room);
    room = NULL;
}

/* Where a host that cannot suspend work() keeps it meanwhile; NULL without memory. */
EXPORT("shelf") void *host_shelf(size_t bytes) {
    return malloc(bytes);
}

EXPORT("step") void host_step(void) {
    session_step(session, clock_ms());
}

/* Milliseconds from now; negative: no need. */
EXPORT("due") double host_due(void) {
    int64_t due = session_due(session), now = clock_ms();
    return due == CLOCK_NEVER ? -1 : due <= now ? 0 : (double)(due - now);
}

EXPORT("work") int host_work(void) {
    return session_work(session);
}
