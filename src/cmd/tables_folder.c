// SPDX-License-Identifier: MIT
#include "roek/cmd/tables_folder.h"

#include "roek/cmd/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* The variable's value, or NULL if it is unset or empty. */
static const char *environment(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static bool find_folder(const char *given, char out[PATH_MAX]) {
    const char *own = given ? given : environment("ROEK_TABLES");
    const char *data = environment("XDG_DATA_HOME"), *home = environment("HOME");
    int n = own    ? snprintf(out, PATH_MAX, "%s", own)
            : data ? snprintf(out, PATH_MAX, "%s/roek/tables", data)
            : home ? snprintf(out, PATH_MAX, "%s/.local/share/roek/tables", home)
                   : 0;
    return n > 0 && n < PATH_MAX;
}

bool tables_folder(const char *given, char out[PATH_MAX]) {
    if (find_folder(given, out)) return true;
    complain("no folder for tables; name one with --folder");
    return false;
}

Tables *tables_enter(const char *folder) {
    char found[PATH_MAX];
    errno = 0;
    Tables *tables = find_folder(folder, found) ? tables_open(found) : NULL;
    if (!tables && errno == ENOMEM) complain_memory();
    return tables;
}

void tables_leave(Tables *tables) {
    if (tables_lack_memory(tables)) complain_memory();
    tables_free(tables);
}

void syzygy_leave(Syzygy *syzygy) {
    if (syzygy_is_lost(syzygy)) complain_tablebase();
    syzygy_close(syzygy);
}
