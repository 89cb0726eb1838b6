// SPDX-License-Identifier: MIT
//
// Serves one page on the loopback address, and exchanges lines with every window that shows it.
//
//     GET  /                   the page, for everybody: it holds no secret
//     GET  /events             what is said to this window, as server-sent events; the first one
//                              names the number of the conversation
//     POST /lines?session=N    a line of the window's
//
// All but the page needs "Authorization: Bearer KEY", and nothing else is answered without it.
// Windows get the key by the fragment of the address that they are opened with, which browsers do
// not send.  Requests must name this very server as their host, and come from its own page if a
// browser says where they come from: no other page in the browser, and no other name for
// 127.0.0.1, gets in.
// Bodies, connections, conversations, how fast they come and what waits on either side are limited;
// clients that are slow or gone cost nothing but their connection, and a connection that has not
// shown the key is closed for the next one when there are many (server/http_server.h).
#ifndef SERVER_PAGE_SERVER_H
#define SERVER_PAGE_SERVER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct PageServer PageServer;
typedef struct EventStream EventStream;

enum {
    PAGE_SERVER_STREAMS_MAX = 16,
    PAGE_SERVER_OPENS_PER_SECOND = 32,
    PAGE_SERVER_LINES_PER_SECOND = 1000, // from each window
    PAGE_SERVER_BODY_MAX = 8 << 20,
    PAGE_SERVER_ERROR_MAX = 200,
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
} PageHandler;

/* Sends a line to a window; any thread may call it.  Ends the stream if too many bytes wait because
 * the window does not read. */
void event_stream_send(EventStream *stream, const char *line, size_t length);

/* Sends an empty comment, so that a dead connection is noticed.  Call it every few seconds. */
void event_stream_ping(EventStream *stream);

/* Ends the stream, as if the window were gone. */
void event_stream_end(EventStream *stream);

typedef struct {
    int port, ports; // listens on the first free one of so many from there on; port 0: any
    const char *key; // stays the caller's, as the page does
    const char *page;
    size_t size;
    PageHandler host;
} PageServerOptions;

/* NULL, with the reason in words, if that cannot be done. */
PageServer *page_server_open(const PageServerOptions *options, char error[PAGE_SERVER_ERROR_MAX]);

int page_server_port(const PageServer *app);

/* Ends all streams and frees the server; `app` may be NULL. */
void page_server_close(PageServer *app);

#endif
