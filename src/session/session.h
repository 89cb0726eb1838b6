// SPDX-License-Identifier: MIT
//
// The whole suite by JSON lines: one object in, objects out (docs/session.md).
//
//     {"id":1,"do":"moves","fen":"…"}             a request; the id is the caller's choice
//     {"id":1,"event":"…",…}                      an event while the request is worked on
//     {"id":1,"ok":true,…}                        the answer: always the last line about a request
//     {"id":1,"error":{"code":"…","text":"…"}}    or an error in its place
//
// Games go on between requests; their events carry the id of the request that began them.  Long
// requests (analysis, mates, loops, perft) run as tasks in the background, several at a time, until
// they are done or cancelled.  `roek session`, the browser page and the npm package are hosts of a
// session: they pass lines in and out and contain no chess.
//
//     Session *s = session_new(&options);
//     session_handle_line(s, line, length, clock_ms());   // for each line of the client
//     session_step(s, clock_ms());                        // after each call of options.wake, and
//                                                         // at the time session_deadline(s)
//
// All functions must be called from one thread.  A line that cannot be read gets an error as its
// answer; the session goes on.
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
    SESSION_GAMES_MAX = 16,     // games in progress
    SESSION_TASKS_MAX = 8,      // tasks under way
};

typedef struct {
    /* Takes one object, without a line end.  Called from any thread, but never twice at once. */
    void (*send_line)(void *context, const char *line, size_t length);
    /* Called from any thread when session_step has something to do; may be NULL. */
    void (*wake)(void *context);
    void *context;
    TablebaseSet endings; // must outlive the session
    bool threaded;        // false: tasks and players compute only inside session_run_pending
    /* Not threaded: the folder for tables that the request "tables" builds on demand; or NULL. */
    const char *tablebase_folder;
    bool external; // players may be other programs (uci:…, cmd:…)
    /* Threads and megabytes of a search whose request does not name them (0: 1 and 16), and the
     * most that a request may name.  A review always takes 1 and 16. */
    int threads, threads_max;
    int64_t hash, hash_max;
    /* Megabytes left for all searches of the sessions that share this counter; or NULL. */
    atomic_llong *hash_left;
} SessionOptions;

/* Returns NULL when memory is short. */
Session *session_new(const SessionOptions *options);

/* Cancels all tasks and games, and waits for their threads. */
void session_free(Session *s);

/* Carries out one request. */
void session_handle_line(Session *s, const char *line, size_t length, int64_t now);

/* Advances the games, sends their events, and frees finished tasks. */
void session_step(Session *s, int64_t now);

/* The latest time for the next session_step; CHESSCLOCK_NEVER if none is needed. */
int64_t session_deadline(const Session *s);

/* Not threaded: runs the waiting tasks and lets the players to move choose their moves, until all
 * are done.  Returns true if there was any work. */
bool session_run_pending(Session *s);

/* Was the request "quit" read?  Is work under way that will end by itself? */
bool session_has_quit(const Session *s);
bool session_is_working(const Session *s);

#endif
