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
    PIECE = 64 << 10,
    SLOW_MS = 20000, // so long nobody need move whose turn it is
    REST_MS = 100,   // before the next try when nobody can be let in
    AT_ONCE = 16,    // so many come in before the others are heard again
};

typedef enum { HEAD, BODY, ANSWER, STREAM, GONE } Stage;

typedef struct {
    const char *at;
    size_t left;
} Span;

struct Guest {
    Server *server;
    Socket socket;
    bool stranger;
    Stage stage;
    bool ended;  // says no more
    int64_t due; // when it leaves unless it moves
    char in[HEAD_MAX];
    size_t used, next; // of `in`; where in it the next request begins
    HttpRequest request;
    Text body;
    uint64_t body_left;
    bool keeps_body;
    Text head;    // of the answer
    Span span[2]; // what is still to be sent: of the head and behind it
    ServerStream stream;
    char *piece; // of the stream
};

struct Server {
    ServerHost host;
    Socket listener, bell;
    int port;
    bool started;
    pthread_t thread;
    atomic_bool closing, rung;
    int64_t rests;                    // takes nobody in until then
    Guest *guests[SERVER_GUESTS_MAX]; // in the order in which they came
    int count;
    char piece[PIECE]; // of a body
};

// Sending.

static void moved(Guest *g) {
    g->due = clock_ms() + SLOW_MS;
}

/* Sends what there is; false if that is not all, and then the guest may be gone. */
static bool flush(Guest *g) {
    for (Span *s = g->span; s < g->span + 2; s++)
        while (s->left > 0) {
            ptrdiff_t count = socket_write(g->socket, s->at, s->left);
            if (count == SOCKET_LOST) g->stage = GONE;
            if (count <= 0) return false;
            s->at += count;
            s->left -= (size_t)count;
            moved(g);
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
static void begin_head(Guest *g, int status, const char *type) {
    text_clear(&g->head);
    text_format(&g->head, "HTTP/1.1 %d %s\r\n", status, http_status_words(status));
    put_date(&g->head);
    text_string(&g->head, g->server->host.headers);
    text_format(&g->head, "Content-Type: %s\r\n", type);
}

static void end_head(Guest *g, Stage stage) {
    if (!g->request.keeps) text_string(&g->head, "Connection: close\r\n");
    text_string(&g->head, "\r\n");
    g->span[0] = (Span){text_get(&g->head), g->head.used};
    g->stage = g->head.failed ? GONE : stage;
    moved(g);
}

void guest_answer(Guest *g, int status, const char *type, const char *data, size_t size) {
    begin_head(g, status, type);
    if (status != 204) text_format(&g->head, "Content-Length: %zu\r\n", size);
    g->span[1] = g->request.method == HTTP_HEAD ? (Span){0} : (Span){data, size};
    end_head(g, ANSWER);
}

/* Where it ends, nobody knows before: the end of the connection tells. */
void guest_stream(Guest *g, const char *type, const ServerStream *stream) {
    g->stream = *stream;
    g->piece = malloc(PIECE);
    g->request.keeps = false;
    begin_head(g, 200, type);
    end_head(g, STREAM);
    if (!g->piece) g->stage = GONE;
}

static void refuse(Guest *g, int status) {
    const char *words = http_status_words(status);
    g->request.keeps = false;
    guest_answer(g, status, "text/plain; charset=utf-8", words, strlen(words));
}

// Reading.

static void take_body(Guest *g, const char *bytes, size_t count) {
    if (g->keeps_body && g->body.used + count > SERVER_BODY_MAX) {
        text_free(&g->body);
        g->body.failed = true;
        g->keeps_body = false;
    }
    if (g->keeps_body) text_bytes(&g->body, bytes, count);
    g->body_left -= count;
}

/* Who waits for that word before the body gets it; such a short one can always be sent. */
static void bid_go_on(Guest *g) {
    static const char WORD[] = "HTTP/1.1 100 Continue\r\n\r\n";
    ptrdiff_t size = sizeof WORD - 1;
    if (g->request.waits && g->body_left > 0 && socket_write(g->socket, WORD, (size_t)size) != size)
        g->stage = GONE;
}

static void begin_request(Guest *g, size_t head) {
    const ServerHost *host = &g->server->host;
    int status = http_read(g->in, head, &g->request);
    if (status) {
        refuse(g, status);
        return;
    }
    g->keeps_body = host->welcomes(host->context, &g->request);
    if (g->keeps_body) g->stranger = false;
    g->stage = BODY;
    g->body_left = g->request.length;
    size_t there = g->used - head;
    if (there > g->body_left) there = (size_t)g->body_left;
    g->next = head + there;
    take_body(g, g->in + head, there);
    bid_go_on(g);
}

/* Everything was sent: the next request, of which the beginning may be here already. */
static void end_request(Guest *g) {
    g->stage = g->request.keeps ? HEAD : GONE;
    if (g->stage == GONE) return;
    g->used -= g->next;
    memmove(g->in, g->in + g->next, g->used);
    text_free(&g->body);
    g->body = text_growing();
}

/* Reads once. */
static void receive(Guest *g) {
    char *to = g->stage == HEAD ? g->in + g->used : g->server->piece;
    size_t most = g->stage == HEAD ? sizeof g->in - g->used : PIECE;
    if (g->stage == BODY && most > g->body_left) most = (size_t)g->body_left;
    ptrdiff_t count = socket_read(g->socket, to, most);
    if (count == SOCKET_LOST) g->stage = GONE;
    g->ended |= count == 0;
    if (count <= 0) return;
    if (g->stage != STREAM) moved(g); // what is said there is not heard
    if (g->stage == HEAD) g->used += (size_t)count;
    if (g->stage == BODY) take_body(g, to, (size_t)count);
}

// Stages.  Each goes on as far as it can; true if the next one is to follow at once.

static bool go_on_head(Guest *g) {
    size_t head = http_head_length(g->in, g->used);
    if (head)
        begin_request(g, head);
    else if (g->used == sizeof g->in)
        refuse(g, 431);
    else if (g->ended)
        g->stage = GONE;
    return g->stage != HEAD;
}

static bool go_on_body(Guest *g) {
    const ServerHost *host = &g->server->host;
    if (g->body_left == 0)
        host->answer(host->context, g, &g->request, &g->body);
    else if (g->ended)
        g->stage = GONE;
    return g->stage != BODY;
}

static bool go_on_answer(Guest *g) {
    if (!flush(g)) return false;
    end_request(g);
    return true;
}

static bool go_on_stream(Guest *g) {
    while (flush(g) && g->stage == STREAM) {
        ptrdiff_t count = g->stream.take(g->stream.context, g->piece, PIECE);
        if (count < 0) g->stage = GONE;
        if (count <= 0) break;
        g->span[1] = (Span){g->piece, (size_t)count};
        moved(g);
    }
    if (g->ended) g->stage = GONE;
    return false;
}

static void go_on(Guest *g) {
    static bool (*const STEP[])(Guest *) = {
        [HEAD] = go_on_head, [BODY] = go_on_body, [ANSWER] = go_on_answer, [STREAM] = go_on_stream};
    while (g->stage != GONE && STEP[g->stage](g)) {
    }
}

// Guests.

static void guest_free(Guest *g) {
    if (g->stream.gone) g->stream.gone(g->stream.context);
    socket_close(g->socket);
    text_free(&g->body);
    text_free(&g->head);
    free(g->piece);
    free(g);
}

/* Those who are gone leave. */
static void sweep(Server *s) {
    int left = 0;
    for (int i = 0; i < s->count; i++) {
        Guest *g = s->guests[i];
        if (g->stage == GONE)
            guest_free(g);
        else
            s->guests[left++] = g;
    }
    s->count = left;
}

static int count_strangers(const Server *s) {
    int count = 0;
    for (int i = 0; i < s->count; i++) count += s->guests[i]->stranger;
    return count;
}

/* NULL if there is none. */
static Guest *oldest_stranger(const Server *s) {
    for (int i = 0; i < s->count; i++)
        if (s->guests[i]->stranger) return s->guests[i];
    return NULL;
}

static bool is_full(const Server *s) {
    return s->count == SERVER_GUESTS_MAX;
}

static bool has_room(const Server *s) {
    return !is_full(s) || oldest_stranger(s);
}

/* For one more, where there can be. */
static void make_room(Server *s) {
    sweep(s); // who is gone takes no room
    Guest *oldest = oldest_stranger(s);
    bool crowded = count_strangers(s) >= SERVER_STRANGERS_MAX || is_full(s);
    if (oldest && crowded) oldest->stage = GONE;
    sweep(s);
}

static void add_guest(Server *s, Socket socket) {
    make_room(s);
    Guest *g = calloc(1, sizeof *g);
    if (!g) {
        socket_close(socket);
        return;
    }
    g->server = s;
    g->socket = socket;
    g->stranger = true;
    g->body = text_growing();
    g->head = text_growing();
    s->guests[s->count++] = g;
    moved(g);
    receive(g); // before somebody else makes it leave
    go_on(g);
}

static void let_in(Server *s) {
    Socket socket = NO_SOCKET;
    int count = 0;
    while (count < AT_ONCE && has_room(s) && (socket = socket_accept(s->listener)) != NO_SOCKET) {
        add_guest(s, socket);
        count++;
    }
    if (count == 0) s->rests = clock_ms() + REST_MS;
}

// The thread.

static bool has_more(const Guest *g) {
    return g->span[0].left > 0 || g->span[1].left > 0;
}

/* Nobody waits for anything of a stream that has told all. */
static bool has_time(const Guest *g) {
    return g->stage == STREAM && !has_more(g);
}

static SocketWish wish_of(const Guest *g) {
    return (SocketWish){.socket = g->socket, .read = g->stage != ANSWER, .write = has_more(g)};
}

static int64_t next_due(const Server *s, int64_t now) {
    int64_t due = s->rests > now ? s->rests : INT64_MAX;
    for (int i = 0; i < s->count; i++)
        if (!has_time(s->guests[i]) && s->guests[i]->due < due) due = s->guests[i]->due;
    return due;
}

/* The streams, after the bell was heard; whoever rings from now on is heard again. */
static void go_on_streams(Server *s) {
    socket_quiet(s->bell);
    atomic_store(&s->rung, false);
    for (int i = 0; i < s->count; i++)
        if (s->guests[i]->stage == STREAM) go_on(s->guests[i]);
}

static void serve_guests(Server *s, const SocketWish *came) {
    for (int i = 0; i < s->count; i++) {
        Guest *g = s->guests[i];
        if (g->stage == GONE) continue;
        if (came[i].read) receive(g);
        if (came[i].read || came[i].write) go_on(g);
        if (!has_time(g) && g->due <= clock_ms()) g->stage = GONE;
    }
}

/* Waits until something comes, and does what there is to do about it. */
static void turn(Server *s) {
    enum { BELL, LISTENER, GUESTS };
    SocketWish wish[GUESTS + SERVER_GUESTS_MAX];
    int64_t now = clock_ms(), due = next_due(s, now);
    wish[BELL] = (SocketWish){.socket = s->bell, .read = true};
    wish[LISTENER] = (SocketWish){.socket = s->listener, .read = has_room(s) && s->rests <= now};
    for (int i = 0; i < s->count; i++) wish[GUESTS + i] = wish_of(s->guests[i]);
    sockets_wait(wish, GUESTS + s->count, due <= now ? 0 : due - now);
    if (wish[BELL].read) go_on_streams(s);
    serve_guests(s, wish + GUESTS);
    if (wish[LISTENER].read) let_in(s);
    sweep(s); // before the next wait, so that the other side hears of it now
}

static void *server_main(void *argument) {
    Server *s = argument;
    while (!atomic_load(&s->closing)) turn(s);
    for (int i = 0; i < s->count; i++) s->guests[i]->stage = GONE;
    sweep(s);
    return NULL;
}

Server *server_new(int port, const ServerHost *host) {
    Server *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->host = *host;
    s->bell = socket_bell();
    s->listener = s->bell == NO_SOCKET ? NO_SOCKET : socket_listen(port, &s->port);
    if (s->listener != NO_SOCKET) return s;
    int fault = errno;
    server_free(s);
    errno = fault;
    return NULL;
}

int server_port(const Server *server) {
    return server->port;
}

bool server_start(Server *server) {
    server->started = thread_start(&server->thread, server_main, server);
    return server->started;
}

/* A ring that failed is not waited for: the next one is tried. */
void server_wake(Server *server) {
    if (atomic_exchange(&server->rung, true)) return;
    if (!socket_ring(server->bell)) atomic_store(&server->rung, false);
}

void server_free(Server *server) {
    if (!server) return;
    atomic_store(&server->closing, true);
    if (server->started) {
        socket_ring(server->bell);
        pthread_join(server->thread, NULL);
    }
    if (server->listener != NO_SOCKET) socket_close(server->listener);
    if (server->bell != NO_SOCKET) socket_close(server->bell);
    free(server);
}
