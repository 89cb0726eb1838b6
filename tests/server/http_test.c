// SPDX-License-Identifier: MIT
#include "support/check.h"

#include "server/http.h"

#include <stdio.h>
#include <string.h>

static char head[1024];

/* Parses the text as one whole head. */
static int read_head(const char *text, HttpRequest *out) {
    size_t length = strlen(text);
    assert_true(length < sizeof head);
    memcpy(head, text, length + 1);
    assert_int_equal(http_head_length(head, length), length);
    return http_read_head(head, length, out);
}

static int status_of(const char *text) {
    HttpRequest request;
    return read_head(text, &request);
}

static void heads_tell_what_is_asked(void **state) {
    (void)state;
    HttpRequest r;
    assert_int_equal(
        read_head("POST /a/lines?session=12 HTTP/1.1\r\nHost: localhost:80\r\n"
                  "content-LENGTH:  17 \r\nOrigin:\thttp://localhost\r\nX: y: z\r\n\r\n",
                  &r),
        0);
    assert_int_equal(r.method, HTTP_POST);
    assert_string_equal(r.path, "/a/lines");
    assert_string_equal(r.query, "session=12");
    assert_string_equal(r.host, "localhost:80");
    assert_string_equal(r.origin, "http://localhost");
    assert_int_equal(r.length, 17);
    assert_true(r.keep_alive);
    assert_false(r.expects_continue);
    assert_int_equal(read_head("\r\n\nGET / HTTP/1.0\nExpect: 100-continue\n\n", &r), 0);
    assert_int_equal(r.method, HTTP_GET);
    assert_string_equal(r.query, "");
    assert_null(r.host);
    assert_null(r.origin);
    assert_int_equal(r.length, 0);
    assert_true(r.expects_continue);
    assert_int_equal(status_of("HEAD / HTTP/1.1\r\n\r\n"), 0);
    assert_int_equal(read_head("BREW /pot HTTP/1.9\r\n\r\n", &r), 0);
    assert_int_equal(r.method, HTTP_OTHER);
}

static void reads_target(const char *target, const char *host, const char *path,
                         const char *query) {
    char text[256];
    HttpRequest r;
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\n%s\r\n", target, host);
    if (read_head(text, &r) != 0) fail_msg("refused: %s", text);
    assert_string_equal(r.path, path);
    assert_string_equal(r.query, query);
    assert_string_equal(r.host, "127.0.0.1:7665");
}

/* RFC 9112, section 3.2.2: proxies and some clients send the whole address. */
static void absolute_addresses_name_path_and_host(void **state) {
    (void)state;
    static const char HOST[] = "Host: 127.0.0.1:7665\r\n";
    reads_target("/", HOST, "/", "");
    reads_target("http://127.0.0.1:7665/", HOST, "/", "");
    reads_target("HTTP://127.0.0.1:7665/lines?session=1", HOST, "/lines", "session=1");
    reads_target("http://127.0.0.1:7665", HOST, "/", "");
    reads_target("http://127.0.0.1:7665?a=/b", HOST, "/", "a=/b");
    reads_target("http://127.0.0.1:7665//x", "", "//x", "");
    HttpRequest r;
    assert_int_equal(read_head("GET https://a/ HTTP/1.1\r\nHost: a\r\n\r\n", &r), 0);
    assert_string_equal(r.path, "https://a/");
    assert_string_equal(r.host, "a");
}

static const char *key_of(const char *fields) {
    char text[256];
    static HttpRequest r;
    snprintf(text, sizeof text, "GET / HTTP/1.1\r\n%s\r\n", fields);
    assert_int_equal(read_head(text, &r), 0);
    return r.key;
}

static void keys_come_with_their_scheme(void **state) {
    (void)state;
    assert_null(key_of("Host: a\r\n"));
    assert_string_equal(key_of("Authorization: Bearer 12ab\r\n"), "12ab");
    assert_string_equal(key_of("authorization:\tbearer 12ab \r\n"), "12ab");
    assert_string_equal(key_of("Authorization: Basic 12ab\r\n"), "");
    assert_string_equal(key_of("Authorization: Bearer\r\n"), "");
    assert_string_equal(key_of("Authorization: 12ab\r\n"), "");
}

static bool keeps(const char *version, const char *connection) {
    char text[128];
    HttpRequest r;
    snprintf(text, sizeof text, "GET / HTTP/%s\r\n%s\r\n", version, connection);
    assert_int_equal(read_head(text, &r), 0);
    return r.keep_alive;
}

static void connections_are_kept_as_asked(void **state) {
    (void)state;
    assert_true(keeps("1.1", ""));
    assert_true(keeps("1.1", "Connection: Upgrade, keep-alive\r\n"));
    assert_false(keeps("1.1", "Connection: foo,Close\r\n"));
    assert_true(keeps("1.1", "Connection: closed\r\n"));
    assert_false(keeps("1.0", ""));
    assert_false(keeps("1.0", "Connection: Keep-Alive\r\n"));
    assert_false(keeps("1.1", "Connection: close\r\nConnection: keep-alive\r\n"));
}

/* Heads that two parsers could understand differently (request smuggling). */
static void doubtful_heads_are_refused(void **state) {
    (void)state;
    static const char *const BAD[] = {
        "GET / HTTP/1.1 \r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "GET / \r\n\r\n",
        "GET /\r\n\r\n",
        " GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/11\r\n\r\n",
        "GET / http/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\n: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nOrigin: a\r\nOrigin: b\r\n\r\n",
        "GET / HTTP/1.1\r\nAuthorization: Bearer a\r\nAuthorization: Bearer a\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: +1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 1, 1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length:\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \033[2J\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\x7f\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nHost: a:80\r\n\r\n",
        "GET http:/// HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET http://?a HTTP/1.1\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        if (status_of(BAD[i]) != HTTP_BAD_REQUEST) fail_msg("taken: %s", BAD[i]);
    assert_int_equal(status_of("GET / HTTP/2.0\r\n\r\n"), HTTP_VERSION_NOT_SUPPORTED);
    assert_int_equal(status_of("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"),
                     HTTP_LENGTH_REQUIRED);
    HttpRequest r;
    memcpy(head, "GET /\0 HTTP/1.1\r\n\r\n", 19);
    assert_int_equal(http_read_head(head, 19, &r), HTTP_BAD_REQUEST);
}

static void heads_end_at_an_empty_line(void **state) {
    (void)state;
    static const char TWO[] = "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n\r\n";
    size_t first = 2 + 16 + 9 + 2;
    for (size_t n = 0; n < sizeof TWO; n++)
        assert_int_equal(http_head_length(TWO, n), n < first ? 0 : first);
    assert_int_equal(http_head_length("\r\n\r\n", 4), 0); // no request yet
}

static void queries_name_values(void **state) {
    (void)state;
    const char *value;
    assert_int_equal(http_query_value("a=1&session=23&b", "session", &value), 2);
    assert_memory_equal(value, "23", 2);
    assert_int_equal(http_query_value("session=", "session", &value), 0);
    assert_int_equal(http_query_value("xsession=1&session", "session", &value), -1);
    assert_int_equal(http_query_value("", "session", &value), -1);
    assert_int_equal(http_query_value("&&session=&", "session", &value), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_tell_what_is_asked),
        cmocka_unit_test(absolute_addresses_name_path_and_host),
        cmocka_unit_test(keys_come_with_their_scheme),
        cmocka_unit_test(connections_are_kept_as_asked),
        cmocka_unit_test(doubtful_heads_are_refused),
        cmocka_unit_test(heads_end_at_an_empty_line),
        cmocka_unit_test(queries_name_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
