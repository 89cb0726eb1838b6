// SPDX-License-Identifier: MIT
//
// One page on the loopback address, and a conversation with every window that shows it.
//
//     GET  /TOKEN/              the page
//     GET  /TOKEN/events        what is said to this window, as server-sent events; the first one
//                               tells the number of the conversation
//     POST /TOKEN/lines?session=N    a line of the window's
//
// The token is random, new for every server: who does not know it gets nothing.  Requests must name
// this very server as their host, and come from its own page if a browser says where they come
// from: no other page in the browser, and no name that somebody points at 127.0.0.1, gets in.
// Bodies, connections, conversations, how fast they come and what waits on either side are limited;
// clients that are slow or gone cost nothing but their connection, and who does not know the token
// loses it to the next one when there are many (server/http_server.h).
#ifndef SERVER_WEB_APP_H
#define SERVER_WEB_APP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct WebApp WebApp;
typedef struct EventStream EventStream;

enum {
    WEB_APP_STREAMS_MAX = 16,
    WEB_APP_OPENS_PER_SECOND = 32,
    WEB_APP_LINES_PER_SECOND = 1000, // of each conversation
    WEB_APP_BODY_MAX = 8 << 20,
    WEB_APP_ERROR_MAX = 200,
    WEB_APP_ADDRESS_MAX = 96,
};

/* What is behind the page.  All calls come from the server's thread and must be quick. */
typedef struct {
    void *context;
    /* A window opened a conversation; what is returned goes to the others, NULL refuses it. */
    void *(*open)(void *context, EventStream *stream);
    /* It sent a line; false if no more can be taken at the moment. */
    bool (*line)(void *client, const char *line, size_t length);
    /* It has gone: when this returns, nobody says anything to its talk any more. */
    void (*close)(void *client);
} WebAppHandler;

/* Says a line to a window, from any thread.  Too much for a window that does not listen ends the
 * conversation. */
void event_stream_send(EventStream *stream, const char *line, size_t length);

/* Says nothing, but finds out whether the window is still there; to be done every few seconds. */
void event_stream_ping(EventStream *stream);

/* Ends the conversation, as if the window had gone. */
void event_stream_end(EventStream *stream);

/* Serves the page, which stays the caller's; port 0 takes any that is free.  NULL, with the reason
 * in words, if that cannot be done. */
WebApp *web_app_open(int port, const char *page, size_t size, const WebAppHandler *host,
                     char error[WEB_APP_ERROR_MAX]);

/* http://127.0.0.1:PORT/TOKEN/ */
const char *web_app_address(const WebApp *app);

/* Ends all conversations; `site` may be NULL. */
void web_app_close(WebApp *app);

#endif
