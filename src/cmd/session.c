// SPDX-License-Identifier: MIT
//
// roek session: the JSON session over standard input and output.
#include "roek/session/session.h"

#include "roek/base/bell.h"
#include "roek/base/clock.h"
#include "roek/base/thread.h"
#include "roek/cmd/command.h"
#include "roek/cmd/protocol.h"
#include "roek/cmd/tables_folder.h"
#include "roek/search/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HASH_MOST_MB = 1 << 16 };

/* Lines come from a thread of their own, one at a time: it waits until the last one was taken. */
typedef struct {
    Bell news;  // a line is there, or the session has something to do
    Bell taken; // the line was taken
    LineReader reader;
    pthread_t thread;
    pthread_mutex_t lock;
    const char *line; // guarded by the lock, as is
    bool ended;
} Mouth;

static void *read_lines(void *argument) {
    Mouth *m = argument;
    const char *line;
    while (lines_next(&m->reader, &line)) {
        pthread_mutex_lock(&m->lock);
        m->line = line;
        pthread_mutex_unlock(&m->lock);
        bell_ring(&m->news);
        bell_wait(&m->taken, INT64_MAX);
    }
    pthread_mutex_lock(&m->lock);
    m->ended = true;
    pthread_mutex_unlock(&m->lock);
    bell_ring(&m->news);
    return NULL;
}

/* Hands a line over, if there is one; false when no more will come. */
static bool take_line(Mouth *m, Session *s) {
    pthread_mutex_lock(&m->lock);
    const char *line = m->line;
    bool ended = m->ended;
    m->line = NULL;
    pthread_mutex_unlock(&m->lock);
    if (line && line[strspn(line, " \t\r")]) session_line(s, line, strlen(line), clock_ms());
    if (line) bell_ring(&m->taken);
    return !ended;
}

static void say_line(void *context, const char *line, size_t length) {
    (void)context;
    fwrite(line, 1, length, stdout);
    putchar('\n');
    fflush(stdout);
}

/* Until somebody says quit, or the input has ended and what it began is done. */
static void serve(Mouth *m, Session *s) {
    bool more = true;
    while (!session_has_quit(s) && (more || session_is_working(s))) {
        bell_wait(&m->news, session_due(s));
        if (more) more = take_line(m, s);
        session_step(s, clock_ms());
    }
}

/* A reader that still waits for input ends with the program, and keeps what it holds. */
static void mouth_close(Mouth *m) {
    pthread_mutex_lock(&m->lock);
    bool ended = m->ended;
    pthread_mutex_unlock(&m->lock);
    if (!ended) return;
    pthread_join(m->thread, NULL);
    lines_free(&m->reader);
    bell_destroy(&m->news);
    bell_destroy(&m->taken);
    pthread_mutex_destroy(&m->lock);
    free(m);
}

static int talk(void) {
    Mouth *m = calloc(1, sizeof *m);
    Tables *tables = tables_open_usual();
    SessionOptions options = {.say = say_line,
                              .ring = bell_ring,
                              .context = m ? &m->news : NULL,
                              .endings = {.race = tables},
                              .threaded = true,
                              .outside = true,
                              .threads_max = ENGINE_THREADS_MAX,
                              .hash_max = HASH_MOST_MB};
    Session *s = m ? session_new(&options) : NULL;
    if (!s) {
        complain("not enough memory");
        return EXIT_MACHINE;
    }
    bell_init(&m->news);
    bell_init(&m->taken);
    pthread_mutex_init(&m->lock, NULL);
    m->reader = lines_from(STDIN_FILENO);
    if (!thread_start(&m->thread, read_lines, m)) {
        complain("no thread could be started");
        return EXIT_MACHINE;
    }
    serve(m, s);
    session_free(s);
    tables_free(tables);
    mouth_close(m);
    return finish_output(EXIT_DONE);
}

static int run(const Command *self, int argc, char **argv) {
    Operands rest;
    const Option options[] = {{0}};
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (rest.count == 0) return talk();
    complain("session takes no operands; requests come on standard input");
    return EXIT_MISUSE;
}

const Command command_session = {
    .name = "session",
    .synopsis = "session",
    .summary = "Speak JSON: the whole suite for programs, one object per line",
    .details =
        "Reads requests, one JSON object per line, and prints objects: events while something\n"
        "goes on, then one answer with \"ok\" or \"error\" for each request.  Games, analysis,\n"
        "mates, loops and counts run beside each other and can be cancelled.  At the end of the\n"
        "input what was begun is finished; {\"id\":1,\"do\":\"quit\"} breaks it off.\n"
        "docs/session.md describes all requests.\n"
        "\n"
        "Examples:\n"
        "  $ echo '{\"id\":1,\"do\":\"perft\",\"depth\":3}' | roek session\n"
        "  {\"id\":1,\"ok\":true,\"nodes\":8902}\n",
    .run = run,
};
