// SPDX-License-Identifier: MIT
//
// How a browser gets an address that holds a secret.  Every user of a machine can see the words a
// program is started with.  So the browser is started on a page that only our user can read, and
// that leads on to the address.  On Windows, where other users do not see these words, the browser
// is started on the address itself.
#ifndef SERVER_BROWSER_LAUNCH_H
#define SERVER_BROWSER_LAUNCH_H

/* Opens a browser where there is a screen for one.  The page is FOLDER/web.html; without a folder
 * ("") no browser is opened.  Warns when the page cannot be written. */
void browser_launch(const char *folder, const char *address);

#endif
