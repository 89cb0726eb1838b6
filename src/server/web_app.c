// SPDX-License-Identifier: MIT
#include "server/web_app.h"

#include "base/os/clock.h"
#include "base/os/platform.h"
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
enum { PENDING_MAX = 16 << 20, TOKEN_BYTES = 16 };

struct EventStream {
    WebApp *app;
    int number;
    void *client; // the host's
    RateLimiter line_limiter;
    pthread_mutex_t lock;
    // under the lock
    SendBuffer pending;
    bool over;
};

struct WebApp {
    HttpServer *server;
    WebAppHandler host;
    const char *page;
    size_t size;
    char token[2 * TOKEN_BYTES + 1];
    char address[WEB_APP_ADDRESS_MAX];
    // the server's thread's:
    int last_number;
    RateLimiter open_limiter;
    EventStream *streams[WEB_APP_STREAMS_MAX];
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
static bool is_own_address(const WebApp *app, const char *text, const char *scheme) {
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

static bool is_own_origin(const WebApp *app, const HttpRequest *request) {
    return request->host && is_own_address(app, request->host, "") &&
           (!request->origin || is_own_address(app, request->origin, "http://"));
}

/* What follows "/TOKEN" in the path; NULL if that is not the token.  Takes as long for any wrong
 * token. */
static const char *after_token(const WebApp *app, const char *path) {
    size_t length = strlen(app->token);
    unsigned char differs = 0;
    if (strlen(path) < length + 2 || path[0] != '/' || path[length + 1] != '/') return NULL;
    for (size_t i = 0; i < length; i++) differs |= (unsigned char)(path[i + 1] ^ app->token[i]);
    return differs ? NULL : path + length + 1;
}

static bool is_authorized(void *context, const HttpRequest *request) {
    const WebApp *app = context;
    return is_own_origin(app, request) && after_token(app, request->path);
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
    WebApp *app = stream->app;
    for (int i = 0; i < WEB_APP_STREAMS_MAX; i++)
        if (app->streams[i] == stream) app->streams[i] = NULL;
    app->host.close(app->host.context, stream->client);
    event_stream_free(stream);
}

static EventStream *begin_stream(WebApp *app) {
    int place = 0;
    while (place < WEB_APP_STREAMS_MAX && app->streams[place]) place++;
    EventStream *stream = place < WEB_APP_STREAMS_MAX ? calloc(1, sizeof *stream) : NULL;
    if (!stream) return NULL;
    stream->app = app;
    stream->pending = (SendBuffer){.text = text_growing()};
    stream->number = ++app->last_number;
    pthread_mutex_init(&stream->lock, NULL);
    char number[16];
    snprintf(number, sizeof number, "%d", stream->number);
    put_event(stream, "session", number, strlen(number));
    stream->client = app->host.open(app->host.context, stream);
    if (!stream->client) {
        event_stream_free(stream);
        return NULL;
    }
    return app->streams[place] = stream;
}

static void serve_events(WebApp *app, HttpConnection *connection) {
    bool flooded = !rate_limiter_allows(&app->open_limiter, WEB_APP_OPENS_PER_SECOND, clock_ms());
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

static EventStream *find_stream(const WebApp *app, const char *query) {
    const char *value;
    char text[16] = "";
    int64_t number;
    int length = http_query_value(query, "session", &value);
    if (length < 0 || length >= (int)sizeof text) return NULL;
    memcpy(text, value, (size_t)length);
    if (!text_to_int(text, 1, INT32_MAX, &number)) return NULL;
    for (int i = 0; i < WEB_APP_STREAMS_MAX; i++)
        if (app->streams[i] && app->streams[i]->number == number) return app->streams[i];
    return NULL;
}

static void take_line(WebApp *app, HttpConnection *connection, const HttpRequest *request,
                      const Text *body) {
    EventStream *stream = find_stream(app, request->query);
    if (body->failed)
        refuse(connection, 413, "too long\n");
    else if (!stream)
        refuse(connection, 404, "no such session\n");
    else if (rate_limiter_allows(&stream->line_limiter, WEB_APP_LINES_PER_SECOND, clock_ms()) &&
             app->host.line(stream->client, text_get(body), body->used))
        refuse(connection, 204, "");
    else
        refuse(connection, 429, "too much\n");
}

// Requests.

static void answer(void *context, HttpConnection *connection, const HttpRequest *request,
                   const Text *body) {
    WebApp *app = context;
    bool get = request->method == HTTP_GET, post = request->method == HTTP_POST;
    const char *rest = after_token(app, request->path);
    if (!is_own_origin(app, request))
        refuse(connection, 403, "not from here\n");
    else if (!rest)
        refuse(connection, 404, "not found\n");
    else if (get && strcmp(rest, "/") == 0)
        http_connection_answer(connection, 200, "text/html; charset=utf-8", app->page, app->size);
    else if (get && strcmp(rest, "/events") == 0)
        serve_events(app, connection);
    else if (post && strcmp(rest, "/lines") == 0)
        take_line(app, connection, request, body);
    else
        refuse(connection, get || post ? 404 : 405, get || post ? "not found\n" : "not allowed\n");
}

// Life.

static bool make_token(char *out) {
    unsigned char bytes[TOKEN_BYTES];
    if (!platform_entropy(bytes, sizeof bytes)) return false;
    for (int i = 0; i < TOKEN_BYTES; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

/* Everything that can go wrong; NULL: nothing did. */
static const char *start(WebApp *app, int port) {
    HttpHandler host = {
        .context = app, .headers = HEADERS, .is_authorized = is_authorized, .answer = answer};
    if (!make_token(app->token)) return "the system has no random numbers";
    app->server = http_server_new(port, &host);
    if (!app->server) return strerror(errno);
    snprintf(app->address, sizeof app->address, "http://127.0.0.1:%d/%s/",
             http_server_port(app->server), app->token);
    return http_server_start(app->server) ? NULL : "the system has no thread left";
}

WebApp *web_app_open(int port, const char *page, size_t size, const WebAppHandler *host,
                     char error[WEB_APP_ERROR_MAX]) {
    WebApp *app = calloc(1, sizeof *app);
    const char *why = "not enough memory";
    if (app) {
        *app = (WebApp){.host = *host, .page = page, .size = size};
        why = start(app, port);
        if (!why) return app;
    }
    snprintf(error, WEB_APP_ERROR_MAX, "%s", why);
    web_app_close(app);
    return NULL;
}

const char *web_app_address(const WebApp *app) {
    return app->address;
}

void web_app_close(WebApp *app) {
    if (!app) return;
    http_server_free(app->server);
    free(app);
}
