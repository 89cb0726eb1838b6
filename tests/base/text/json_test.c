// SPDX-License-Identifier: MIT
#include "base/text/json.h"

#include "support/check.h"
#include "support/data.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 1000 };

/* Reads from a copy of exactly that size, so that sanitizers detect reads past the end. */
static JsonResult read_bytes(const char *bytes, size_t length, JsonNode *nodes) {
    char *exact = malloc(length ? length : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, length);
    JsonResult r = json_read(exact, length, nodes, NODES);
    free(exact);
    return r;
}

static JsonNode *read_text(const char *text, JsonNode nodes[NODES]) {
    JsonResult r = json_read(text, strlen(text), nodes, NODES);
    if (r.fault) fail_msg("%s: %s at %zu", text, json_fault_text(r.fault), r.offset);
    return nodes;
}

/* Decodes the notation of json.tsv: <e9> is a byte, <5b*500> is a byte repeated. */
static void append_bytes(const char *hex, Text *out) {
    Text unit = text_growing();
    for (; *hex != '*' && *hex != '>'; hex += 2)
        text_char(&unit, (char)strtol((char[]){hex[0], hex[1], 0}, NULL, 16));
    long times = *hex == '*' ? strtol(hex + 1, NULL, 10) : 1;
    for (; times > 0; times--) text_bytes(out, text_get(&unit), unit.used);
    text_free(&unit);
}

static Text decoded(const char *field) {
    Text out = text_growing();
    for (; *field; field++) {
        if (*field == '<') {
            append_bytes(field + 1, &out);
            field = strchr(field, '>');
        } else {
            text_char(&out, *field);
        }
    }
    return out;
}

static void expect_verdict(const DataLine *line, void *context) {
    (void)context;
    JsonNode nodes[NODES];
    assert_int_equal(line->count, 3);
    const char *verdict = line->field[0];
    bool accept = verdict[0] == 'y' || verdict[1] == '+';
    Text bytes = decoded(line->field[2]);
    JsonResult r = read_bytes(text_get(&bytes), bytes.used, nodes);
    if ((r.fault == JSON_OK) != accept)
        fail_msg("%s %s: %s at %zu", verdict, line->field[1], json_fault_text(r.fault), r.offset);
    assert_true(r.offset <= bytes.used);
    text_free(&bytes);
}

static void the_public_suite_agrees(void **state) {
    (void)state;
    assert_int_equal(data_each_line("json.tsv", '\t', expect_verdict, NULL), 318);
}

static void expect_fault(const char *text, JsonFault fault, size_t place) {
    JsonNode nodes[NODES];
    JsonResult r = read_bytes(text, strlen(text), nodes);
    if (r.fault != fault || r.offset != place)
        fail_msg("%s: %s at %zu", text, json_fault_text(r.fault), r.offset);
}

static void faults_have_a_place(void **state) {
    (void)state;
    expect_fault("", JSON_CUT_SHORT, 0);
    expect_fault("{\"a\":[1,2", JSON_CUT_SHORT, 9);
    expect_fault("{\"a\":[1,]}", JSON_MISSING_VALUE, 8);
    expect_fault("{\"a\":tru}", JSON_MISSING_VALUE, 8);
    expect_fault("{a:1}", JSON_MISSING_NAME, 1);
    expect_fault("{\"a\":1,}", JSON_MISSING_NAME, 7);
    expect_fault("{\"a\" 1}", JSON_MISSING_COLON, 5);
    expect_fault("[1 2]", JSON_MISSING_COMMA, 3);
    expect_fault("[1}", JSON_MISSING_COMMA, 2);
    expect_fault("{} {}", JSON_TRAILING, 3);
    expect_fault("[-x]", JSON_BAD_NUMBER, 2);
    expect_fault("[1.e5]", JSON_BAD_NUMBER, 3);
    expect_fault("[01]", JSON_MISSING_COMMA, 2);
    expect_fault("[\"\\q\"]", JSON_BAD_ESCAPE, 3);
    expect_fault("[\"\\u12g4\"]", JSON_BAD_ESCAPE, 6);
    expect_fault("[\"\\ud83d\\u0041\"]", JSON_BAD_SURROGATE, 4);
    expect_fault("[\"\xc3\"]", JSON_BAD_UTF8, 2);
    expect_fault("[\"\t\"]", JSON_CONTROL_CHARACTER, 2);
}

static void nest(int depth, char out[]) {
    memset(out, '[', (size_t)depth);
    memset(out + depth, ']', (size_t)depth);
    out[2 * depth] = '\0';
}

static void limits_hold(void **state) {
    (void)state;
    char text[2 * JSON_DEPTH_MAX + 3], digits[JSON_NUMBER_MAX + 2];
    JsonNode nodes[NODES];
    nest(JSON_DEPTH_MAX, text);
    read_text(text, nodes);
    nest(JSON_DEPTH_MAX + 1, text);
    expect_fault(text, JSON_TOO_DEEP, JSON_DEPTH_MAX);
    memset(digits, '1', sizeof digits);
    assert_int_equal(read_bytes(digits, JSON_NUMBER_MAX, nodes).fault, JSON_OK);
    assert_int_equal(read_bytes(digits, JSON_NUMBER_MAX + 1, nodes).fault, JSON_TOO_LONG);
    assert_int_equal(json_read("[1,2]", 5, nodes, 3).fault, JSON_OK);
    assert_int_equal(json_read("[1,2]", 5, nodes, 2).fault, JSON_TOO_MANY);
    assert_int_equal(json_read("1", 1, nodes, 0).fault, JSON_TOO_MANY);
    assert_int_equal(json_read("", (size_t)JSON_TEXT_MAX + 1, nodes, 2).fault, JSON_TOO_LONG);
}

static void numbers_are_exact(void **state) {
    (void)state;
    JsonNode nodes[NODES];
    const char *text = "[9223372036854775807,-9223372036854775808,9223372036854775808,-0,1.0,1e2,"
                       "0.1,1e400,1e-400,\"7\"]";
    const JsonNode *at = json_first(read_text(text, nodes)), *array = nodes;
    int64_t n = 5;
    double x = 5;
    assert_true(json_to_int(at, INT64_MIN, INT64_MAX, &n) && n == INT64_MAX);
    at = json_next(array, at);
    assert_true(json_to_int(at, INT64_MIN, INT64_MAX, &n) && n == INT64_MIN);
    assert_false(json_to_int(at, 0, INT64_MAX, &n));
    at = json_next(array, at);
    assert_false(json_to_int(at, INT64_MIN, INT64_MAX, &n));
    assert_true(json_to_real(at, &x) && x == 9223372036854775808.0);
    at = json_next(array, at);
    assert_true(json_to_int(at, 0, 0, &n) && n == 0);
    for (int i = 0; i < 2; i++) {
        at = json_next(array, at);
        assert_true(json_to_int(at, 0, 100, &n) && n == (i ? 100 : 1));
        assert_true(json_to_real(at, &x) && x == (i ? 100 : 1));
    }
    at = json_next(array, at);
    assert_true(json_to_real(at, &x) && x == 0.1);
    at = json_next(array, at);
    assert_false(json_to_real(at, &x));
    assert_true(x == 0.1);
    at = json_next(array, at);
    assert_true(json_to_real(at, &x) && x == 0);
    at = json_next(array, at);
    assert_false(json_to_int(at, 0, 10, &n) || json_to_real(at, &x));
    assert_null(json_next(array, at));
}

static void whole_numbers_are_known_however_they_are_written(void **state) {
    (void)state;
    JsonNode nodes[NODES];
    int64_t n = 5;
    const JsonNode *array = read_text("[12.0,120e-1,1.2E+1,0.12e2,0.0000000000000000000012e+0022,"
                                      "1200000000000000000000e-20,12.000000000000e00000000000]",
                                      nodes);
    JSON_FOR_EACH(whole, array) assert_true(json_to_int(whole, 0, 12, &n) && n == 12);
    array = read_text("[0.0,-0.0,0e99999999999999999999,-0E-99999999999999999999,0.000e3]", nodes);
    JSON_FOR_EACH(zero, array) assert_true(json_to_int(zero, 0, 12, &n) && n == 0);
    array = read_text("[-9.223372036854775808e18,-922337203685477580.8E1,"
                      "-92233720368547758080.000e-1]",
                      nodes);
    JSON_FOR_EACH(least, array)
    assert_true(json_to_int(least, INT64_MIN, 0, &n) && n == INT64_MIN);
    array = read_text("[1.5,0.1,12e-1,1e-1,1e-99999999999999999999,9.223372036854775808e18,1e19,"
                      "1e99999999999999999999,10.000000000000000000000000000001,13.0]",
                      nodes);
    JSON_FOR_EACH(other, array) assert_false(json_to_int(other, INT64_MIN, 12, &n));
}

static void members_are_found(void **state) {
    (void)state;
    JsonNode nodes[NODES];
    const JsonNode *root = read_text(
        " {\"id\" : 7, \"deep\":{\"id\":[[],{},8]}, \"id\":9, \"on\":true, \"\":null} ", nodes);
    int64_t id = 0;
    bool on = false;
    assert_int_equal(json_count(root), 5);
    assert_true(json_to_int(json_get(root, "id"), 0, 10, &id) && id == 9); // the last one counts
    const JsonNode *list = json_get(json_get(root, "deep"), "id");
    assert_int_equal(json_type(list), JSON_ARRAY);
    assert_int_equal(json_count(list), 3);
    const JsonType types[] = {JSON_ARRAY, JSON_OBJECT, JSON_NUMBER};
    int i = 0;
    JSON_FOR_EACH(item, list) {
        assert_int_equal(json_type(item), types[i++]);
        assert_int_equal(json_count(item), 0);
    }
    assert_int_equal(i, 3);
    assert_true(json_to_bool(json_get(root, "on"), &on) && on);
    assert_int_equal(json_type(json_get(root, "")), JSON_NULL);
    assert_false(json_to_bool(json_get(root, ""), &on));
    i = 0;
    JSON_FOR_EACH(value, root) {
        i++;
        assert_true(json_is(json_name(value), "on") == (value == json_get(root, "on")));
    }
    assert_int_equal(i, 5);
}

static void nothing_is_found_in_nothing(void **state) {
    (void)state;
    JsonNode nodes[NODES];
    const JsonNode *root = read_text("[1]", nodes), *none = json_get(root, "id");
    int64_t n;
    double x;
    bool yes;
    char text[8];
    assert_null(none);
    assert_null(json_get(none, "id"));
    assert_null(json_first(none));
    assert_null(json_first(root + 1));
    assert_int_equal(json_type(none), JSON_NONE);
    assert_int_equal(json_count(none), 0);
    assert_false(json_to_int(none, 0, 9, &n) || json_to_real(none, &x) || json_to_bool(none, &yes));
    assert_false(json_to_string(none, text, sizeof text) || json_is(none, ""));
    JSON_FOR_EACH(value, none) fail();
}

static void strings_are_unescaped(void **state) {
    (void)state;
    JsonNode nodes[NODES];
    char text[32];
    const char *source =
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20ac\\ud83d\\uDE00\xe2\x82\xac\"";
    const char *meant = "\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xe2\x82\xac";
    read_text(source, nodes);
    assert_true(json_to_string(nodes, text, sizeof text));
    assert_string_equal(text, meant);
    assert_true(json_is(nodes, meant));
    assert_false(json_is(nodes, "\""));
    assert_true(json_to_string(nodes, text, strlen(meant) + 1)); // fits exactly
    assert_false(json_to_string(nodes, text, strlen(meant)));
    assert_string_equal(text, "");
    assert_false(json_to_string(nodes, text, 0));
}

static void bytes_are_found_behind_escapes(void **state) {
    (void)state;
    JsonNode nodes[NODES];
    const char *source = "\"a\\u00e9\\/\xc3\xa9x\"";
    static const int PLACES[] = {1,  2,  2,  8, 10,
                                 10, 12, 13, 13}; // from the seventh on: the closing quote
    read_text(source, nodes);
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
        assert_ptr_equal(json_string_offset(nodes, i), source + PLACES[i]);
}

static void zero_bytes_are_no_end(void **state) {
    (void)state;
    JsonNode nodes[NODES];
    char text[32];
    read_text("\"ab\\u0000c\"", nodes);
    Text whole = text_growing();
    assert_true(json_to_text(nodes, &whole));
    assert_int_equal(whole.used, 4);
    assert_memory_equal(whole.data, "ab\0c", 4);
    text_free(&whole);
    assert_false(json_to_string(nodes, text, sizeof text));
    assert_false(json_is(nodes, "ab"));
}

static void what_is_written_can_be_read(void **state) {
    (void)state;
    JsonNode nodes[NODES];
    char text[64];
    int64_t n = 0;
    const char *nasty = "a\"\\\n\x01\x7f\xc3\xa9/\xf0\x9f\x98\x80";
    Text out = text_growing();
    json_open(&out, '{');
    json_put_string(&out, nasty, nasty);
    json_put_string(&out, "stray", "\xff\xc3");
    json_put_int(&out, "least", INT64_MIN);
    json_put_real(&out, "nan", 0.0 / 0.0);
    json_close(&out, '}');
    read_text(text_get(&out), nodes);
    assert_true(json_is(json_get(nodes, nasty), nasty));
    assert_true(json_to_string(json_get(nodes, "stray"), text, sizeof text));
    assert_string_equal(text, "\xc3\xbf\xc3\x83"); // invalid UTF-8 is read as Latin-1
    assert_true(json_to_int(json_get(nodes, "least"), INT64_MIN, 0, &n) && n == INT64_MIN);
    assert_int_equal(json_type(json_get(nodes, "nan")), JSON_NULL);
    text_free(&out);
}

static void the_shortest_times_need_no_exponent(void **state) {
    (void)state;
    Text out = text_growing();
    json_open(&out, '{');
    json_put_seconds(&out, 4.7e-5);
    json_close(&out, '}');
    assert_string_equal(text_get(&out), "{\"seconds\":0.0000}");
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_public_suite_agrees),
        cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(whole_numbers_are_known_however_they_are_written),
        cmocka_unit_test(members_are_found),
        cmocka_unit_test(nothing_is_found_in_nothing),
        cmocka_unit_test(strings_are_unescaped),
        cmocka_unit_test(bytes_are_found_behind_escapes),
        cmocka_unit_test(zero_bytes_are_no_end),
        cmocka_unit_test(what_is_written_can_be_read),
        cmocka_unit_test(the_shortest_times_need_no_exponent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
