// SPDX-License-Identifier: MIT
#include "cmd/common/tablebase_folder.h"

#include "base/os/xdg_dirs.h"
#include "base/text/text.h"
#include "cmd/common/command.h"

#include <errno.h>

static bool find_folder(const char *given, char out[PATH_MAX]) {
    const char *own = given ? given : environment("ROEK_TABLES");
    char data[PATH_MAX];
    if (!own && !own_folder(OWN_DATA, data, sizeof data)) return false;
    Text text = text_on(out, PATH_MAX);
    text_format(&text, own ? "%s" : "%s/tables", own ? own : data);
    return !text.failed && *out;
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
