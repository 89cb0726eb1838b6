// SPDX-License-Identifier: MIT
//
// roek web: the browser page, served from this program, with the session behind it.
#include "base/os/interrupt.h"
#include "base/os/platform.h"
#include "cmd/common/command.h"
#include "cmd/common/tablebase_folder.h"
#include "search/engine.h"
#include "server/browser_launch.h"
#include "server/web_app.h"
#include "server/web_sessions.h"

#include <stdio.h>

extern const unsigned char SERVED_PAGE[];
extern const size_t SERVED_PAGE_SIZE;

enum { HASH_USUAL_MB = 128 };

/* What the command line says. */
typedef struct {
    int64_t port, threads, hash;
    bool no_open;
} Wish;

/* Until an interrupt; without the address no user can come. */
static int serve_until_interrupt(BrowserLaunch *launch, const WebApp *app, bool open) {
    interrupt_watch(INTERRUPT_ALL);
    if (open) browser_launch_prepare(launch, web_app_address(app));
    printf("%s\n", web_app_address(app));
    int status = finish_output(EXIT_DONE);
    if (status == EXIT_DONE) browser_launch_open(launch);
    while (status == EXIT_DONE && !interrupt_pending()) interrupt_sleep(3600000);
    browser_launch_remove_page(launch);
    return status;
}

static int serve_page(WebSessions *sessions, BrowserLaunch *launch, const Wish *wish) {
    WebAppHandler host = web_sessions_host(sessions);
    char error[WEB_APP_ERROR_MAX];
    WebApp *app =
        web_app_open((int)wish->port, (const char *)SERVED_PAGE, SERVED_PAGE_SIZE, &host, error);
    if (!app) {
        print_error("%s", error);
        return EXIT_MACHINE;
    }
    int status = serve_until_interrupt(launch, app, !wish->no_open);
    web_app_close(app);
    return status;
}

/* Who opens a window has read the address. */
static void on_opened(void *context) {
    browser_launch_remove_page(context);
}

static int serve(const Wish *wish) {
    BrowserLaunch launch = {0};
    WebSessionsOptions options = {.tables = tablebase_folder_open(NULL),
                                  .threads = (int)wish->threads,
                                  .hash = wish->hash,
                                  .opened = on_opened,
                                  .context = &launch};
    WebSessions *sessions = web_sessions_new(&options);
    int status = EXIT_MACHINE;
    if (sessions)
        status = serve_page(sessions, &launch, wish);
    else
        print_memory_error();
    web_sessions_free(sessions);
    interrupt_release();
    browser_launch_free(&launch);
    tablebase_folder_close(options.tables);
    return status;
}

static int usual_threads(void) {
    int processors = platform_cpu_count();
    return processors < ENGINE_THREADS_MAX ? processors : ENGINE_THREADS_MAX;
}

static int run(const Command *self, int argc, char **argv) {
    Wish wish = {.threads = usual_threads(), .hash = HASH_USUAL_MB};
    Operands rest;
    const Option options[] = {
        {"port", 'p', OPTION_INT, &wish.port, "N",
         "listen on this port; 0 (the default): any free one", 0, 65535},
        {"no-open", 0, OPTION_FLAG, &wish.no_open, NULL, "do not open a browser", 0, 0},
        {"threads", 't', OPTION_INT, &wish.threads, "N",
         "threads of a search (default: all processors)", 1, ENGINE_THREADS_MAX},
        {"hash", 0, OPTION_INT, &wish.hash, "MB", "memory of a search (default 128)", 1, 1 << 20},
        {0}};
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (rest.count == 0) return serve(&wish);
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
        "with the solved endings at hand.  Each search uses all processors and 128 MB, unless\n"
        "--threads and --hash say otherwise.\n"
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
