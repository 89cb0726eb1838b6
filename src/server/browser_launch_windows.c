// SPDX-License-Identifier: MIT
#include "server/browser_launch.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <objbase.h>
#include <shellapi.h>

/* Other users do not see the words here: the address itself is told. */
void doorway_build(Doorway *doorway, const char *address) {
    doorway->path = strdup(address);
}

void doorway_show(const Doorway *doorway) {
    if (!doorway->path) return;
    CoInitializeEx(NULL,
                   COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE); // some browsers want it
    ShellExecuteA(NULL, "open", doorway->path, NULL, NULL, SW_SHOWNORMAL);
}

void doorway_close(Doorway *doorway) {
    atomic_store(&doorway->open, false);
}

void doorway_free(Doorway *doorway) {
    free(doorway->path);
    doorway->path = NULL;
}
