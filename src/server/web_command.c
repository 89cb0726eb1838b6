// SPDX-License-Identifier: MIT
//
// roek web: the browser page, served from this program, with the session behind it.
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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One line of the greatest length always finds room among those that wait. */
enum {
    LINES_WAITING_MAX = 256,
    BYTES_WAITING_MAX = 2 * SITE_BODY_MAX,
    BEAT_MS = 2000,
    HASH_MOST_MB = 1024,
    HASH_TOTAL_MB = 4096 // for all windows together
};

/* What all windows share. */
typedef struct {
    Tables *tables;
    atomic_llong hash_left;
    Doorway doorway;
} House;

/* A line that a window sent. */
typedef struct Line Line;
struct Line {
    Line *next;
    size_t length;
    char text[];
};

/* A window: its session lives on a thread of its own, as calls of a session come from one. */
typedef struct {
    Talk *talk;
    Session *session;
    pthread_t thread;
    Bell news;
    pthread_mutex_t lock;
    // under the lock
    Line *first, **last;
    int waiting;
    size_t bytes; // of the lines that wait
    bool leaving;
} Visit;

// One window.

static void say(void *context, const char *line, size_t length) {
    Visit *v = context;
    talk_say(v->talk, line, length);
}

static void ring(void *context) {
    Visit *v = context;
    bell_ring(&v->news);
}

static Line *take_line(Visit *v, bool *leaving) {
    pthread_mutex_lock(&v->lock);
    Line *line = v->first;
    if (line) {
        v->first = line->next;
        if (!v->first) v->last = &v->first;
        v->waiting--;
        v->bytes -= line->length;
    }
    *leaving = v->leaving;
    pthread_mutex_unlock(&v->lock);
    return line;
}

static void *visit_main(void *argument) {
    Visit *v = argument;
    int64_t beat = clock_ms() + BEAT_MS;
    for (bool leaving;;) {
        Line *line = take_line(v, &leaving);
        if (leaving) { // the server waits; nobody hears what is left to answer
            free(line);
            break;
        }
        if (line) {
            session_line(v->session, line->text, line->length, clock_ms());
            free(line);
            if (session_has_quit(v->session)) talk_end(v->talk);
            continue;
        }
        int64_t due = session_due(v->session);
        bell_wait(&v->news, due < beat ? due : beat);
        session_step(v->session, clock_ms());
        if (clock_ms() < beat) continue;
        talk_beat(v->talk);
        beat = clock_ms() + BEAT_MS;
    }
    return NULL;
}

static void visit_free(Visit *v) {
    bool leaving;
    for (Line *line; (line = take_line(v, &leaving));) free(line);
    session_free(v->session);
    bell_destroy(&v->news);
    pthread_mutex_destroy(&v->lock);
    free(v);
}

static void *open_visit(void *context, Talk *talk) {
    House *house = context;
    doorway_close(&house->doorway); // who comes had the address
    Visit *v = calloc(1, sizeof *v);
    if (!v) return NULL;
    SessionOptions options = {.say = say,
                              .ring = ring,
                              .context = v,
                              .endings = {.race = house->tables},
                              .threaded = true,
                              .threads_max = system_processors(),
                              .hash_max = HASH_MOST_MB,
                              .hash_left = &house->hash_left};
    v->talk = talk;
    v->last = &v->first;
    bell_init(&v->news);
    pthread_mutex_init(&v->lock, NULL);
    v->session = session_new(&options);
    if (v->session && thread_start(&v->thread, visit_main, v)) return v;
    visit_free(v);
    return NULL;
}

/* False if too much waits already. */
static bool queue_line(Visit *v, Line *line) {
    pthread_mutex_lock(&v->lock);
    bool room =
        v->waiting < LINES_WAITING_MAX && v->bytes + line->length <= (size_t)BYTES_WAITING_MAX;
    if (room) {
        *v->last = line;
        v->last = &line->next;
        v->waiting++;
        v->bytes += line->length;
    }
    pthread_mutex_unlock(&v->lock);
    return room;
}

static bool hand_line(void *visit, const char *text, size_t length) {
    Visit *v = visit;
    Line *line = malloc(sizeof *line + length + 1);
    if (!line) return false;
    *line = (Line){.length = length};
    memcpy(line->text, text, length);
    line->text[length] = '\0';
    if (!queue_line(v, line)) {
        free(line);
        return false;
    }
    bell_ring(&v->news);
    return true;
}

static void close_visit(void *visit) {
    Visit *v = visit;
    pthread_mutex_lock(&v->lock);
    v->leaving = true;
    pthread_mutex_unlock(&v->lock);
    bell_ring(&v->news);
    pthread_join(v->thread, NULL);
    visit_free(v);
}

// The command.

extern const unsigned char SERVED_PAGE[];
extern const size_t SERVED_PAGE_SIZE;

/* Until an interrupt; who is not told the address cannot come. */
static int receive(House *house, const Site *site, bool open) {
    interrupt_watch(INTERRUPT_ALL);
    if (open) doorway_build(&house->doorway, site_address(site));
    printf("%s\n", site_address(site));
    int status = finish_output(EXIT_DONE);
    if (status == EXIT_DONE) doorway_show(&house->doorway);
    while (status == EXIT_DONE && !interrupt_came()) interrupt_wait(3600000);
    doorway_close(&house->doorway);
    return status;
}

static int serve(int port, bool open) {
    House house = {.tables = tables_enter(NULL), .hash_left = HASH_TOTAL_MB};
    SiteHost host = {
        .context = &house, .open = open_visit, .line = hand_line, .close = close_visit};
    char error[SITE_ERROR_MAX];
    Site *site = site_open(port, (const char *)SERVED_PAGE, SERVED_PAGE_SIZE, &host, error);
    if (!site) {
        complain("%s", error);
        tables_leave(house.tables);
        return EXIT_MACHINE;
    }
    int status = receive(&house, site, open);
    site_close(site);
    doorway_free(&house.doorway);
    tables_leave(house.tables);
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
    complain("web takes no operands");
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
