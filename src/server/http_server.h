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

typedef struct Server Server;
typedef struct Guest Guest; // a connection

enum { SERVER_GUESTS_MAX = 64, SERVER_STRANGERS_MAX = 32, SERVER_BODY_MAX = 8 << 20 };

/* What answers.  All calls come from the server's thread and must be quick. */
typedef struct {
    void *context;
    const char *headers; // of every answer, each with its line end
    /* May whoever asks this come in?  If not, the body is not kept. */
    bool (*welcomes)(void *context, const HttpRequest *request);
    /* Answers a request by one of the calls below.  A body that did not fit has failed. */
    void (*answer)(void *context, Guest *guest, const HttpRequest *request, const Text *body);
} ServerHost;

/* An answer without an end: what is told as it comes. */
typedef struct {
    void *context;
    /* Puts at most so many bytes there; how many, or less than 0 at the end. */
    ptrdiff_t (*take)(void *context, char *bytes, size_t most);
    /* The connection has ended, whoever ended it. */
    void (*gone)(void *context);
} ServerStream;

/* The data is not copied, it must stay until it was sent. */
void guest_answer(Guest *guest, int status, const char *type, const char *data, size_t size);
void guest_stream(Guest *guest, const char *type, const ServerStream *stream);

/* Listens on the port, 0: any that is free.  NULL with errno. */
Server *server_new(int port, const ServerHost *host);
int server_port(const Server *server);

/* Begins to serve; false if the system has no thread left. */
bool server_start(Server *server);

/* Streams have something to take; from any thread. */
void server_wake(Server *server);

/* Ends all connections; `server` may be NULL. */
void server_free(Server *server);

#endif
