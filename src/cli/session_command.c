// SPDX-License-Identifier: MIT
//
// roek session: the JSON session over standard input and output.
#include "session/session.h"

#include "base/os/clock.h"
#include "base/text/json.h"
#include "base/thread/line_queue.h"
#include "cmd/common/command.h"
#include "cmd/common/tablebase_folder.h"
#include "search/engine.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HASH_MOST_MB = 1 << 16 };

/* One call, so that what two threads say never mixes. */
static void say_line(void *context, const char *line, size_t length) {
    (void)context;
    printf("%.*s\n", (int)length, line);
    fflush(stdout);
}

/* From the thread that reads. */
static void tell_too_long(void *context, int number, const char *start) {
    char words[128], line[512]; // a byte of the start may take six
    Text text = text_on(words, sizeof words), out = text_on(line, sizeof line);
    text_format(&text, "line %d has more than %d bytes and is skipped: '%s…'", number,
                SESSION_LINE_MAX, start);
    text_string(&out, "{\"id\":null,\"error\":{\"code\":\"too-long\",\"text\":");
    json_string(&out, words);
    text_string(&out, "}}");
    say_line(context, line, out.used);
}

static bool is_blank(const char *line) {
    return line[strspn(line, " \t\r")] == '\0';
}

/* Until somebody says quit, or the input has ended and what it began is done. */
static void serve(Inbox *inbox, Session *s) {
    bool more = true;
    while (!session_has_quit(s) && (more || session_is_working(s))) {
        const char *line;
        InboxNews news = inbox_wait(inbox, session_due(s), &line);
        if (news == INBOX_END) more = false;
        if (news == INBOX_LINE && !is_blank(line)) session_line(s, line, strlen(line), clock_ms());
        session_step(s, clock_ms());
    }
}

static int talk(void) {
    LineReader reader = lines_from(STDIN_FILENO);
    reader.limit = SESSION_LINE_MAX;
    reader.keeps_mark = true; // which is no JSON
    reader.too_long = tell_too_long;
    Inbox *inbox = inbox_new(&reader);
    Tables *tables = tables_enter(NULL);
    SessionOptions options = {.say = say_line,
                              .ring = inbox_ring,
                              .context = inbox,
                              .endings = {.race = tables},
                              .threaded = true,
                              .outside = true,
                              .threads_max = ENGINE_THREADS_MAX,
                              .hash_max = HASH_MOST_MB};
    Session *s = inbox ? session_new(&options) : NULL;
    if (s)
        serve(inbox, s);
    else
        complain_memory();
    session_free(s);
    if (inbox) complain_input("the requests", inbox_error(inbox));
    inbox_free(inbox);
    tables_leave(tables);
    return EXIT_DONE;
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
