// SPDX-License-Identifier: MIT
#include "server/page_server.h"

#include "base/os/clock.h"
#include "base/text/text.h"
#include "server/http_server.h"
#include "server/rate_limiter.h"
#include "server/send_buffer.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A window that does not read may be behind by so much. */
enum { PENDING_MAX = 16 << 20 };

struct EventStream {
    PageServer *app;
    int number;
    void *client; // the host's
    RateLimiter line_limiter;
    pthread_mutex_t lock;
    // under the lock
    SendBuffer pending;
    bool over;
};

struct PageServer {
    HttpServer *server;
    PageServerOptions options;
    // the server's thread's:
    int last_number;
    RateLimiter open_limiter;
    EventStream *streams[PAGE_SERVER_STREAMS_MAX];
};

static const char HEADERS[] = "Cache-Control: no-store\r\n"
                              "X-Content-Type-Options: nosniff\r\n"
                              "X-Frame-Options: DENY\r\n"
                              "Referrer-Policy: no-referrer\r\n"
                              "Cross-Origin-Opener-Policy: same-origin\r\n"
                              "Cross-Origin-Resource-Policy: same-origin\r\n";

static void refuse(HttpConnection *connection, int status, const char *words) {
    http_connection_answer(connection, status, "text/plain; charset=utf-8", words, strlen(words));
}

// Who may come in.

/* Is this "HOST:PORT" ours, after `scheme`?  Browsers leave out the port that HTTP has anyway. */
static bool is_own_address(const PageServer *app, const char *text, const char *scheme) {
    static const char *const HOSTS[] = {"127.0.0.1", "localhost"};
    char ours[64];
    int port = http_server_port(app->server);
    for (int i = 0; i < 2; i++) {
        int named = snprintf(ours, sizeof ours, "%s%s", scheme, HOSTS[i]);
        if (port == 80 && strcmp(text, ours) == 0) return true;
        snprintf(ours + named, sizeof ours - (size_t)named, ":%d", port);
        if (strcmp(text, ours) == 0) return true;
    }
    return false;
}

static bool is_own_origin(const PageServer *app, const HttpRequest *request) {
    return request->host && is_own_address(app, request->host, "") &&
           (!request->origin || is_own_address(app, request->origin, "http://"));
}

/* Takes as long for any wrong key of the right length. */
static bool has_key(const PageServer *app, const HttpRequest *request) {
    const char *key = app->options.key;
    size_t length = strlen(key);
    unsigned char differs = 0;
    if (!request->key || strlen(request->key) != length) return false;
    for (size_t i = 0; i < length; i++) differs |= (unsigned char)(request->key[i] ^ key[i]);
    return differs == 0;
}

static bool is_authorized(void *context, const HttpRequest *request) {
    const PageServer *app = context;
    return is_own_origin(app, request) && has_key(app, request);
}

// What is said to a window.

static void event_stream_free(EventStream *stream) {
    pthread_mutex_destroy(&stream->lock);
    text_free(&stream->pending.text);
    free(stream);
}

/* With the lock held. */
static void put_event(EventStream *stream, const char *name, const char *data, size_t length) {
    Text *out = &stream->pending.text;
    if (name) text_format(out, "event: %s\n", name);
    text_string(out, "data: ");
    text_bytes(out, data, length);
    text_string(out, "\n\n");
    stream->over |= out->failed || send_buffer_left(&stream->pending) > PENDING_MAX;
}

void event_stream_send(EventStream *stream, const char *line, size_t length) {
    pthread_mutex_lock(&stream->lock);
    if (!stream->over) put_event(stream, NULL, line, length);
    pthread_mutex_unlock(&stream->lock);
    http_server_wake(stream->app->server);
}

void event_stream_ping(EventStream *stream) {
    pthread_mutex_lock(&stream->lock);
    if (!stream->over) text_string(&stream->pending.text, ":\n\n");
    pthread_mutex_unlock(&stream->lock);
    http_server_wake(stream->app->server);
}

void event_stream_end(EventStream *stream) {
    pthread_mutex_lock(&stream->lock);
    stream->over = true;
    pthread_mutex_unlock(&stream->lock);
    http_server_wake(stream->app->server);
}

static ptrdiff_t take_events(void *context, char *out, size_t most) {
    EventStream *stream = context;
    ptrdiff_t count = -1;
    pthread_mutex_lock(&stream->lock);
    if (!stream->over) count = (ptrdiff_t)send_buffer_take(&stream->pending, out, most);
    stream->over |= stream->pending.text.failed;
    pthread_mutex_unlock(&stream->lock);
    return count;
}

static void end_stream(void *context) {
    EventStream *stream = context;
    PageServer *app = stream->app;
    for (int i = 0; i < PAGE_SERVER_STREAMS_MAX; i++)
        if (app->streams[i] == stream) app->streams[i] = NULL;
    app->options.host.close(app->options.host.context, stream->client);
    event_stream_free(stream);
}

static EventStream *begin_stream(PageServer *app) {
    int place = 0;
    while (place < PAGE_SERVER_STREAMS_MAX && app->streams[place]) place++;
    EventStream *stream = place < PAGE_SERVER_STREAMS_MAX ? calloc(1, sizeof *stream) : NULL;
    if (!stream) return NULL;
    stream->app = app;
    stream->pending = (SendBuffer){.text = text_growing()};
    stream->number = ++app->last_number;
    pthread_mutex_init(&stream->lock, NULL);
    char number[16];
    snprintf(number, sizeof number, "%d", stream->number);
    put_event(stream, "session", number, strlen(number));
    stream->client = app->options.host.open(app->options.host.context, stream);
    if (!stream->client) {
        event_stream_free(stream);
        return NULL;
    }
    return app->streams[place] = stream;
}

static void serve_events(PageServer *app, HttpConnection *connection) {
    bool flooded =
        !rate_limiter_allows(&app->open_limiter, PAGE_SERVER_OPENS_PER_SECOND, clock_ms());
    EventStream *stream = flooded ? NULL : begin_stream(app);
    if (stream)
        http_connection_stream(connection, "text/event-stream",
                               &(HttpStream){stream, take_events, end_stream});
    else if (flooded)
        refuse(connection, 429, "too much\n");
    else
        refuse(connection, 503, "too many windows\n");
}

// What a window says.

static EventStream *find_stream(const PageServer *app, const char *query) {
    const char *value;
    char text[16] = "";
    int64_t number;
    int length = http_query_value(query, "session", &value);
    if (length < 0 || length >= (int)sizeof text) return NULL;
    memcpy(text, value, (size_t)length);
    if (!text_to_int(text, 1, INT32_MAX, &number)) return NULL;
    for (int i = 0; i < PAGE_SERVER_STREAMS_MAX; i++)
        if (app->streams[i] && app->streams[i]->number == number) return app->streams[i];
    return NULL;
}

static void take_line(PageServer *app, HttpConnection *connection, const HttpRequest *request,
                      const Text *body) {
    EventStream *stream = find_stream(app, request->query);
    if (body->failed)
        refuse(connection, 413, "too long\n");
    else if (!stream)
        refuse(connection, 404, "no such session\n");
    else if (rate_limiter_allows(&stream->line_limiter, PAGE_SERVER_LINES_PER_SECOND, clock_ms()) &&
             app->options.host.line(stream->client, text_get(body), body->used))
        refuse(connection, 204, "");
    else
        refuse(connection, 429, "too much\n");
}

// Requests.

static void answer_with_key(PageServer *app, HttpConnection *connection, const HttpRequest *request,
                            const Text *body) {
    bool get = request->method == HTTP_GET, post = request->method == HTTP_POST;
    if (get && strcmp(request->path, "/events") == 0)
        serve_events(app, connection);
    else if (post && strcmp(request->path, "/lines") == 0)
        take_line(app, connection, request, body);
    else
        refuse(connection, get || post ? 404 : 405, get || post ? "not found\n" : "not allowed\n");
}

static void answer(void *context, HttpConnection *connection, const HttpRequest *request,
                   const Text *body) {
    PageServer *app = context;
    const PageServerOptions *o = &app->options;
    if (!is_own_origin(app, request))
        refuse(connection, 403, "not from here\n");
    else if (request->method == HTTP_GET && strcmp(request->path, "/") == 0)
        http_connection_answer(connection, 200, "text/html; charset=utf-8", o->page, o->size);
    else if (!has_key(app, request))
        refuse(connection, 403, "the key is wrong or missing\n");
    else
        answer_with_key(app, connection, request, body);
}

// Life.

/* A server on the first free port; NULL with errno. */
static HttpServer *find_port(const PageServerOptions *o, const HttpHandler *host) {
    HttpServer *server = http_server_new(o->port, host);
    for (int i = 1; !server && i < o->ports && (errno == EADDRINUSE || errno == EACCES); i++)
        server = http_server_new(o->port + i, host);
    return server;
}

/* Why no port could be had, by errno. */
static void explain(const PageServerOptions *o, char error[PAGE_SERVER_ERROR_MAX]) {
    int last = o->port + o->ports - 1;
    if (errno != EADDRINUSE)
        snprintf(error, PAGE_SERVER_ERROR_MAX, "cannot serve on port %d: %s", o->port,
                 strerror(errno));
    else if (o->ports > 1)
        snprintf(error, PAGE_SERVER_ERROR_MAX, "all ports from %d to %d are in use", o->port, last);
    else
        snprintf(error, PAGE_SERVER_ERROR_MAX, "port %d is in use", o->port);
}

static bool start(PageServer *app, char error[PAGE_SERVER_ERROR_MAX]) {
    HttpHandler host = {
        .context = app, .headers = HEADERS, .is_authorized = is_authorized, .answer = answer};
    app->server = find_port(&app->options, &host);
    if (!app->server) {
        explain(&app->options, error);
        return false;
    }
    bool started = http_server_start(app->server);
    if (!started) snprintf(error, PAGE_SERVER_ERROR_MAX, "the system has no thread left");
    return started;
}

PageServer *page_server_open(const PageServerOptions *options, char error[PAGE_SERVER_ERROR_MAX]) {
    PageServer *app = calloc(1, sizeof *app);
    if (!app) {
        snprintf(error, PAGE_SERVER_ERROR_MAX, "not enough memory");
        return NULL;
    }
    app->options = *options;
    if (start(app, error)) return app;
    page_server_close(app);
    return NULL;
}

int page_server_port(const PageServer *app) {
    return http_server_port(app->server);
}

void page_server_close(PageServer *app) {
    if (!app) return;
    http_server_free(app->server);
    free(app);
}
