// SPDX-License-Identifier: MIT
//
// How a browser is told an address that is a secret: where everybody may see the words a program is
// started with, they name a page that only its owner can read, and that leads on.
#ifndef SERVER_BROWSER_LAUNCH_H
#define SERVER_BROWSER_LAUNCH_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct {
    char *path; // of the page, or the address itself; NULL: no browser is told
    atomic_bool open;
} BrowserLaunch;

/* Writes the page, where there is a screen for browsers, and a folder for such files.  The doorway
 * is zeroed before. */
void browser_launch_prepare(BrowserLaunch *launch, const char *address);

/* Lets a browser come by it.  Whether that works is not our concern. */
void browser_launch_open(const BrowserLaunch *launch);

/* Removes the page, from any thread and as often as one likes. */
void browser_launch_remove_page(BrowserLaunch *launch);

/* Closes it, when nobody else can any more. */
void browser_launch_free(BrowserLaunch *launch);

#endif
