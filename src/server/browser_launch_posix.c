// SPDX-License-Identifier: MIT
#include "server/browser_launch.h"

#include "base/file/file.h"
#include "base/os/xdg_dirs.h"
#include "base/text/text.h"
#include "cmd/common/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Named from the root, as a browser that runs already may be in another folder. */
static char *page_path(const char *folder) {
    char *root = realpath(folder, NULL);
    Text path = text_growing();
    if (root) text_format(&path, "%s/web.html", root);
    free(root);
    char *copy = root && !path.failed ? strdup(text_get(&path)) : NULL;
    text_free(&path);
    return copy;
}

static bool write_page(const char *path, const char *address) {
    Text page = text_growing();
    text_format(&page,
                "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Roek</title>\n"
                "<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n<a href=\"%s\">Roek</a>\n",
                address, address);
    FileChunk part = {text_get(&page), page.used};
    bool written = !page.failed && file_replace_private(path, &part, 1);
    text_free(&page);
    return written;
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

void browser_launch(const char *folder, const char *address) {
    char program[] = "xdg-open";
    if (!*folder || (!env_get("DISPLAY") && !env_get("WAYLAND_DISPLAY"))) return;
    char *path = page_path(folder);
    char *argv[] = {program, path, NULL};
    if (path && write_page(path, address))
        start_apart(argv);
    else
        print_warning("no browser is opened: cannot write a page into '%s': %s", folder,
                      strerror(errno));
    free(path);
}
