// SPDX-License-Identifier: MIT
#include "base/os/xdg_dirs.h"

#include "base/text/text.h"

#include <stdlib.h>

static const char *const VARIABLE[] = {
    [XDG_STATE] = "XDG_STATE_HOME", [XDG_DATA] = "XDG_DATA_HOME"};
static const char *const HOME_SUBFOLDER[] = {
    [XDG_STATE] = ".local/state", [XDG_DATA] = ".local/share"};

/* Windows has no HOME variable, but LOCALAPPDATA. */
#ifdef _WIN32
static const char LOCAL[] = "LOCALAPPDATA";
#else
static const char LOCAL[] = "";
#endif

const char *env_get(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

bool xdg_dir(XdgDir kind, char *out, size_t size) {
    const char *named = env_get(VARIABLE[kind]), *home = env_get("HOME");
    if (!named && *LOCAL) named = env_get(LOCAL);
    Text text = text_on(out, size);
    if (named)
        text_format(&text, "%s/roek", named);
    else if (home)
        text_format(&text, "%s/%s/roek", home, HOME_SUBFOLDER[kind]);
    return !text.failed && (named || home);
}
