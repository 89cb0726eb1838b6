// SPDX-License-Identifier: MIT
//
// Any bytes to the server of the page: it answers or hangs up, hands on only what came with the
// key, and lives on.  In the input 1 stands for the field with the key and 2 for the server's name.
#include "fuzz/fuzz.h"

#include "server/page_server.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATIENCE_MS = 20, GOOD_EVERY = 64 };

static const char PAGE[] = "the page", KEY[] = "0123456789abcdef";
static const char KEY_FIELD[] = "Authorization: Bearer 0123456789abcdef\r\n";
static int port;
static char name[32]; // of the server, with its port
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static EventStream *streams[PAGE_SERVER_STREAMS_MAX]; // guarded by the lock

static void *open_client(void *context, EventStream *stream) {
    EventStream **place = NULL;
    (void)context;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < PAGE_SERVER_STREAMS_MAX && !place; i++)
        if (!streams[i]) *(place = &streams[i]) = stream;
    pthread_mutex_unlock(&lock);
    fuzz_assert(place != NULL);
    return place;
}

static bool receive_line(void *client, const char *line, size_t length) {
    fuzz_assert(client && length <= PAGE_SERVER_BODY_MAX && line[length] == '\0');
    return length % 3 != 0;
}

static void close_client(void *context, void *client) {
    (void)context;
    pthread_mutex_lock(&lock);
    *(EventStream **)client = NULL;
    pthread_mutex_unlock(&lock);
}

/* Sends a line to every window and ends its stream. */
static void end_streams(void) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < PAGE_SERVER_STREAMS_MAX; i++)
        if (streams[i]) {
            event_stream_send(streams[i], "line", 4);
            event_stream_ping(streams[i]);
            event_stream_end(streams[i]);
        }
    pthread_mutex_unlock(&lock);
}

static void start(void) {
    PageServerOptions options = {
        .ports = 1,
        .key = KEY,
        .page = PAGE,
        .size = sizeof PAGE - 1,
        .host = {.open = open_client, .line = receive_line, .close = close_client}};
    char error[PAGE_SERVER_ERROR_MAX];
    PageServer *site = page_server_open(&options, error);
    fuzz_assert(site != NULL);
    port = page_server_port(site);
    snprintf(name, sizeof name, "127.0.0.1:%d", port);
}

/* SO_LINGER 0: closed connections skip TIME_WAIT, as the target opens more of them in a minute than
 * there are ports. */
static void close_at_once(int fd) {
    struct linger none = {.l_onoff = 1, .l_linger = 0};
    (void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close(fd);
}

/* Sends a request and reads the beginning of the answer. */
static size_t ask(const char *request, size_t length, char *answer, size_t most) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                             .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    size_t got = 0;
    fuzz_assert(fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0);
    (void)!send(fd, request, length, MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
    struct pollfd waits = {.fd = fd, .events = POLLIN};
    while (got < most && poll(&waits, 1, got ? PATIENCE_MS : 10 * PATIENCE_MS) > 0) {
        ssize_t n = recv(fd, answer + got, most - got, 0);
        if (n <= 0) break;
        got += (size_t)n;
        end_streams();
    }
    close_at_once(fd);
    return got;
}

static void ask_for_page(void) {
    char request[256], answer[512];
    int n = snprintf(request, sizeof request, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", name);
    size_t got = 0;
    for (int tries = 0; tries < 100 && got == 0; tries++)
        got = ask(request, (size_t)n, answer, sizeof answer);
    fuzz_assert(got > 12 && memcmp(answer, "HTTP/1.1 200", 12) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static unsigned runs;
    static char request[1 << 17], answer[512];
    size_t length = 0;
    if (!port) start();
    for (size_t i = 0; i < size && length + 128 < sizeof request; i++) {
        const char *from = data[i] == 1 ? KEY_FIELD : data[i] == 2 ? name : (const char *)data + i;
        size_t n = data[i] == 1 ? sizeof KEY_FIELD - 1 : data[i] == 2 ? strlen(name) : 1;
        memcpy(request + length, from, n);
        length += n;
    }
    size_t got = ask(request, length, answer, sizeof answer);
    // a bad request gets status 400; an empty one gets no answer
    if (got >= 5) fuzz_assert(memcmp(answer, "HTTP/", 5) == 0);
    if (++runs % GOOD_EVERY == 0) ask_for_page();
    return 0;
}
