// SPDX-License-Identifier: MIT
//
// A small HTTP/1.1 server on the loopback address.  Its single thread never blocks on a client.  It
// answers requests and keeps streams open; its handler decides who is authorized.
//
// A connection is unauthenticated until the handler has accepted a request of it.  At most
// HTTP_UNAUTHENTICATED_MAX connections are: one more closes the oldest of them.  A new connection
// does the same when all HTTP_CONNECTIONS_MAX places are taken.  So clients without the token
// cannot keep others out.  A connection is also closed if its client makes no progress for a while
// when it should send or read.
#ifndef SERVER_HTTP_SERVER_H
#define SERVER_HTTP_SERVER_H

#include "base/text/text.h"
#include "server/http.h"

typedef struct HttpServer HttpServer;
typedef struct HttpConnection HttpConnection;

enum { HTTP_CONNECTIONS_MAX = 64, HTTP_UNAUTHENTICATED_MAX = 32, HTTP_BODY_MAX = 8 << 20 };

/* Answers the requests.  The server's thread calls it, so the functions must return quickly. */
typedef struct {
    void *context;
    const char *headers; // added to every answer, each with its line end
    /* Is the sender of this request authorized?  If not, its body is discarded. */
    bool (*is_authorized)(void *context, const HttpRequest *request);
    /* Answers a request with one of the two calls below.  body->failed is set if the body
     * was larger than HTTP_BODY_MAX or memory was short. */
    void (*answer)(void *context, HttpConnection *connection, const HttpRequest *request,
                   const Text *body);
} HttpHandler;

/* An answer of unknown length: its data is sent as it arises. */
typedef struct {
    void *context;
    /* Writes at most `most` bytes; returns how many, or a negative number at the end. */
    ptrdiff_t (*fill)(void *context, char *bytes, size_t most);
    /* The connection was closed, by either side. */
    void (*closed)(void *context);
} HttpStream;

/* Answer a request.  `data` is not copied: it must stay valid until it was sent. */
void http_connection_answer(HttpConnection *connection, int status, const char *type,
                            const char *data, size_t size);
void http_connection_stream(HttpConnection *connection, const char *type, const HttpStream *stream);

/* Listens on a port; 0 takes any free one.  Returns NULL with errno on failure. */
HttpServer *http_server_new(int port, const HttpHandler *host);
int http_server_port(const HttpServer *server);

/* Starts the server's thread; returns false if that fails. */
bool http_server_start(HttpServer *server);

/* Makes the server call `fill` of its streams again.  May be called from any thread. */
void http_server_wake(HttpServer *server);

/* Closes all connections and frees the server; `server` may be NULL. */
void http_server_free(HttpServer *server);

#endif
