// SPDX-License-Identifier: MIT
//
// What `roek web` keeps in the data folder, so that addresses stay the same from start to start:
//
//     web.key          the key, which only our user may read
//     web.html         a page that leads a browser to the address, likewise
//     web-PORT.lock    locked while a server runs on this port
//     web.lock         locked while a server starts: two that start at once do it one after another
//
// Locks end with the process that has them, so a server that was killed leaves nothing that counts.
// Without a data folder everything works, but for one run.
#ifndef SERVER_WEB_DATA_FOLDER_H
#define SERVER_WEB_DATA_FOLDER_H

#include "base/file/file.h"

#include <limits.h>

enum { WEB_KEY_SIZE = 2 * 16 + 1 };

typedef struct {
    char folder[PATH_MAX]; // "": there is none
    char key[WEB_KEY_SIZE];
    int port; // of the server that runs already, or of ours; 0: none
    FileLock starting, serving;
    bool is_starting, is_serving;
} WebDataFolder;

/* Begins a start: waits until no other server starts, and looks for one that runs.  False after a
 * complaint. */
bool web_data_enter(WebDataFolder *home);

/* Reads the key; makes one if there is none that is secret, or if a `fresh` one is wanted.  False
 * after a complaint. */
bool web_data_key(WebDataFolder *home, bool fresh);

/* Our server runs on this port. */
void web_data_serve(WebDataFolder *home, int port);

/* The start is over, however it ended. */
void web_data_started(WebDataFolder *home);

/* Our server has ended. */
void web_data_leave(WebDataFolder *home);

#endif
