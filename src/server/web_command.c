// SPDX-License-Identifier: MIT
//
// roek web: the browser page, served from this program, with the session behind it.
#include "base/os/interrupt.h"
#include "base/os/platform.h"
#include "cmd/common/command.h"
#include "cmd/common/tablebase_folder.h"
#include "search/engine.h"
#include "server/browser_launch.h"
#include "server/page_server.h"
#include "server/web_data_folder.h"
#include "server/web_sessions.h"

#include <stdio.h>

extern const unsigned char SERVED_PAGE[];
extern const size_t SERVED_PAGE_SIZE;

enum { DEFAULT_PORT = 7665, PORTS_TRIED = 100, HASH_USUAL_MB = 128, ADDRESS_MAX = 96 };

/* What the command line says. */
typedef struct {
    int64_t port;          // -1: the usual one, or the next that is free
    int64_t threads, hash; // 0: not given
    bool no_open, new_key;
} WebOptions;

/* Prints the address of the page and opens a browser on it. */
static int show_address(const WebDataFolder *home, const WebOptions *opts) {
    char address[ADDRESS_MAX];
    snprintf(address, sizeof address, "http://127.0.0.1:%d/#key=%s", home->port, home->key);
    print_out("%s\n", address);
    int status = finish_output(EXIT_DONE);
    if (status == EXIT_DONE && !opts->no_open) browser_launch(home->folder, address);
    return status;
}

/* Until an interrupt; without the address no user can come. */
static int serve_until_interrupt(const WebDataFolder *home, const WebOptions *opts) {
    int status = show_address(home, opts);
    while (status == EXIT_DONE && !interrupt_pending()) interrupt_sleep(3600000);
    return status;
}

static int serve_page(WebDataFolder *home, WebSessions *sessions, const WebOptions *opts) {
    bool chosen = opts->port >= 0;
    PageServerOptions options = {.port = chosen ? (int)opts->port : DEFAULT_PORT,
                                 .ports = chosen ? 1 : PORTS_TRIED,
                                 .key = home->key,
                                 .page = (const char *)SERVED_PAGE,
                                 .size = SERVED_PAGE_SIZE,
                                 .host = web_sessions_host(sessions)};
    char error[PAGE_SERVER_ERROR_MAX];
    PageServer *app = page_server_open(&options, error);
    if (!app) {
        print_error("%s", error);
        return EXIT_MACHINE;
    }
    interrupt_watch(INTERRUPT_ALL);
    web_data_serve(home, page_server_port(app));
    web_data_started(home);
    int status = serve_until_interrupt(home, opts);
    page_server_close(app);
    return status;
}

static int usual_threads(void) {
    int processors = platform_cpu_count();
    return processors < ENGINE_THREADS_MAX ? processors : ENGINE_THREADS_MAX;
}

static int serve(WebDataFolder *home, const WebOptions *opts) {
    WebSessionsOptions options = {.tables = tablebase_folder_open(NULL),
                                  .threads = opts->threads ? (int)opts->threads : usual_threads(),
                                  .hash = opts->hash ? opts->hash : HASH_USUAL_MB};
    WebSessions *sessions = web_sessions_new(&options);
    int status = EXIT_MACHINE;
    if (sessions)
        status = serve_page(home, sessions, opts);
    else
        print_memory_error();
    web_sessions_free(sessions);
    interrupt_release();
    tablebase_folder_close(options.tables);
    return status;
}

/* A server of this data folder runs already: its address is shown, and it stays as it is. */
static int show_running(WebDataFolder *home, const WebOptions *opts) {
    web_data_started(home);
    if (opts->threads || opts->hash)
        print_warning("'roek web' runs already; --threads and --hash do not change it");
    return show_address(home, opts);
}

static int open_page(const WebOptions *opts) {
    WebDataFolder home;
    int status = EXIT_MACHINE;
    if (!web_data_enter(&home)) return status;
    if (web_data_key(&home, opts->new_key))
        status = home.port && opts->port < 0 ? show_running(&home, opts) : serve(&home, opts);
    web_data_leave(&home);
    return status;
}

static int run(const Command *self, int argc, char **argv) {
    WebOptions opts = {.port = -1};
    Operands rest;
    const Option options[] = {
        {"port", 'p', OPTION_INT, &opts.port, "N",
         "listen on this port, 0: any free one (default: 7665, or the next free one)", 0, 65535},
        {"no-open", 0, OPTION_FLAG, &opts.no_open, NULL, "do not open a browser", 0, 0},
        {"new-key", 0, OPTION_FLAG, &opts.new_key, NULL, "make another key: old addresses end", 0,
         0},
        {"threads", 't', OPTION_INT, &opts.threads, "N",
         "threads of a search (default: all processors)", 1, ENGINE_THREADS_MAX},
        {"hash", 0, OPTION_INT, &opts.hash, "MB", "memory of a search (default 128)", 1, 1 << 20},
        {0}};
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (rest.count == 0) return open_page(&opts);
    print_error("web takes no operands");
    return EXIT_MISUSE;
}

const Command command_web = {
    .name = "web",
    .synopsis = "web [OPTIONS]",
    .summary = "Play, analyse and solve in a browser",
    .details =
        "Serves a page on this machine alone, until Ctrl-C, and prints its address.  The address\n"
        "holds a key, and only who has it can use the page.  The key is kept in the data folder\n"
        "($XDG_DATA_HOME/roek, else ~/.local/share/roek, on Windows %LOCALAPPDATA%\\roek) and\n"
        "stays the same, so that bookmarks of the address and restored tabs work after the next\n"
        "start, too.  --new-key makes another key.\n"
        "\n"
        "A second 'roek web' prints the address of the one that runs, and ends.  Every window has\n"
        "a session of its own, with the solved endings at hand.  Each search uses all processors\n"
        "and 128 MB, unless --threads and --hash say otherwise.\n"
        "\n"
        "Where there is a screen a browser is opened.  It gets the address by a file in the data\n"
        "folder that no other user can read.  If your browser may not read it either, as those in\n"
        "a sandbox (snap), give it the address that is printed.\n"
        "\n"
        "'make web' builds the same page as one file that needs no server.\n"
        "\n"
        "Examples:\n"
        "  $ roek web --port 8123 --no-open\n",
    .run = run,
};
