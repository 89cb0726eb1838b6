// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "server/http_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static atomic_bool wakeup_fails;

/* Replaces send() of the system: it fails now and then, as if memory were short for a wake-up. */
ssize_t send(int fd, const void *data, size_t size, int flags) {
    if (size == 1 && atomic_exchange(&wakeup_fails, false)) {
        errno = ENOBUFS;
        return -1;
    }
    return sendto(fd, data, size, flags, NULL, 0);
}

/* Requests for paths that begin with "/in" are authorized; "/in/stream" sends the bytes of the
 * test server's `told` buffer. */
enum { PAGE_SIZE = 3 << 20 };
typedef struct {
    HttpServer *server;
    char *page;
    pthread_mutex_t lock;
    char told[64];
    char echoed[64]; // by the last request
    bool over;
    atomic_int gone;
} TestServer;

static bool is_authorized(void *context, const HttpRequest *request) {
    (void)context;
    return strncmp(request->path, "/in", 3) == 0;
}

static ptrdiff_t take(void *context, char *bytes, size_t most) {
    TestServer *fixture = context;
    pthread_mutex_lock(&fixture->lock);
    size_t n = strlen(fixture->told);
    assert_true(n < most);
    memcpy(bytes, fixture->told, n);
    fixture->told[0] = '\0';
    ptrdiff_t count = n == 0 && fixture->over ? -1 : (ptrdiff_t)n;
    pthread_mutex_unlock(&fixture->lock);
    return count;
}

static void gone(void *context) {
    TestServer *fixture = context;
    atomic_fetch_add(&fixture->gone, 1);
}

static void answer(void *context, HttpConnection *connection, const HttpRequest *request,
                   const Text *body) {
    TestServer *fixture = context;
    if (strcmp(request->path, "/in/page") == 0)
        http_connection_answer(connection, 200, "text/plain", fixture->page, PAGE_SIZE);
    else if (strcmp(request->path, "/in/stream") == 0)
        http_connection_stream(connection, "text/plain", &(HttpStream){fixture, take, gone});
    else if (body->failed)
        http_connection_answer(connection, 413, "text/plain", "", 0);
    else {
        char *echoed = fixture->echoed;
        snprintf(echoed, sizeof fixture->echoed, "%s:%s", request->path, text_get(body));
        http_connection_answer(connection, 200, "text/plain", echoed, strlen(echoed));
    }
}

/* Listens, but does not serve yet. */
static HttpServer *build_server(TestServer *fixture) {
    HttpHandler host = {.context = fixture,
                        .headers = "X-House: ours\r\n",
                        .is_authorized = is_authorized,
                        .answer = answer};
    HttpServer *server = http_server_new(0, &host);
    assert_non_null(server);
    return server;
}

static int open_fixture(void **state) {
    TestServer *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->page = malloc(PAGE_SIZE);
    assert_non_null(fixture->page);
    memset(fixture->page, 'p', PAGE_SIZE);
    pthread_mutex_init(&fixture->lock, NULL);
    fixture->server = build_server(fixture);
    assert_true(http_server_start(fixture->server));
    *state = fixture;
    return 0;
}

static int close_fixture(void **state) {
    TestServer *fixture = *state;
    http_server_free(fixture->server);
    pthread_mutex_destroy(&fixture->lock);
    free(fixture->page);
    free(fixture);
    return 0;
}

/* A client socket, with a time-out of half the time after which the server closes
 * idle connections. */
static int connect_client(const TestServer *fixture) {
    struct timeval patience = {.tv_sec = 10};
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                             .sin_port = htons((uint16_t)http_server_port(fixture->server))};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

static void send_text(int fd, const char *words) {
    assert_int_equal(send(fd, words, strlen(words), MSG_NOSIGNAL), strlen(words));
}

/* Reads until the received bytes end with the text. */
static void expect_text(int fd, const char *end) {
    char heard[8192] = "";
    size_t used = 0, length = strlen(end);
    while (used < length || strcmp(heard + used - length, end) != 0) {
        ssize_t n = recv(fd, heard + used, sizeof heard - used - 1, 0);
        if (n <= 0) fail_msg("'%s' did not come, but '%s'", end, heard);
        used += (size_t)n;
        heard[used] = '\0';
    }
}

/* The server closed the connection: by FIN, or by RST if it left bytes unread. */
static void expect_close(int fd) {
    char byte;
    ssize_t n = recv(fd, &byte, 1, 0);
    assert_true(n == 0 || (n < 0 && errno == ECONNRESET));
    close(fd);
}

/* Requests are answered one after another, into whatever pieces their bytes are cut. */
static void requests_come_in_any_pieces(void **state) {
    static const char REQUESTS[] = "POST /in/a HTTP/1.1\r\nContent-Length: 3\r\n\r\none"
                                   "\r\nGET /in/b HTTP/1.1\r\n\r\n"
                                   "POST /out HTTP/1.1\r\nContent-Length: 3\r\n\r\ntwo"
                                   "HEAD /in/c HTTP/1.1\r\nConnection: close\r\n\r\n";
    for (size_t piece = 1; piece < sizeof REQUESTS; piece = piece < 8 ? piece + 1 : 2 * piece) {
        int fd = connect_client(*state);
        for (size_t at = 0; at < sizeof REQUESTS - 1; at += piece) {
            char part[sizeof REQUESTS];
            snprintf(part, piece + 1 < sizeof part ? piece + 1 : sizeof part, "%s", REQUESTS + at);
            send_text(fd, part);
        }
        char heard[4096] = "";
        size_t used = 0;
        for (ssize_t n; (n = recv(fd, heard + used, sizeof heard - used - 1, 0)) > 0;)
            used += (size_t)n;
        close(fd);
        heard[used] = '\0';
        const char *one = strstr(heard, "\r\n\r\n/in/a:one"), *two = strstr(heard, "/in/b:");
        const char *three = strstr(heard, "/out:"), *last = strstr(heard, "Content-Length: 6");
        assert_true(one && two && three && one < two && two < three);
        assert_null(strstr(heard, "/out:two")); // not kept
        assert_non_null(last);
        assert_null(strstr(heard, "/in/c"));
        assert_non_null(strstr(heard, "X-House: ours\r\n"));
        assert_string_equal(heard + used - 21, "Connection: close\r\n\r\n");
    }
}

static void who_says_no_more_is_answered(void **state) {
    int fd = connect_client(*state);
    send_text(fd, "GET /in/a HTTP/1.1\r\n\r\nGET /in/b HTTP/1.1\r\n\r\nGET /in");
    shutdown(fd, SHUT_WR);
    expect_text(fd, "/in/b:");
    expect_close(fd);
}

static void pages_come_whole(void **state) {
    int fd = connect_client(*state);
    char *heard = malloc(PAGE_SIZE + 1000);
    size_t used = 0;
    assert_non_null(heard);
    send_text(fd, "GET /in/page HTTP/1.0\r\n\r\n");
    usleep(20000); // more than the socket buffer holds is there to be sent
    for (ssize_t n; (n = recv(fd, heard + used, PAGE_SIZE + 1000 - used, 0)) > 0;)
        used += (size_t)n;
    close(fd);
    assert_true(used > PAGE_SIZE);
    for (size_t i = used - PAGE_SIZE; i < used; i++) assert_int_equal(heard[i], 'p');
    free(heard);
}

static void long_bodies_are_asked_for_and_limited(void **state) {
    char text[128], *body = malloc(HTTP_BODY_MAX + 2);
    assert_non_null(body);
    memset(body, 'b', HTTP_BODY_MAX + 1);
    body[HTTP_BODY_MAX + 1] = '\0';
    for (int more = 0; more < 2; more++) {
        int fd = connect_client(*state);
        snprintf(text, sizeof text,
                 "POST /in HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n",
                 HTTP_BODY_MAX + more);
        send_text(fd, text);
        expect_text(fd, "HTTP/1.1 100 Continue\r\n\r\n");
        for (size_t at = 0, size = (size_t)(HTTP_BODY_MAX + more); at < size;) {
            ssize_t n = send(fd, body + at, size - at, MSG_NOSIGNAL);
            assert_true(n > 0);
            at += (size_t)n;
        }
        expect_text(fd, more ? "\r\n\r\n" : "bbbb");
        send_text(fd, "GET /in/next HTTP/1.1\r\n\r\n"); // the connection still works
        expect_text(fd, "/in/next:");
        close(fd);
    }
    free(body);
}

static void what_cannot_be_read_is_refused(void **state) {
    char *endless = malloc(80000);
    assert_non_null(endless);
    memset(endless, 'x', 79999);
    endless[79999] = '\0';
    const char *const bad[] = {"rubbish\r\n\r\n", endless};
    for (int i = 0; i < 2; i++) {
        int fd = connect_client(*state);
        char heard[16] = "";
        send(fd, bad[i], strlen(bad[i]), MSG_NOSIGNAL);
        assert_true(recv(fd, heard, 12, MSG_WAITALL) == 12);
        assert_string_equal(heard, i ? "HTTP/1.1 431" : "HTTP/1.1 400");
        close(fd);
    }
    free(endless);
}

static void tell(TestServer *fixture, const char *words, bool over) {
    pthread_mutex_lock(&fixture->lock);
    snprintf(fixture->told, sizeof fixture->told, "%s", words);
    fixture->over = over;
    pthread_mutex_unlock(&fixture->lock);
    http_server_wake(fixture->server);
}

static void wait_for_gone(TestServer *fixture, int count) {
    for (int ms = 0; ms < 60000 && atomic_load(&fixture->gone) < count; ms++) usleep(1000);
    assert_int_equal(atomic_load(&fixture->gone), count);
}

static void streams_tell_as_it_comes(void **state) {
    TestServer *fixture = *state;
    int before = atomic_load(&fixture->gone), fd = connect_client(fixture);
    send_text(fd, "GET /in/stream HTTP/1.1\r\n\r\n");
    expect_text(fd, "\r\n\r\n");
    for (int i = 0; i < 100; i++) {
        char words[32];
        snprintf(words, sizeof words, "news %d.", i);
        tell(fixture, words, false);
        expect_text(fd, words);
    }
    tell(fixture, "the end", true);
    expect_text(fd, "the end");
    expect_close(fd);
    wait_for_gone(fixture, before + 1);
    tell(fixture, "", false);
    fd = connect_client(fixture); // and a client that leaves is noticed
    send_text(fd, "GET /in/stream HTTP/1.1\r\n\r\n");
    expect_text(fd, "\r\n\r\n");
    close(fd);
    wait_for_gone(fixture, before + 2);
}

/* The bytes of a failed wake-up are sent after the next one. */
static void a_ring_that_failed_is_tried_again(void **state) {
    TestServer *fixture = *state;
    int before = atomic_load(&fixture->gone), fd = connect_client(fixture);
    send_text(fd, "GET /in/stream HTTP/1.1\r\n\r\n");
    expect_text(fd, "\r\n\r\n");
    atomic_store(&wakeup_fails, true);
    tell(fixture, "lost?", false);
    assert_false(atomic_load(&wakeup_fails));
    http_server_wake(fixture->server);
    expect_text(fd, "lost?");
    close(fd);
    wait_for_gone(fixture, before + 1);
}

/* New connections close the oldest unauthenticated ones; an authenticated one stays. */
static void strangers_make_room(void **state) {
    enum { MORE = HTTP_UNAUTHENTICATED_MAX + 8 };
    int friend = connect_client(*state), stranger[MORE];
    send_text(friend, "GET /in HTTP/1.1\r\n\r\n");
    expect_text(friend, "/in:");
    for (int i = 0; i < MORE; i++) {
        stranger[i] = connect_client(*state);
        send_text(stranger[i], "GET /out HTTP/1.1\r\n\r\n");
        expect_text(stranger[i], "/out:");
    }
    for (int i = 0; i < 8; i++) expect_close(stranger[i]);
    for (int i = 8; i < MORE; i++) {
        send_text(stranger[i], "GET /out HTTP/1.1\r\n\r\n");
        expect_text(stranger[i], "/out:");
        close(stranger[i]);
    }
    send_text(friend, "GET /in HTTP/1.1\r\n\r\n");
    expect_text(friend, "/in:");
    close(friend);
}

/* Unauthenticated connections never keep authorized clients out, however few places are left. */
static void strangers_keep_nobody_out(void **state) {
    enum { STRANGERS = HTTP_UNAUTHENTICATED_MAX - 1, FRIENDS = HTTP_CONNECTIONS_MAX - STRANGERS };
    int friend[FRIENDS + STRANGERS], stranger[STRANGERS];
    for (int i = 0; i < FRIENDS + STRANGERS; i++) {
        friend[i] = connect_client(*state);
        send_text(friend[i], "GET /in HTTP/1.1\r\n\r\n");
        expect_text(friend[i], "/in:");
        for (int j = 0; i == FRIENDS - 1 && j < STRANGERS; j++)
            stranger[j] = connect_client(*state);
    }
    for (int j = 0; j < STRANGERS; j++) expect_close(stranger[j]);
    for (int i = 0; i < FRIENDS + STRANGERS; i++) close(friend[i]);
}

/* Clients that connected and left before the server accepted them are closed at once, and do not
 * push out those that wait. */
static void who_is_gone_is_let_go(void **state) {
    enum { WAITING = HTTP_UNAUTHENTICATED_MAX - 1, GONE = 3 };
    static const char ASKED[] = "GET /out HTTP/1.0\r\n\r\n";
    TestServer fixture = {0};
    int gone[GONE], waiting[WAITING];
    (void)state;
    fixture.server = build_server(&fixture);
    gone[0] = connect_client(&fixture);
    for (int i = 0; i < WAITING; i++) waiting[i] = connect_client(&fixture);
    for (int i = 1; i < GONE; i++) gone[i] = connect_client(&fixture);
    for (int i = 0; i < GONE; i++) send_text(gone[i], ASKED);
    assert_true(http_server_start(fixture.server));
    for (int i = 0; i < GONE; i++) {
        expect_text(gone[i], "/out:");
        expect_close(gone[i]);
    }
    for (int i = 0; i < WAITING; i++) {
        send_text(waiting[i], ASKED);
        expect_text(waiting[i], "/out:");
        expect_close(waiting[i]);
    }
    http_server_free(fixture.server);
}

static void a_port_has_one_server(void **state) {
    TestServer *fixture = *state;
    HttpHandler host = {
        .context = fixture, .headers = "", .is_authorized = is_authorized, .answer = answer};
    errno = 0;
    assert_null(http_server_new(http_server_port(fixture->server), &host));
    assert_int_equal(errno, EADDRINUSE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_come_in_any_pieces),
        cmocka_unit_test(who_says_no_more_is_answered),
        cmocka_unit_test(pages_come_whole),
        cmocka_unit_test(long_bodies_are_asked_for_and_limited),
        cmocka_unit_test(what_cannot_be_read_is_refused),
        cmocka_unit_test(streams_tell_as_it_comes),
        cmocka_unit_test(a_ring_that_failed_is_tried_again),
        cmocka_unit_test(strangers_make_room),
        cmocka_unit_test(strangers_keep_nobody_out),
        cmocka_unit_test(who_is_gone_is_let_go),
        cmocka_unit_test(a_port_has_one_server),
    };
    return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
