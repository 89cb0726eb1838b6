// SPDX-License-Identifier: MIT
#include "server/http_server.h"

#include "base/os/clock.h"
#include "base/thread/thread.h"
#include "server/socket.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    HEAD_MAX = 64 << 10, // cookies of every server of this machine come along
    CHUNK_SIZE = 64 << 10,
    IDLE_LIMIT_MS = 20000, // a connection that makes no progress for so long is closed
    ACCEPT_RETRY_MS = 100, // pause after accept() failed for want of descriptors
    ACCEPT_BATCH = 16,     // so many come in before the others are heard again
};

typedef enum { STAGE_HEAD, STAGE_BODY, STAGE_ANSWER, STAGE_STREAM, STAGE_CLOSED } ConnectionStage;

typedef struct {
    const char *at;
    size_t left;
} SendSpan;

struct HttpConnection {
    HttpServer *server;
    Socket socket;
    bool unauthenticated;
    ConnectionStage stage;
    bool input_closed;     // says no more
    int64_t idle_deadline; // when it leaves unless it moves
    char in[HEAD_MAX];
    size_t used, next; // of `in`; where in it the next request begins
    HttpRequest request;
    Text body;
    uint64_t body_left;
    bool keeps_body;
    Text head;        // of the answer
    SendSpan span[2]; // what is still to be sent: of the head and behind it
    HttpStream stream;
    char *chunk; // of the stream
};

struct HttpServer {
    HttpHandler handler;
    Socket listener, wakeup;
    int port;
    bool started;
    pthread_t thread;
    atomic_bool closing, wakeup_pending;
    int64_t accept_after;                              // no connection is accepted before this time
    HttpConnection *connections[HTTP_CONNECTIONS_MAX]; // in the order in which they came
    int count;
    char chunk[CHUNK_SIZE]; // of a body
};

// Sending.

static void reset_idle_deadline(HttpConnection *conn) {
    conn->idle_deadline = clock_ms() + IDLE_LIMIT_MS;
}

/* Sends what there is; false if that is not all, and then the guest may be gone. */
static bool send_pending(HttpConnection *conn) {
    for (SendSpan *s = conn->span; s < conn->span + 2; s++)
        while (s->left > 0) {
            ptrdiff_t count = socket_write(conn->socket, s->at, s->left);
            if (count == SOCKET_BROKEN) conn->stage = STAGE_CLOSED;
            if (count <= 0) return false;
            s->at += count;
            s->left -= (size_t)count;
            reset_idle_deadline(conn);
        }
    return true;
}

static void put_date(Text *out) {
    static const char DAYS[] = "SunMonTueWedThuFriSat";
    static const char MONTHS[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t now = time(NULL);
    struct tm t;
    if (!gmtime_r(&now, &t)) return;
    text_format(out, "Date: %.3s, %02d %.3s %d %02d:%02d:%02d GMT\r\n", DAYS + 3 * t.tm_wday,
                t.tm_mday, MONTHS + 3 * t.tm_mon, 1900 + t.tm_year, t.tm_hour, t.tm_min, t.tm_sec);
}

/* The head of an answer, but for its last lines. */
static void begin_head(HttpConnection *conn, int status, const char *type) {
    text_clear(&conn->head);
    text_format(&conn->head, "HTTP/1.1 %d %s\r\n", status, http_status_text(status));
    put_date(&conn->head);
    text_string(&conn->head, conn->server->handler.headers);
    text_format(&conn->head, "Content-Type: %s\r\n", type);
}

static void end_head(HttpConnection *conn, ConnectionStage stage) {
    if (!conn->request.keep_alive) text_string(&conn->head, "Connection: close\r\n");
    text_string(&conn->head, "\r\n");
    conn->span[0] = (SendSpan){text_get(&conn->head), conn->head.used};
    conn->stage = conn->head.failed ? STAGE_CLOSED : stage;
    reset_idle_deadline(conn);
}

void http_connection_answer(HttpConnection *conn, int status, const char *type, const char *data,
                            size_t size) {
    begin_head(conn, status, type);
    if (status != 204) text_format(&conn->head, "Content-Length: %zu\r\n", size);
    conn->span[1] = conn->request.method == HTTP_HEAD ? (SendSpan){0} : (SendSpan){data, size};
    end_head(conn, STAGE_ANSWER);
}

/* Its length is not known before: the end of the connection ends the body. */
void http_connection_stream(HttpConnection *conn, const char *type, const HttpStream *stream) {
    conn->stream = *stream;
    conn->chunk = malloc(CHUNK_SIZE);
    conn->request.keep_alive = false;
    begin_head(conn, 200, type);
    end_head(conn, STAGE_STREAM);
    if (!conn->chunk) conn->stage = STAGE_CLOSED;
}

static void refuse(HttpConnection *conn, int status) {
    const char *words = http_status_text(status);
    conn->request.keep_alive = false;
    http_connection_answer(conn, status, "text/plain; charset=utf-8", words, strlen(words));
}

// Reading.

static void take_body(HttpConnection *conn, const char *bytes, size_t count) {
    if (conn->keeps_body && conn->body.used + count > HTTP_BODY_MAX) {
        text_free(&conn->body);
        conn->body.failed = true;
        conn->keeps_body = false;
    }
    if (conn->keeps_body) text_bytes(&conn->body, bytes, count);
    conn->body_left -= count;
}

/* Who waits for that word before the body gets it; such a short one can always be sent. */
static void send_continue(HttpConnection *conn) {
    static const char WORD[] = "HTTP/1.1 100 Continue\r\n\r\n";
    ptrdiff_t size = sizeof WORD - 1;
    if (conn->request.expects_continue && conn->body_left > 0 &&
        socket_write(conn->socket, WORD, (size_t)size) != size)
        conn->stage = STAGE_CLOSED;
}

static void begin_request(HttpConnection *conn, size_t head) {
    const HttpHandler *handler = &conn->server->handler;
    int status = http_read_head(conn->in, head, &conn->request);
    if (status) {
        refuse(conn, status);
        return;
    }
    conn->keeps_body = handler->is_authorized(handler->context, &conn->request);
    if (conn->keeps_body) conn->unauthenticated = false;
    conn->stage = STAGE_BODY;
    conn->body_left = conn->request.length;
    size_t there = conn->used - head;
    if (there > conn->body_left) there = (size_t)conn->body_left;
    conn->next = head + there;
    take_body(conn, conn->in + head, there);
    send_continue(conn);
}

/* Everything was sent: the next request, of which the beginning may be here already. */
static void end_request(HttpConnection *conn) {
    conn->stage = conn->request.keep_alive ? STAGE_HEAD : STAGE_CLOSED;
    if (conn->stage == STAGE_CLOSED) return;
    conn->used -= conn->next;
    memmove(conn->in, conn->in + conn->next, conn->used);
    text_free(&conn->body);
    conn->body = text_growing();
}

/* Reads once. */
static void receive(HttpConnection *conn) {
    char *to = conn->stage == STAGE_HEAD ? conn->in + conn->used : conn->server->chunk;
    size_t most = conn->stage == STAGE_HEAD ? sizeof conn->in - conn->used : CHUNK_SIZE;
    if (conn->stage == STAGE_BODY && most > conn->body_left) most = (size_t)conn->body_left;
    ptrdiff_t count = socket_read(conn->socket, to, most);
    if (count == SOCKET_BROKEN) conn->stage = STAGE_CLOSED;
    conn->input_closed |= count == 0;
    if (count <= 0) return;
    if (conn->stage != STAGE_STREAM) reset_idle_deadline(conn); // what is said there is not heard
    if (conn->stage == STAGE_HEAD) conn->used += (size_t)count;
    if (conn->stage == STAGE_BODY) take_body(conn, to, (size_t)count);
}

// Stages.  Each goes on as far as it can; true if the next one is to follow at once.

static bool advance_head(HttpConnection *conn) {
    size_t head = http_head_length(conn->in, conn->used);
    if (head)
        begin_request(conn, head);
    else if (conn->used == sizeof conn->in)
        refuse(conn, 431);
    else if (conn->input_closed)
        conn->stage = STAGE_CLOSED;
    return conn->stage != STAGE_HEAD;
}

static bool advance_body(HttpConnection *conn) {
    const HttpHandler *handler = &conn->server->handler;
    if (conn->body_left == 0)
        handler->answer(handler->context, conn, &conn->request, &conn->body);
    else if (conn->input_closed)
        conn->stage = STAGE_CLOSED;
    return conn->stage != STAGE_BODY;
}

static bool advance_answer(HttpConnection *conn) {
    if (!send_pending(conn)) return false;
    end_request(conn);
    return true;
}

static bool advance_stream(HttpConnection *conn) {
    while (send_pending(conn) && conn->stage == STAGE_STREAM) {
        ptrdiff_t count = conn->stream.fill(conn->stream.context, conn->chunk, CHUNK_SIZE);
        if (count < 0) conn->stage = STAGE_CLOSED;
        if (count <= 0) break;
        conn->span[1] = (SendSpan){conn->chunk, (size_t)count};
        reset_idle_deadline(conn);
    }
    if (conn->input_closed) conn->stage = STAGE_CLOSED;
    return false;
}

static void advance(HttpConnection *conn) {
    static bool (*const STEP[])(HttpConnection *) = {[STAGE_HEAD] = advance_head,
                                                     [STAGE_BODY] = advance_body,
                                                     [STAGE_ANSWER] = advance_answer,
                                                     [STAGE_STREAM] = advance_stream};
    while (conn->stage != STAGE_CLOSED && STEP[conn->stage](conn)) {
    }
}

// Guests.

static void connection_free(HttpConnection *conn) {
    if (conn->stream.closed) conn->stream.closed(conn->stream.context);
    socket_close(conn->socket);
    text_free(&conn->body);
    text_free(&conn->head);
    free(conn->chunk);
    free(conn);
}

/* Those who are gone leave. */
static void free_closed(HttpServer *s) {
    int left = 0;
    for (int i = 0; i < s->count; i++) {
        HttpConnection *conn = s->connections[i];
        if (conn->stage == STAGE_CLOSED)
            connection_free(conn);
        else
            s->connections[left++] = conn;
    }
    s->count = left;
}

static int count_unauthenticated(const HttpServer *s) {
    int count = 0;
    for (int i = 0; i < s->count; i++) count += s->connections[i]->unauthenticated;
    return count;
}

/* NULL if there is none. */
static HttpConnection *oldest_unauthenticated(const HttpServer *s) {
    for (int i = 0; i < s->count; i++)
        if (s->connections[i]->unauthenticated) return s->connections[i];
    return NULL;
}

static bool is_full(const HttpServer *s) {
    return s->count == HTTP_CONNECTIONS_MAX;
}

static bool has_room(const HttpServer *s) {
    return !is_full(s) || oldest_unauthenticated(s);
}

/* For one more, where there can be. */
static void make_room(HttpServer *s) {
    free_closed(s); // who is gone takes no room
    HttpConnection *oldest = oldest_unauthenticated(s);
    bool is_over_limit = count_unauthenticated(s) >= HTTP_UNAUTHENTICATED_MAX || is_full(s);
    if (oldest && is_over_limit) oldest->stage = STAGE_CLOSED;
    free_closed(s);
}

static void add_connection(HttpServer *s, Socket socket) {
    make_room(s);
    HttpConnection *conn = calloc(1, sizeof *conn);
    if (!conn) {
        socket_close(socket);
        return;
    }
    conn->server = s;
    conn->socket = socket;
    conn->unauthenticated = true;
    conn->body = text_growing();
    conn->head = text_growing();
    s->connections[s->count++] = conn;
    reset_idle_deadline(conn);
    receive(conn); // before a newer connection replaces it
    advance(conn);
}

static void accept_connections(HttpServer *s) {
    Socket socket = NO_SOCKET;
    int count = 0;
    while (count < ACCEPT_BATCH && has_room(s) &&
           (socket = socket_accept(s->listener)) != NO_SOCKET) {
        add_connection(s, socket);
        count++;
    }
    if (count == 0) s->accept_after = clock_ms() + ACCEPT_RETRY_MS;
}

// The thread.

static bool has_output(const HttpConnection *conn) {
    return conn->span[0].left > 0 || conn->span[1].left > 0;
}

/* A stream with nothing left to send.  It waits for the application, so no idle deadline counts. */
static bool is_idle_stream(const HttpConnection *conn) {
    return conn->stage == STAGE_STREAM && !has_output(conn);
}

static SocketPoll poll_of(const HttpConnection *conn) {
    return (SocketPoll){
        .socket = conn->socket, .read = conn->stage != STAGE_ANSWER, .write = has_output(conn)};
}

static int64_t next_deadline(const HttpServer *s, int64_t now) {
    int64_t idle_deadline = s->accept_after > now ? s->accept_after : INT64_MAX;
    for (int i = 0; i < s->count; i++)
        if (!is_idle_stream(s->connections[i]) && s->connections[i]->idle_deadline < idle_deadline)
            idle_deadline = s->connections[i]->idle_deadline;
    return idle_deadline;
}

/* Serves the streams after a wake-up.  A wake-up from now on starts another round. */
static void advance_streams(HttpServer *s) {
    socket_wakeup_clear(s->wakeup);
    atomic_store(&s->wakeup_pending, false);
    for (int i = 0; i < s->count; i++)
        if (s->connections[i]->stage == STAGE_STREAM) advance(s->connections[i]);
}

static void serve_connections(HttpServer *s, const SocketPoll *ready) {
    for (int i = 0; i < s->count; i++) {
        HttpConnection *conn = s->connections[i];
        if (conn->stage == STAGE_CLOSED) continue;
        if (ready[i].read) receive(conn);
        if (ready[i].read || ready[i].write) advance(conn);
        if (!is_idle_stream(conn) && conn->idle_deadline <= clock_ms()) conn->stage = STAGE_CLOSED;
    }
}

/* Waits until something comes, and does what there is to do about it. */
static void run_once(HttpServer *s) {
    enum { WAKEUP, LISTENER, CONNECTIONS };
    SocketPoll polls[CONNECTIONS + HTTP_CONNECTIONS_MAX];
    int64_t now = clock_ms(), idle_deadline = next_deadline(s, now);
    polls[WAKEUP] = (SocketPoll){.socket = s->wakeup, .read = true};
    polls[LISTENER] =
        (SocketPoll){.socket = s->listener, .read = has_room(s) && s->accept_after <= now};
    for (int i = 0; i < s->count; i++) polls[CONNECTIONS + i] = poll_of(s->connections[i]);
    sockets_wait(polls, CONNECTIONS + s->count, idle_deadline <= now ? 0 : idle_deadline - now);
    if (polls[WAKEUP].read) advance_streams(s);
    serve_connections(s, polls + CONNECTIONS);
    if (polls[LISTENER].read) accept_connections(s);
    free_closed(s); // before the next wait, so that the other side hears of it now
}

static void *server_main(void *argument) {
    HttpServer *s = argument;
    while (!atomic_load(&s->closing)) run_once(s);
    for (int i = 0; i < s->count; i++) s->connections[i]->stage = STAGE_CLOSED;
    free_closed(s);
    return NULL;
}

HttpServer *http_server_new(int port, const HttpHandler *handler) {
    HttpServer *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->handler = *handler;
    s->wakeup = socket_wakeup_new();
    s->listener = s->wakeup == NO_SOCKET ? NO_SOCKET : socket_listen(port, &s->port);
    if (s->listener != NO_SOCKET) return s;
    int fault = errno;
    http_server_free(s);
    errno = fault;
    return NULL;
}

int http_server_port(const HttpServer *server) {
    return server->port;
}

bool http_server_start(HttpServer *server) {
    server->started = thread_start(&server->thread, server_main, server);
    return server->started;
}

/* A ring that failed is not waited for: the next one is tried. */
void http_server_wake(HttpServer *server) {
    if (atomic_exchange(&server->wakeup_pending, true)) return;
    if (!socket_wakeup_set(server->wakeup)) atomic_store(&server->wakeup_pending, false);
}

void http_server_free(HttpServer *server) {
    if (!server) return;
    atomic_store(&server->closing, true);
    if (server->started) {
        socket_wakeup_set(server->wakeup);
        pthread_join(server->thread, NULL);
    }
    if (server->listener != NO_SOCKET) socket_close(server->listener);
    if (server->wakeup != NO_SOCKET) socket_close(server->wakeup);
    free(server);
}
