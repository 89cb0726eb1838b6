// SPDX-License-Identifier: MIT
//
// The whole suite by JSON lines: one object in, objects out (docs/session.md).
//
//     {"id":1,"do":"moves","fen":"…"}             a request; the id is the caller's choice
//     {"id":1,"event":"…",…}                      what happens meanwhile
//     {"id":1,"ok":true,…}                        the answer, always the last word to a request
//     {"id":1,"error":{"code":"…","text":"…"}}    or why there is none
//
// Games go on between requests; their events carry the id of the request that began them.  Long
// work (analysis, mates, loops, perft) runs beside everything else, several at a time, until it is
// done or cancelled.  `roek session`, the browser page and the npm package are hosts of this: they
// bring lines in and out and know no chess.
//
//     Session *s = session_new(&options);
//     session_handle_line(s, line, length, clock_ms());      for every line of the caller's
//     session_step(s, clock_ms());                    whenever the bell rang, and at
//     session_deadline(s)
//
// Calls come from one thread.  What cannot be understood is answered, never fatal.
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "solve/tablebases.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Session Session;

enum {
    SESSION_LINE_MAX = 8 << 20, // bytes of a request
    SESSION_GAMES_MAX = 16,     // at the same time
    SESSION_TASKS_MAX = 8,      // likewise
};

typedef struct {
    /* Takes one object, without a line end; from any thread, but one call at a time. */
    void (*send_line)(void *context, const char *line, size_t length);
    /* From any thread: session_step is worth while; may be NULL. */
    void (*wake)(void *context);
    void *context;
    TablebaseSet endings; // solved ones; what it points to outlives the session
    bool threaded;        // else nothing is thought before session_run_pending
    const char
        *tablebase_folder;   // not threaded: where endings go that are solved on demand; or NULL
    bool external;           // players may be programs outside (uci:…, cmd:…)
    int threads_max;         // for one search; at least 1
    int64_t hash_max;        // megabytes for one search
    atomic_llong *hash_left; // and for all that go on, of every session that shares it; or NULL
} SessionOptions;

/* NULL without memory. */
Session *session_new(const SessionOptions *options);

/* Breaks everything off and waits for it. */
void session_free(Session *s);

/* Does what a request says. */
void session_handle_line(Session *s, const char *line, size_t length, int64_t now);

/* Lets games go on and clears away what is finished. */
void session_step(Session *s, int64_t now);

/* When that must happen at the latest; CHESSCLOCK_NEVER: no need. */
int64_t session_deadline(const Session *s);

/* Not threaded: does what waits to be thought about, until it is done.  True if there was any. */
bool session_run_pending(Session *s);

/* Has somebody said quit?  Is work under way that will end by itself? */
bool session_has_quit(const Session *s);
bool session_is_working(const Session *s);

#endif
