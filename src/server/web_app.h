// SPDX-License-Identifier: MIT
//
// Serves one page on the loopback address, and exchanges lines with every window that shows it.
//
//     GET  /TOKEN/              the page
//     GET  /TOKEN/events        the lines for this window, as server-sent events; the first event
//                               carries the number of the stream
//     POST /TOKEN/lines?session=N    a line from the window with stream N
//
// The token is random and new for every server; requests without it are refused.  The Host field
// must name this server, which stops DNS rebinding.  The Origin field, if the browser sends one,
// must be its own page, which stops requests from other pages.
//
// All resources are limited: the size of bodies, the number of connections and streams, their rate,
// and the bytes that wait in either direction.  A slow or dead client loses its connection; so does
// a client without the token when there are many (server/http_server.h).
#ifndef SERVER_WEB_APP_H
#define SERVER_WEB_APP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct WebApp WebApp;
typedef struct EventStream EventStream;

enum {
    WEB_APP_STREAMS_MAX = 16,
    WEB_APP_OPENS_PER_SECOND = 32,
    WEB_APP_LINES_PER_SECOND = 1000, // from each window
    WEB_APP_BODY_MAX = 8 << 20,
    WEB_APP_ERROR_MAX = 200,
    WEB_APP_ADDRESS_MAX = 96,
};

/* The application behind the page.  The server's thread calls it, so the functions must return
 * quickly. */
typedef struct {
    void *context;
    /* A window opened an event stream.  Returns a client, which is passed to the other functions;
     * NULL refuses the window. */
    void *(*open)(void *context, EventStream *stream);
    /* The window sent a line.  Returns false if the client cannot take it at the moment. */
    bool (*line)(void *client, const char *line, size_t length);
    /* It has gone: when this returns, no thread uses its talk any more. */
    void (*close)(void *context, void *client);
} WebAppHandler;

/* Sends a line to a window; any thread may call it.  Ends the stream if too many bytes wait because
 * the window does not read. */
void event_stream_send(EventStream *stream, const char *line, size_t length);

/* Sends an empty comment, so that a dead connection is noticed.  Call it every few seconds. */
void event_stream_ping(EventStream *stream);

/* Ends the stream, as if the window were gone. */
void event_stream_end(EventStream *stream);

/* Serves the page, which the caller keeps valid; port 0 takes any free one.  Returns NULL with the
 * reason in `error` on failure. */
WebApp *web_app_open(int port, const char *page, size_t size, const WebAppHandler *host,
                     char error[WEB_APP_ERROR_MAX]);

/* http://127.0.0.1:PORT/TOKEN/ */
const char *web_app_address(const WebApp *app);

/* Ends all streams and frees the server; `app` may be NULL. */
void web_app_close(WebApp *app);

#endif
