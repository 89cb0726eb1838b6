// SPDX-License-Identifier: MIT
#include "base/os/xdg_dirs.h"

#include "base/text/text.h"

#include <stdlib.h>

static const char *const VARIABLE[] = {
    [OWN_STATE] = "XDG_STATE_HOME", [OWN_DATA] = "XDG_DATA_HOME"};
static const char *const BELOW_HOME[] = {[OWN_STATE] = ".local/state", [OWN_DATA] = ".local/share"};

/* On Windows nobody has a home in that sense. */
#ifdef _WIN32
static const char LOCAL[] = "LOCALAPPDATA";
#else
static const char LOCAL[] = "";
#endif

const char *environment(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

bool own_folder(OwnFolder kind, char *out, size_t size) {
    const char *named = environment(VARIABLE[kind]), *home = environment("HOME");
    if (!named && *LOCAL) named = environment(LOCAL);
    Text text = text_on(out, size);
    if (named)
        text_format(&text, "%s/roek", named);
    else if (home)
        text_format(&text, "%s/%s/roek", home, BELOW_HOME[kind]);
    return !text.failed && (named || home);
}
