// SPDX-License-Identifier: MIT
#include "server/web_sessions.h"

#include "base/os/clock.h"
#include "base/thread/event.h"
#include "base/thread/thread.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINES_WAITING_MAX = 256,
    BYTES_WAITING_MAX =
        2 * PAGE_SERVER_BODY_MAX, // one line of the greatest length always finds room
    BEAT_MS = 2000,
    THREADS_MOST =
        2 * PAGE_SERVER_STREAMS_MAX, // of open windows, and of closed ones that still compute
    HASH_MOST_MB = 1024,             // of a search whose request names more than the usual
    HASH_TOTAL_MB = 4096,            // of all searches of all windows
    SEARCHES_LEAST = 4               // so many have room for the usual hash, however large that is
};

/* A line that a window sent. */
typedef struct Line Line;
struct Line {
    Line *next;
    size_t length;
    char text[];
};

typedef struct Window Window;
struct Window {
    Window *next; // of the closed ones
    Session *session;
    pthread_t thread;
    atomic_bool ended; // the thread's last act
    Event news;
    pthread_mutex_t lock;
    // under the lock
    EventStream *stream; // NULL: the window is closed
    Line *first, **last;
    int waiting;
    size_t bytes; // of the lines that wait
};

/* The list and the count belong to the server's thread. */
struct WebSessions {
    WebSessionsOptions options;
    atomic_llong hash_left;
    Window *closed; // their threads have not been joined yet
    int threads;
};

// --- the thread of a window ---

static void send_line(void *context, const char *line, size_t length) {
    Window *w = context;
    pthread_mutex_lock(&w->lock);
    if (w->stream) event_stream_send(w->stream, line, length);
    pthread_mutex_unlock(&w->lock);
}

static void wake(void *context) {
    Window *w = context;
    event_set(&w->news);
}

static void end_or_beat(Window *w, void (*call)(EventStream *stream)) {
    pthread_mutex_lock(&w->lock);
    if (w->stream) call(w->stream);
    pthread_mutex_unlock(&w->lock);
}

static Line *take_line(Window *w, bool *closed) {
    pthread_mutex_lock(&w->lock);
    Line *line = w->first;
    if (line) {
        w->first = line->next;
        if (!w->first) w->last = &w->first;
        w->waiting--;
        w->bytes -= line->length;
    }
    *closed = w->stream == NULL;
    pthread_mutex_unlock(&w->lock);
    return line;
}

static void serve_window(Window *w) {
    int64_t beat = clock_ms() + BEAT_MS;
    for (bool closed;;) {
        Line *line = take_line(w, &closed);
        if (closed) {
            free(line);
            return;
        }
        if (line) {
            session_handle_line(w->session, line->text, line->length, clock_ms());
            free(line);
            if (session_has_quit(w->session)) end_or_beat(w, event_stream_end);
            continue;
        }
        int64_t due = session_deadline(w->session);
        event_wait(&w->news, due < beat ? due : beat);
        session_step(w->session, clock_ms());
        if (clock_ms() < beat) continue;
        end_or_beat(w, event_stream_ping);
        beat = clock_ms() + BEAT_MS;
    }
}

/* Ending a session waits for its searches, which no other window may notice: it is done here. */
static void *window_main(void *argument) {
    Window *w = argument;
    serve_window(w);
    session_free(w->session);
    w->session = NULL;
    atomic_store(&w->ended, true);
    return NULL;
}

// --- opening and closing, on the server's thread ---

static void window_free(Window *w) {
    bool closed;
    for (Line *line; (line = take_line(w, &closed));) free(line);
    session_free(w->session);
    event_destroy(&w->news);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

static int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static Window *window_new(WebSessions *all, EventStream *stream) {
    Window *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    SessionOptions options = {.send_line = send_line,
                              .wake = wake,
                              .context = w,
                              .endings = {.race = all->options.tables},
                              .threaded = true,
                              .threads = all->options.threads,
                              .threads_max = all->options.threads,
                              .hash = all->options.hash,
                              .hash_max = larger(all->options.hash, HASH_MOST_MB),
                              .hash_left = &all->hash_left};
    w->stream = stream;
    w->last = &w->first;
    event_init(&w->news);
    pthread_mutex_init(&w->lock, NULL);
    w->session = session_new(&options);
    return w;
}

/* Joins the threads of closed windows: those that have ended, or all. */
static void join_closed(WebSessions *all, bool wait) {
    for (Window **at = &all->closed; *at;) {
        Window *w = *at;
        if (!wait && !atomic_load(&w->ended)) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        pthread_join(w->thread, NULL);
        window_free(w);
        all->threads--;
    }
}

static void *open_window(void *context, EventStream *stream) {
    WebSessions *all = context;
    join_closed(all, false);
    Window *w = all->threads < THREADS_MOST ? window_new(all, stream) : NULL;
    if (!w) return NULL;
    if (w->session && thread_start(&w->thread, window_main, w)) {
        all->threads++;
        return w;
    }
    window_free(w);
    return NULL;
}

/* The thread may read a long text or wait for a search.  The server goes on meanwhile. */
static void close_window(void *context, void *window) {
    WebSessions *all = context;
    Window *w = window;
    pthread_mutex_lock(&w->lock);
    w->stream = NULL;
    pthread_mutex_unlock(&w->lock);
    event_set(&w->news);
    w->next = all->closed;
    all->closed = w;
    join_closed(all, false);
}

/* False if too many lines wait already. */
static bool queue_line(Window *w, Line *line) {
    pthread_mutex_lock(&w->lock);
    bool room =
        w->waiting < LINES_WAITING_MAX && w->bytes + line->length <= (size_t)BYTES_WAITING_MAX;
    if (room) {
        *w->last = line;
        w->last = &line->next;
        w->waiting++;
        w->bytes += line->length;
    }
    pthread_mutex_unlock(&w->lock);
    return room;
}

static bool hand_line(void *window, const char *text, size_t length) {
    Window *w = window;
    Line *line = malloc(sizeof *line + length + 1);
    if (!line) return false;
    *line = (Line){.length = length};
    memcpy(line->text, text, length);
    line->text[length] = '\0';
    if (!queue_line(w, line)) {
        free(line);
        return false;
    }
    event_set(&w->news);
    return true;
}

// All of them.

WebSessions *web_sessions_new(const WebSessionsOptions *options) {
    WebSessions *all = calloc(1, sizeof *all);
    if (!all) return NULL;
    all->options = *options;
    atomic_init(&all->hash_left, larger(SEARCHES_LEAST * options->hash, HASH_TOTAL_MB));
    return all;
}

PageHandler web_sessions_host(WebSessions *sessions) {
    return (PageHandler){
        .context = sessions, .open = open_window, .line = hand_line, .close = close_window};
}

void web_sessions_free(WebSessions *sessions) {
    if (!sessions) return;
    join_closed(sessions, true);
    free(sessions);
}
