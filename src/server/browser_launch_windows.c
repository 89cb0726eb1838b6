// SPDX-License-Identifier: MIT
#include "server/browser_launch.h"

#include <windows.h>

#include <objbase.h>
#include <shellapi.h>

/* Some browsers want to be started in an apartment. */
void browser_launch(const char *folder, const char *address) {
    (void)folder;
    CoInitializeEx(NULL, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE);
    ShellExecuteA(NULL, "open", address, NULL, NULL, SW_SHOWNORMAL);
}
