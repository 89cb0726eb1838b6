// SPDX-License-Identifier: MIT
#ifdef ROEK_HAVE_MICROHTTPD

#include "roek/net/mhd.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* A pointer to data cannot be cast to one to a function, but POSIX promises that it is one. */
static bool find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

bool mhd_load(Mhd *out) {
    static const char *const NAMES[] = {"libmicrohttpd.so.12", "libmicrohttpd.so"};
    *out = (Mhd){0};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES && !out->library; i++)
        out->library = dlopen(NAMES[i], RTLD_NOW | RTLD_LOCAL);
    if (!out->library) return false;
    bool all = true;
#define MHD_FIND(name) all = all && find(out->library, "MHD_" #name, &out->name);
    MHD_FUNCTIONS(MHD_FIND)
    if (!all) mhd_unload(out);
    return all;
}

void mhd_unload(Mhd *mhd) {
    if (mhd->library) dlclose(mhd->library);
    mhd->library = NULL;
}

#endif
