// SPDX-License-Identifier: MIT
//
// A small server of HTTP/1.1 on the loopback address, on one thread that never waits for anybody.
// It answers requests and keeps streams open; who may have what is its host's affair.
//
// Somebody who has not been welcome yet is a stranger.  There is room for few of them: one more
// makes the oldest leave, as does anybody who comes when all places are taken, so that strangers,
// however many and however patient, keep nobody out.
// Who neither reads nor writes for a while when it is his turn leaves, too.
#ifndef SERVER_HTTP_SERVER_H
#define SERVER_HTTP_SERVER_H

#include "base/text/text.h"
#include "server/http.h"

typedef struct HttpServer HttpServer;
typedef struct HttpConnection HttpConnection; // a connection

enum { HTTP_CONNECTIONS_MAX = 64, HTTP_UNAUTHENTICATED_MAX = 32, HTTP_BODY_MAX = 8 << 20 };

/* What answers.  All calls come from the server's thread and must be quick. */
typedef struct {
    void *context;
    const char *headers; // of every answer, each with its line end
    /* May whoever asks this come in?  If not, the body is not kept. */
    bool (*is_authorized)(void *context, const HttpRequest *request);
    /* Answers a request by one of the calls below.  A body that did not fit has failed. */
    void (*answer)(void *context, HttpConnection *connection, const HttpRequest *request,
                   const Text *body);
} HttpHandler;

/* An answer without an end: what is told as it comes. */
typedef struct {
    void *context;
    /* Puts at most so many bytes there; how many, or less than 0 at the end. */
    ptrdiff_t (*fill)(void *context, char *bytes, size_t most);
    /* The connection has ended, whoever ended it. */
    void (*closed)(void *context);
} HttpStream;

/* The data is not copied, it must stay until it was sent. */
void http_connection_answer(HttpConnection *connection, int status, const char *type,
                            const char *data, size_t size);
void http_connection_stream(HttpConnection *connection, const char *type, const HttpStream *stream);

/* Listens on the port, 0: any that is free.  NULL with errno. */
HttpServer *http_server_new(int port, const HttpHandler *host);
int http_server_port(const HttpServer *server);

/* Begins to serve; false if the system has no thread left. */
bool http_server_start(HttpServer *server);

/* Streams have something to take; from any thread. */
void http_server_wake(HttpServer *server);

/* Ends all connections; `server` may be NULL. */
void http_server_free(HttpServer *server);

#endif
