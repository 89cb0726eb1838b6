// SPDX-License-Identifier: MIT
//
// The sessions behind the page: one for each window, on a thread of its own, as all calls of a
// session come from one thread.
#ifndef SERVER_WEB_SESSIONS_H
#define SERVER_WEB_SESSIONS_H

#include "server/page_server.h"
#include "solve/race_tables/rk_tablebase.h"

typedef struct WebSessions WebSessions;

typedef struct {
    RkTablebase *tables; // solved endings; they outlive the windows
    int threads;         // of a search: without a word in its request, and at most
    int64_t hash;        // megabytes of a search whose request names none
} WebSessionsOptions;

/* NULL without memory. */
WebSessions *web_sessions_new(const WebSessionsOptions *options);

/* The callbacks of the page server. */
PageHandler web_sessions_host(WebSessions *sessions);

/* Waits until the session of each window has ended.  Close the page server before.
 * `sessions` may be NULL. */
void web_sessions_free(WebSessions *sessions);

#endif
