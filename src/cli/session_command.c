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

#include <string.h>
#include <unistd.h>

enum { HASH_MOST_MB = 1 << 16 };

/* One printf call for each line, so that the lines of two threads never mix. */
static void send_line(void *context, const char *line, size_t length) {
    (void)context;
    print_out("%.*s\n", (int)length, line);
    print_flush();
}

/* Called by the reading thread. */
static void send_too_long(void *context, int number, const char *start) {
    char words[128], line[512]; // JSON escapes take up to six bytes
    Text text = text_on(words, sizeof words), out = text_on(line, sizeof line);
    text_format(&text, "line %d has more than %d bytes and is skipped: '%s…'", number,
                SESSION_LINE_MAX, start);
    text_string(&out, "{\"id\":null,\"error\":{\"code\":\"too-long\",\"text\":");
    json_string(&out, words);
    text_string(&out, "}}");
    send_line(context, line, out.used);
}

static bool is_blank(const char *line) {
    return line[strspn(line, " \t\r")] == '\0';
}

/* Serves until the request "quit", or until the input has ended and all its work is done. */
static void serve(LineQueue *queue, Session *s) {
    bool more = true;
    while (!session_has_quit(s) && (more || session_is_working(s))) {
        const char *line;
        LineQueueResult news = line_queue_wait(queue, session_deadline(s), &line);
        if (news == LINE_QUEUE_END) more = false;
        if (news == LINE_QUEUE_LINE && !is_blank(line))
            session_handle_line(s, line, strlen(line), clock_ms());
        session_step(s, clock_ms());
    }
}

static int run_session(void) {
    LineReader reader = line_reader_on(STDIN_FILENO);
    reader.limit = SESSION_LINE_MAX;
    reader.keep_bom = true; // so that the JSON reader refuses it
    reader.too_long = send_too_long;
    LineQueue *queue = line_queue_new(&reader);
    RkTablebase *tables = tablebase_folder_open(NULL);
    SessionOptions options = {.send_line = send_line,
                              .wake = line_queue_wake,
                              .context = queue,
                              .endings = {.race = tables},
                              .threaded = true,
                              .external = true,
                              .threads_max = ENGINE_THREADS_MAX,
                              .hash_max = HASH_MOST_MB};
    Session *s = queue ? session_new(&options) : NULL;
    if (s)
        serve(queue, s);
    else
        print_memory_error();
    session_free(s);
    if (queue) print_input_error("the requests", line_queue_error(queue));
    line_queue_free(queue);
    tablebase_folder_close(tables);
    return EXIT_DONE;
}

static int run(const Command *self, int argc, char **argv) {
    Operands rest;
    const Option options[] = {{0}};
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (rest.count == 0) return run_session();
    print_error("session takes no operands; requests come on standard input");
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
