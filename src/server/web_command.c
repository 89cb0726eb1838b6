// SPDX-License-Identifier: MIT
//
// roek web: serves the browser page; each window gets a session of its own.
#include "base/os/clock.h"
#include "base/os/interrupt.h"
#include "base/os/platform.h"
#include "base/thread/event.h"
#include "base/thread/thread.h"
#include "cmd/common/command.h"
#include "cmd/common/tablebase_folder.h"
#include "server/browser_launch.h"
#include "server/web_app.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

/* One line of the greatest length always finds room among those that wait. */
enum {
    LINES_WAITING_MAX = 256,
    BYTES_WAITING_MAX = 2 * WEB_APP_BODY_MAX,
    PING_MS = 2000,
    HASH_MOST_MB = 1024,
    HASH_TOTAL_MB = 4096 // for all windows together
};

/* What all windows share. */
typedef struct {
    RkTablebase *tables;
    atomic_llong hash_left;
    BrowserLaunch launch;
} WebState;

/* A line that a window sent. */
typedef struct QueuedLine QueuedLine;
struct QueuedLine {
    QueuedLine *next;
    size_t length;
    char text[];
};

/* A window: its session lives on a thread of its own, as calls of a session come from one. */
typedef struct {
    EventStream *stream;
    Session *session;
    pthread_t thread;
    Event wakeup;
    pthread_mutex_t lock;
    // under the lock
    QueuedLine *first, **last;
    int waiting;
    size_t bytes; // of the lines that wait
    bool closing;
} WebClient;

// One window.

static void send_line(void *context, const char *line, size_t length) {
    WebClient *client = context;
    event_stream_send(client->stream, line, length);
}

static void wake(void *context) {
    WebClient *client = context;
    event_set(&client->wakeup);
}

static QueuedLine *take_line(WebClient *client, bool *closing) {
    pthread_mutex_lock(&client->lock);
    QueuedLine *line = client->first;
    if (line) {
        client->first = line->next;
        if (!client->first) client->last = &client->first;
        client->waiting--;
        client->bytes -= line->length;
    }
    *closing = client->closing;
    pthread_mutex_unlock(&client->lock);
    return line;
}

static void *client_main(void *argument) {
    WebClient *client = argument;
    int64_t ping_due = clock_ms() + PING_MS;
    for (bool closing;;) {
        QueuedLine *line = take_line(client, &closing);
        if (closing) { // the server waits; nobody hears what is left to answer
            free(line);
            break;
        }
        if (line) {
            session_handle_line(client->session, line->text, line->length, clock_ms());
            free(line);
            if (session_has_quit(client->session)) event_stream_end(client->stream);
            continue;
        }
        int64_t due = session_deadline(client->session);
        event_wait(&client->wakeup, due < ping_due ? due : ping_due);
        session_step(client->session, clock_ms());
        if (clock_ms() < ping_due) continue;
        event_stream_ping(client->stream);
        ping_due = clock_ms() + PING_MS;
    }
    return NULL;
}

static void client_free(WebClient *client) {
    bool closing;
    for (QueuedLine *line; (line = take_line(client, &closing));) free(line);
    session_free(client->session);
    event_destroy(&client->wakeup);
    pthread_mutex_destroy(&client->lock);
    free(client);
}

static void *open_client(void *context, EventStream *stream) {
    WebState *state = context;
    browser_launch_remove_page(&state->launch); // who comes had the address
    WebClient *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    SessionOptions options = {.send_line = send_line,
                              .wake = wake,
                              .context = client,
                              .endings = {.race = state->tables},
                              .threaded = true,
                              .threads_max = platform_cpu_count(),
                              .hash_max = HASH_MOST_MB,
                              .hash_left = &state->hash_left};
    client->stream = stream;
    client->last = &client->first;
    event_init(&client->wakeup);
    pthread_mutex_init(&client->lock, NULL);
    client->session = session_new(&options);
    if (client->session && thread_start(&client->thread, client_main, client)) return client;
    client_free(client);
    return NULL;
}

/* False if too much waits already. */
static bool queue_line(WebClient *client, QueuedLine *line) {
    pthread_mutex_lock(&client->lock);
    bool room = client->waiting < LINES_WAITING_MAX &&
                client->bytes + line->length <= (size_t)BYTES_WAITING_MAX;
    if (room) {
        *client->last = line;
        client->last = &line->next;
        client->waiting++;
        client->bytes += line->length;
    }
    pthread_mutex_unlock(&client->lock);
    return room;
}

static bool receive_line(void *context, const char *text, size_t length) {
    WebClient *client = context;
    QueuedLine *line = malloc(sizeof *line + length + 1);
    if (!line) return false;
    *line = (QueuedLine){.length = length};
    memcpy(line->text, text, length);
    line->text[length] = '\0';
    if (!queue_line(client, line)) {
        free(line);
        return false;
    }
    event_set(&client->wakeup);
    return true;
}

static void close_client(void *context) {
    WebClient *client = context;
    pthread_mutex_lock(&client->lock);
    client->closing = true;
    pthread_mutex_unlock(&client->lock);
    event_set(&client->wakeup);
    pthread_join(client->thread, NULL);
    client_free(client);
}

// The command.

extern const unsigned char SERVED_PAGE[];
extern const size_t SERVED_PAGE_SIZE;

/* Until an interrupt; who is not told the address cannot come. */
static int serve_until_interrupt(WebState *state, const WebApp *app, bool open) {
    interrupt_watch(INTERRUPT_ALL);
    if (open) browser_launch_prepare(&state->launch, web_app_address(app));
    print_out("%s\n", web_app_address(app));
    int status = finish_output(EXIT_DONE);
    if (status == EXIT_DONE) browser_launch_open(&state->launch);
    while (status == EXIT_DONE && !interrupt_pending()) interrupt_sleep(3600000);
    browser_launch_remove_page(&state->launch);
    return status;
}

static int serve(int port, bool open) {
    WebState state = {.tables = tablebase_folder_open(NULL), .hash_left = HASH_TOTAL_MB};
    WebAppHandler host = {
        .context = &state, .open = open_client, .line = receive_line, .close = close_client};
    char error[WEB_APP_ERROR_MAX];
    WebApp *app = web_app_open(port, (const char *)SERVED_PAGE, SERVED_PAGE_SIZE, &host, error);
    if (!app) {
        print_error("%s", error);
        tablebase_folder_close(state.tables);
        return EXIT_MACHINE;
    }
    int status = serve_until_interrupt(&state, app, open);
    web_app_close(app);
    browser_launch_free(&state.launch);
    tablebase_folder_close(state.tables);
    interrupt_release();
    return status;
}

static int run(const Command *self, int argc, char **argv) {
    int64_t port = 0;
    bool no_open = false;
    Operands rest;
    const Option options[] = {
        {"port", 'p', OPTION_INT, &port, "N", "listen on this port; 0 (the default): any free one",
         0, 65535},
        {"no-open", 0, OPTION_FLAG, &no_open, NULL, "do not open a browser", 0, 0},
        {0}};
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (rest.count == 0) return serve((int)port, !no_open);
    print_error("web takes no operands");
    return EXIT_MISUSE;
}

const Command command_web = {
    .name = "web",
    .synopsis = "web [OPTIONS]",
    .summary = "Play, analyse and solve in a browser",
    .details =
        "Serves a page on this machine alone and prints its address, which holds a secret: who\n"
        "has it can use the page until Ctrl-C ends it.  Every window has a session of its own,\n"
        "with all threads and the solved endings at hand.\n"
        "\n"
        "Where there is a screen a browser is opened.  It is told the address by a file that\n"
        "nobody else can read.  If yours may not read it either, as those in a sandbox (snap),\n"
        "give it the address that is printed.\n"
        "\n"
        "'make web' builds the same page as one file that needs no server.\n"
        "\n"
        "Examples:\n"
        "  $ roek web --port 8123 --no-open\n",
    .run = run,
};
