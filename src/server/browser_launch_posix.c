// SPDX-License-Identifier: MIT
#include "server/browser_launch.h"

#include "base/file/file.h"
#include "base/text/text.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* A new file in a folder with an absolute path, as the browser may have another
 * working directory. */
static char *create_in(const char *folder) {
    if (!folder || folder[0] != '/') return NULL;
    Text place = text_growing();
    text_format(&place, "%s/roek", folder);
    char *path = place.failed ? NULL : file_make_temporary(text_get(&place), ".html");
    text_free(&place);
    return path;
}

static char *create_page(void) {
    char *path = create_in(variable("XDG_RUNTIME_DIR"));
    if (!path) path = create_in(variable("TMPDIR"));
    return path ? path : create_in("/tmp");
}

static bool write_page(const char *path, const char *address) {
    Text page = text_growing();
    text_format(&page,
                "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Roek</title>\n"
                "<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n<a href=\"%s\">Roek</a>\n",
                address, address);
    bool written = !page.failed && file_replace(path, &(FileChunk){page.data, page.used}, 1);
    text_free(&page);
    return written;
}

void browser_launch_prepare(BrowserLaunch *launch, const char *address) {
    if (!variable("DISPLAY") && !variable("WAYLAND_DISPLAY")) return;
    launch->path = create_page();
    atomic_store(&launch->open, launch->path != NULL);
    if (launch->path && !write_page(launch->path, address)) browser_launch_free(launch);
}

static const short APART = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF;

/* The browser may outlive this program, so it inherits nothing: it gets /dev/null as its streams, a
 * process group of its own (Ctrl-C does not reach it), and the default action of SIGXFSZ, which
 * this program ignores. */
static void start_apart(char *const argv[]) {
    extern char **environ;
    pid_t child;
    posix_spawnattr_t how;
    posix_spawn_file_actions_t streams;
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGXFSZ);
    if (posix_spawnattr_init(&how) != 0) return;
    if (posix_spawn_file_actions_init(&streams) == 0) {
        posix_spawnattr_setflags(&how, APART);
        posix_spawnattr_setsigdefault(&how, &usual);
        for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
            posix_spawn_file_actions_addopen(&streams, fd, "/dev/null", O_RDWR, 0);
        posix_spawnp(&child, argv[0], &streams, &how, argv, environ);
        posix_spawn_file_actions_destroy(&streams);
    }
    posix_spawnattr_destroy(&how);
}

void browser_launch_open(const BrowserLaunch *launch) {
    char program[] = "xdg-open";
    char *argv[] = {program, launch->path, NULL};
    if (launch->path) start_apart(argv);
}

void browser_launch_remove_page(BrowserLaunch *launch) {
    if (atomic_exchange(&launch->open, false)) unlink(launch->path);
}

void browser_launch_free(BrowserLaunch *launch) {
    browser_launch_remove_page(launch);
    free(launch->path);
    launch->path = NULL;
}
