// SPDX-License-Identifier: MIT
#include "cmd/common/tablebase_folder.h"

#include "base/os/xdg_dirs.h"
#include "base/text/text.h"
#include "cmd/common/command.h"

#include <errno.h>

static bool find_folder(const char *given, char out[PATH_MAX]) {
    const char *own = given ? given : env_get("ROEK_TABLES");
    char data[PATH_MAX];
    if (!own && !xdg_dir(XDG_DATA, data, sizeof data)) return false;
    Text text = text_on(out, PATH_MAX);
    text_format(&text, own ? "%s" : "%s/tables", own ? own : data);
    return !text.failed && *out;
}

bool tablebase_folder_path(const char *given, char out[PATH_MAX]) {
    if (find_folder(given, out)) return true;
    print_error("no folder for tables; name one with --folder");
    return false;
}

RkTablebase *tablebase_folder_open(const char *folder) {
    char found[PATH_MAX];
    errno = 0;
    RkTablebase *tables = find_folder(folder, found) ? rk_tablebase_open(found) : NULL;
    if (!tables && errno == ENOMEM) print_memory_error();
    return tables;
}

void tablebase_folder_close(RkTablebase *tables) {
    if (rk_tablebase_ran_out_of_memory(tables)) print_memory_error();
    rk_tablebase_free(tables);
}

void syzygy_close_with_errors(Syzygy *syzygy) {
    if (syzygy_has_read_error(syzygy)) print_tablebase_error();
    syzygy_close(syzygy);
}
