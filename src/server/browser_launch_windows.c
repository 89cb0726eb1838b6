// SPDX-License-Identifier: MIT
#include "server/browser_launch.h"

#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <objbase.h>
#include <shellapi.h>

/* Other users cannot read the arguments of a process here: the address itself is passed. */
void browser_launch_prepare(BrowserLaunch *launch, const char *address) {
    launch->path = strdup(address);
}

void browser_launch_open(const BrowserLaunch *launch) {
    if (!launch->path) return;
    CoInitializeEx(NULL,
                   COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE); // some browsers want it
    ShellExecuteA(NULL, "open", launch->path, NULL, NULL, SW_SHOWNORMAL);
}

void browser_launch_remove_page(BrowserLaunch *launch) {
    atomic_store(&launch->open, false);
}

void browser_launch_free(BrowserLaunch *launch) {
    free(launch->path);
    launch->path = NULL;
}
