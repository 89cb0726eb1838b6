// SPDX-License-Identifier: MIT
//
// Opens the user's browser at a secret address.
//
// On POSIX systems every user can read the arguments of a process.  So the browser is started with
// the path of a temporary page that only its owner can read, and that page redirects to the
// address.  On Windows the address itself is passed.
#ifndef SERVER_BROWSER_LAUNCH_H
#define SERVER_BROWSER_LAUNCH_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct {
    char *path;       // of the page, or the address itself; NULL: no browser will be started
    atomic_bool open; // the page exists
} BrowserLaunch;

/* Writes the page, if there is a display and a folder for temporary files.  The caller zeroes
 * `launch` before. */
void browser_launch_prepare(BrowserLaunch *launch, const char *address);

/* Starts the browser.  Failure is ignored: the address is printed as well. */
void browser_launch_open(const BrowserLaunch *launch);

/* Removes the page.  Any thread may call it, any number of times. */
void browser_launch_remove_page(BrowserLaunch *launch);

/* Removes the page and frees `launch`.  No other thread may use it any more. */
void browser_launch_free(BrowserLaunch *launch);

#endif
