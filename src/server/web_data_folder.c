// SPDX-License-Identifier: MIT
#include "server/web_data_folder.h"

#include "base/os/clock.h"
#include "base/os/platform.h"
#include "base/os/xdg_dirs.h"
#include "base/text/text.h"
#include "cmd/common/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    START_MS = 10000, // another start may take this long
    POLL_MS = 10,
    PORT_MAX = 65535,
    SERVERS_MAX = 64, // of this data folder
    NAME_MAX_BYTES = 32
};

static const char KEY_NAME[] = "web.key", START_NAME[] = "web.lock";
static const char PORT_PREFIX[] = "web-", PORT_SUFFIX[] = ".lock";

/* The folder leaves room for every name of ours. */
static void path_of(const WebDataFolder *home, const char *name, char out[PATH_MAX]) {
    Text path = text_on(out, PATH_MAX);
    text_format(&path, "%s/%s", home->folder, name);
}

static void port_path(const WebDataFolder *home, int port, char out[PATH_MAX]) {
    char name[NAME_MAX_BYTES];
    snprintf(name, sizeof name, "%s%d%s", PORT_PREFIX, port, PORT_SUFFIX);
    path_of(home, name, out);
}

// Which server runs.

typedef struct {
    int ports[SERVERS_MAX];
    int count;
} Servers;

/* Notes the port of a name such as "web-7665.lock". */
static void note_port(void *context, const char *name) {
    Servers *found = context;
    size_t prefix = sizeof PORT_PREFIX - 1, suffix = sizeof PORT_SUFFIX - 1, length = strlen(name);
    char digits[8];
    int64_t port;
    if (length <= prefix + suffix || length - prefix - suffix >= sizeof digits) return;
    if (strncmp(name, PORT_PREFIX, prefix) != 0) return;
    if (strcmp(name + length - suffix, PORT_SUFFIX) != 0) return;
    memcpy(digits, name + prefix, length - prefix - suffix);
    digits[length - prefix - suffix] = '\0';
    if (!text_to_int(digits, 1, PORT_MAX, &port) || found->count == SERVERS_MAX) return;
    found->ports[found->count++] = (int)port;
}

/* A lock that can be had belongs to no server any more; it is removed. */
static bool is_served(const WebDataFolder *home, int port) {
    char path[PATH_MAX];
    FileLock claim;
    port_path(home, port, path);
    FileLockResult result = file_lock(path, &claim);
    if (result == FILE_LOCK_HELD) file_unlock(path, &claim);
    return result == FILE_LOCK_BUSY;
}

/* The lowest port with a server; 0: there is none. */
static int running_port(const WebDataFolder *home) {
    Servers found = {.count = 0};
    int lowest = 0;
    file_list(home->folder, note_port, &found);
    for (int i = 0; i < found.count; i++)
        if (is_served(home, found.ports[i]) && (!lowest || found.ports[i] < lowest))
            lowest = found.ports[i];
    return lowest;
}

// Starting.

/* Goes on without a folder, for the reason in errno. */
static bool do_without(WebDataFolder *home) {
    print_warning("nothing can be kept in '%s': %s; the key of the page changes with each start",
                  home->folder, strerror(errno));
    home->folder[0] = '\0';
    return true;
}

static bool lock_start(WebDataFolder *home) {
    char path[PATH_MAX];
    int64_t deadline = clock_ms() + START_MS;
    path_of(home, START_NAME, path);
    for (;;) {
        FileLockResult result = file_lock(path, &home->starting);
        home->is_starting = result == FILE_LOCK_HELD;
        if (result == FILE_LOCK_HELD) return true;
        if (result == FILE_LOCK_FAILED) return do_without(home);
        if (clock_ms() >= deadline) break;
        clock_sleep_ms(POLL_MS);
    }
    print_error("another 'roek web' holds '%s' and does not finish its start", path);
    return false;
}

bool web_data_enter(WebDataFolder *home) {
    *home = (WebDataFolder){0};
    if (!xdg_dir(XDG_DATA, home->folder, sizeof home->folder - NAME_MAX_BYTES)) {
        home->folder[0] = '\0';
        return true;
    }
    if (!file_make_folders(home->folder)) return do_without(home);
    if (!lock_start(home)) return false;
    if (home->is_starting) home->port = running_port(home);
    return true;
}

void web_data_serve(WebDataFolder *home, int port) {
    char path[PATH_MAX];
    home->port = port;
    if (!home->folder[0]) return;
    port_path(home, port, path);
    home->is_serving = file_lock(path, &home->serving) == FILE_LOCK_HELD;
}

void web_data_started(WebDataFolder *home) {
    char path[PATH_MAX];
    if (!home->is_starting) return;
    home->is_starting = false;
    path_of(home, START_NAME, path);
    file_unlock(path, &home->starting);
}

void web_data_leave(WebDataFolder *home) {
    char path[PATH_MAX];
    web_data_started(home);
    if (!home->is_serving) return;
    home->is_serving = false;
    port_path(home, home->port, path);
    file_unlock(path, &home->serving);
}

// The key.

static bool is_hex(char c) {
    return char_is_digit(c) || (c >= 'a' && c <= 'f');
}

static bool is_key(const char *text, size_t length) {
    bool ended = length == WEB_KEY_SIZE && text[length - 1] == '\n';
    if (!ended && length != WEB_KEY_SIZE - 1) return false;
    for (size_t i = 0; i < WEB_KEY_SIZE - 1; i++)
        if (!is_hex(text[i])) return false;
    return true;
}

/* False if there is none, or if others may have read it. */
static bool read_key(const char *path, char out[WEB_KEY_SIZE]) {
    FileContents file;
    if (!file_is_private(path) || !file_load(path, &file)) return false;
    bool good = is_key((const char *)file.data, file.size);
    if (good) memcpy(out, file.data, WEB_KEY_SIZE - 1);
    out[WEB_KEY_SIZE - 1] = '\0';
    file_contents_free(&file);
    return good;
}

static bool make_key(char out[WEB_KEY_SIZE]) {
    unsigned char bytes[(WEB_KEY_SIZE - 1) / 2];
    if (!platform_entropy(bytes, sizeof bytes)) return false;
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static void keep_key(const WebDataFolder *home, const char *path) {
    FileChunk parts[] = {{home->key, WEB_KEY_SIZE - 1}, {"\n", 1}};
    if (file_replace_private(path, parts, 2)) return;
    print_warning("cannot write '%s': %s; the key of the page holds for this run alone", path,
                  strerror(errno));
}

bool web_data_key(WebDataFolder *home, bool fresh) {
    char path[PATH_MAX] = "";
    if (home->folder[0]) path_of(home, KEY_NAME, path);
    if (*path && !fresh && read_key(path, home->key)) return true;
    if (home->port) {
        print_error("'roek web' runs on port %d with %s; end it first", home->port,
                    fresh ? "the old key" : "a key that cannot be read any more");
        return false;
    }
    if (!make_key(home->key)) {
        print_error("the system has no random numbers");
        return false;
    }
    if (*path) keep_key(home, path);
    return true;
}
