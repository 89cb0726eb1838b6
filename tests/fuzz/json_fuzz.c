// SPDX-License-Identifier: MIT
//
// Any bytes are JSON or have a fault at a place inside them; JSON can be walked and has the same
// value after it was written and read again.
#include "fuzz/fuzz.h"

#include "base/text/json.h"

enum { NODES = 500 };

/* Writes a string with the JSON writer; returns false for a zero byte, which it cannot write. */
static bool write_string(const JsonNode *node, Text *out, bool is_name) {
    char text[4096];
    if (!json_to_string(node, text, sizeof text)) return false;
    fuzz_assert(json_is(node, text));
    (is_name ? json_key : json_string)(out, text);
    return true;
}

static bool write_again(const JsonNode *node, Text *out);

static bool write_members(const JsonNode *node, Text *out, const char *brackets) {
    uint32_t count = 0;
    json_open(out, brackets[0]);
    JSON_FOR_EACH(value, node) {
        count++;
        if (node->type == JSON_OBJECT && !write_string(json_name(value), out, true)) return false;
        if (!write_again(value, out)) return false;
    }
    fuzz_assert(count == json_count(node));
    json_close(out, brackets[1]);
    return true;
}

/* Does the number become whole by being written with the writer's digits? */
static bool rounds_to_whole(double *real) {
    char digits[32];
    Text out = text_on(digits, sizeof digits);
    json_real(&out, *real);
    fuzz_assert(text_to_real(digits, real));
    return *real >= -0x1p63 && *real < 0x1p63 && *real == (double)(int64_t)*real;
}

static bool write_number(const JsonNode *node, Text *out) {
    int64_t whole;
    double real;
    if (json_to_int(node, INT64_MIN, INT64_MAX, &whole))
        json_int(out, whole);
    else if (json_to_real(node, &real) && rounds_to_whole(&real))
        json_int(out, (int64_t)real);
    else if (json_to_real(node, &real))
        json_real(out, real);
    else
        json_null(out);
    return true;
}

static bool write_again(const JsonNode *node, Text *out) {
    bool yes;
    switch (json_type(node)) {
    case JSON_BOOL: fuzz_assert(json_to_bool(node, &yes)); return json_bool(out, yes), true;
    case JSON_NUMBER: return write_number(node, out);
    case JSON_STRING: return write_string(node, out, false);
    case JSON_ARRAY: return write_members(node, out, "[]");
    case JSON_OBJECT: return write_members(node, out, "{}");
    default: return json_null(out), true;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    JsonNode nodes[NODES], again[NODES];
    JsonResult r = json_read((const char *)data, size, nodes, NODES);
    fuzz_assert(r.offset <= size && json_fault_text(r.fault));
    if (r.fault) return 0;
    Text first = text_growing(), second = text_growing();
    if (write_again(nodes, &first)) {
        fuzz_assert(json_read(text_get(&first), first.used, again, NODES).fault == JSON_OK);
        fuzz_assert(nodes->size == again->size && write_again(again, &second));
        fuzz_assert(strcmp(text_get(&first), text_get(&second)) == 0);
    }
    text_free(&first);
    text_free(&second);
    return 0;
}
