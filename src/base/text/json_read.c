// SPDX-License-Identifier: MIT
#include "base/text/json.h"

#include <assert.h>
#include <string.h>

typedef struct {
    const char *at, *end;
    JsonNode *nodes;
    size_t count, capacity;
    JsonNode *open; // the innermost array or object not closed yet, or NULL
    int depth;
    JsonFault fault;
} JsonReader;

static bool fail(JsonReader *r, JsonFault fault) {
    r->fault = r->at == r->end ? JSON_CUT_SHORT : fault;
    return false;
}

static void skip_spaces(JsonReader *r) {
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool take(JsonReader *r, char c) {
    if (r->at == r->end || *r->at != c) return false;
    r->at++;
    return true;
}

static JsonNode *add(JsonReader *r, JsonType type) {
    if (r->count == r->capacity) {
        r->fault = JSON_TOO_MANY;
        return NULL;
    }
    JsonNode *node = &r->nodes[r->count++];
    *node = (JsonNode){.type = type, .text = r->at, .size = 1};
    return node;
}

static bool read_word(JsonReader *r, JsonType type, const char *word) {
    if (!add(r, type)) return false;
    for (; *word; word++)
        if (!take(r, *word)) return fail(r, JSON_MISSING_VALUE);
    return true;
}

static bool read_digits(JsonReader *r) {
    const char *start = r->at;
    while (r->at < r->end && char_is_digit(*r->at)) r->at++;
    return r->at > start || fail(r, JSON_BAD_NUMBER);
}

/* A leading zero ends the number: a digit after it is then an error, because a comma is
 * expected. */
static bool read_number(JsonReader *r) {
    JsonNode *node = add(r, JSON_NUMBER);
    if (!node) return false;
    take(r, '-');
    if (!take(r, '0') && !read_digits(r)) return false;
    if (take(r, '.') && !read_digits(r)) return false;
    if (take(r, 'e') || take(r, 'E')) {
        if (!take(r, '-')) take(r, '+');
        if (!read_digits(r)) return false;
    }
    node->length = (uint32_t)(r->at - node->text);
    if (node->length <= JSON_NUMBER_MAX) return true;
    r->at = node->text;
    return fail(r, JSON_TOO_LONG);
}

static int hex_digit(char c) {
    c = char_lower(c);
    return char_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex(JsonReader *r, uint32_t *unit) {
    *unit = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        int digit = r->at < r->end ? hex_digit(*r->at) : -1;
        if (digit < 0) return fail(r, JSON_BAD_ESCAPE);
        *unit = *unit << 4 | (uint32_t)digit;
    }
    return true;
}

static bool is_high_surrogate(uint32_t unit) {
    return (unit & 0xfc00) == 0xd800;
}
static bool is_low_surrogate(uint32_t unit) {
    return (unit & 0xfc00) == 0xdc00;
}

/* After "\u". A high surrogate must be followed by a low one, which may not stand alone. */
static bool read_unicode(JsonReader *r) {
    const char *start = r->at;
    uint32_t first, second;
    if (!read_hex(r, &first)) return false;
    if (!is_high_surrogate(first) && !is_low_surrogate(first)) return true;
    if (is_high_surrogate(first) && take(r, '\\') && take(r, 'u')) {
        if (!read_hex(r, &second)) return false;
        if (is_low_surrogate(second)) return true;
    }
    if (r->at < r->end) r->at = start;
    return fail(r, JSON_BAD_SURROGATE);
}

static bool read_escape(JsonReader *r) {
    if (take(r, 'u')) return read_unicode(r);
    if (r->at == r->end || !memchr("\"\\/bfnrt", *r->at, 8)) return fail(r, JSON_BAD_ESCAPE);
    r->at++;
    return true;
}

/* Reads the characters after an opening quote, and the closing quote. */
static bool read_characters(JsonReader *r) {
    while (!take(r, '"')) {
        if (r->at == r->end) return fail(r, JSON_CUT_SHORT);
        if ((unsigned char)*r->at < 0x20) return fail(r, JSON_CONTROL_CHARACTER);
        if (take(r, '\\')) {
            if (!read_escape(r)) return false;
            continue;
        }
        int n = utf8_length(r->at, (size_t)(r->end - r->at));
        if (n == 0) return fail(r, JSON_BAD_UTF8);
        r->at += n;
    }
    return true;
}

static bool read_string(JsonReader *r) {
    r->at++;
    JsonNode *node = add(r, JSON_STRING);
    if (!node || !read_characters(r)) return false;
    node->length = (uint32_t)(r->at - 1 - node->text);
    return true;
}

static bool read_name(JsonReader *r) {
    skip_spaces(r);
    if (r->at == r->end || *r->at != '"') return fail(r, JSON_MISSING_NAME);
    if (!read_string(r)) return false;
    skip_spaces(r);
    return take(r, ':') || fail(r, JSON_MISSING_COLON);
}

/* Open containers form a stack inside `nodes`: while a container is open, its `size` is the
 * distance back to the enclosing one (0: none). Closing it sets the real size. */
static void close_innermost(JsonReader *r) {
    JsonNode *node = r->open;
    r->open = node->size ? node - node->size : NULL;
    node->size = (uint32_t)(&r->nodes[r->count] - node);
    r->depth--;
}

/* After a value: closes the containers that end here. True if another value follows. */
static bool go_on(JsonReader *r) {
    while (r->open) {
        bool in_object = r->open->type == JSON_OBJECT;
        skip_spaces(r);
        if (take(r, ',')) return !in_object || read_name(r);
        if (!take(r, in_object ? '}' : ']')) return fail(r, JSON_MISSING_COMMA);
        close_innermost(r);
    }
    return false;
}

static bool open_container(JsonReader *r, JsonType type, char closing) {
    if (r->depth == JSON_DEPTH_MAX) return fail(r, JSON_TOO_DEEP);
    JsonNode *node = add(r, type);
    if (!node) return false;
    node->size = r->open ? (uint32_t)(node - r->open) : 0;
    r->open = node;
    r->depth++;
    r->at++;
    skip_spaces(r);
    if (r->at < r->end && *r->at == closing) return go_on(r);
    return type == JSON_ARRAY || read_name(r);
}

static bool read_scalar(JsonReader *r) {
    switch (*r->at) {
    case '"': return read_string(r);
    case 't': return read_word(r, JSON_BOOL, "true");
    case 'f': return read_word(r, JSON_BOOL, "false");
    case 'n': return read_word(r, JSON_NULL, "null");
    default:
        if (*r->at == '-' || char_is_digit(*r->at)) return read_number(r);
        return fail(r, JSON_MISSING_VALUE);
    }
}

/* Reads a scalar value, or the beginning of an array or object. True if another value follows. */
static bool read_value(JsonReader *r) {
    skip_spaces(r);
    if (r->at == r->end) return fail(r, JSON_MISSING_VALUE);
    if (r->open) r->open->count++;
    if (*r->at == '[') return open_container(r, JSON_ARRAY, ']');
    if (*r->at == '{') return open_container(r, JSON_OBJECT, '}');
    return read_scalar(r) && go_on(r);
}

JsonResult json_read(const char *text, size_t length, JsonNode *nodes, size_t capacity) {
    if (length > JSON_TEXT_MAX) return (JsonResult){JSON_TOO_LONG, JSON_TEXT_MAX};
    JsonReader r = {.at = text, .end = text + length, .nodes = nodes, .capacity = capacity};
    while (read_value(&r)) {
    }
    if (r.fault == JSON_OK) {
        skip_spaces(&r);
        if (r.at < r.end) fail(&r, JSON_TRAILING);
    }
    return (JsonResult){r.fault, (size_t)(r.at - text)};
}

const char *json_fault_text(JsonFault fault) {
    static const char *const TEXT[JSON_FAULT_COUNT] = {
        [JSON_OK] = "this is JSON",
        [JSON_CUT_SHORT] = "the text ends too early",
        [JSON_MISSING_VALUE] = "a value is expected here",
        [JSON_MISSING_NAME] = "a name in quotes is expected here",
        [JSON_MISSING_COLON] = "a colon is expected here",
        [JSON_MISSING_COMMA] = "a comma or a closing bracket is expected here",
        [JSON_TRAILING] = "nothing may follow the value",
        [JSON_BAD_NUMBER] = "a digit is expected here",
        [JSON_BAD_ESCAPE] = "there is no such escape",
        [JSON_BAD_SURROGATE] = "half of a surrogate pair",
        [JSON_BAD_UTF8] = "this is not UTF-8",
        [JSON_CONTROL_CHARACTER] = "a control character has to be escaped",
        [JSON_TOO_LONG] = "this is too long",
        [JSON_TOO_DEEP] = "too many arrays and objects within each other",
        [JSON_TOO_MANY] = "too many values",
    };
    return TEXT[fault];
}

JsonType json_type(const JsonNode *node) {
    return node ? node->type : JSON_NONE;
}

static bool is_container(const JsonNode *node) {
    return json_type(node) == JSON_ARRAY || json_type(node) == JSON_OBJECT;
}

uint32_t json_count(const JsonNode *node) {
    return is_container(node) ? node->count : 0;
}

/* The value at `node`, or behind the name at `node`; NULL at the end of the container. */
static const JsonNode *value_at(const JsonNode *container, const JsonNode *node) {
    if (node == container + container->size) return NULL;
    return container->type == JSON_OBJECT ? node + 1 : node;
}

const JsonNode *json_first(const JsonNode *container) {
    return is_container(container) ? value_at(container, container + 1) : NULL;
}

const JsonNode *json_next(const JsonNode *container, const JsonNode *value) {
    return value_at(container, value + value->size);
}

const JsonNode *json_get(const JsonNode *object, const char *name) {
    const JsonNode *found = NULL;
    if (json_type(object) != JSON_OBJECT) return NULL;
    JSON_FOR_EACH(value, object) {
        if (json_is(json_name(value), name)) found = value;
    }
    return found;
}

bool json_to_bool(const JsonNode *node, bool *out) {
    if (json_type(node) != JSON_BOOL) return false;
    *out = node->text[0] == 't';
    return true;
}

/* Copies a number and terminates it. */
static bool number_text(const JsonNode *node, char out[JSON_NUMBER_MAX + 1]) {
    if (json_type(node) != JSON_NUMBER) return false;
    memcpy(out, node->text, node->length);
    out[node->length] = '\0';
    return true;
}

/* The exponent after "e" or "E"; 0 if there is none. Very large ones are clamped, which does not
 * change the result. */
static int64_t read_power(const char *exponent) {
    int64_t power = 0;
    if (*exponent) exponent += exponent[1] == '+' ? 2 : 1;
    Cursor c = cursor_on(exponent);
    cursor_int_near(&c, -2 * JSON_NUMBER_MAX, 2 * JSON_NUMBER_MAX, &power);
    return power;
}

/* Writes an integral number with digits only. False if it has a fraction or too many digits. */
enum { INT_ZEROS_MAX = 18 };
static bool write_whole(const char *number, char out[JSON_NUMBER_MAX + INT_ZEROS_MAX + 1]) {
    size_t length = strcspn(number, "eE"), used = 0;
    int64_t power = read_power(number + length);
    bool behind_point = false;
    for (size_t i = 0; i < length; i++) {
        if (number[i] != '.') out[used++] = number[i];
        power -= behind_point;
        behind_point |= number[i] == '.';
    }
    if (strspn(number, "-0.") == length) power = 0;
    for (; power < 0 && out[used - 1] == '0'; power++) used--;
    if (power < 0 || power > INT_ZEROS_MAX) return false;
    memset(out + used, '0', (size_t)power);
    out[used + (size_t)power] = '\0';
    return true;
}

bool json_to_int(const JsonNode *node, int64_t min, int64_t max, int64_t *out) {
    char text[JSON_NUMBER_MAX + 1], whole[JSON_NUMBER_MAX + INT_ZEROS_MAX + 1];
    return number_text(node, text) && write_whole(text, whole) && text_to_int(whole, min, max, out);
}

bool json_to_real(const JsonNode *node, double *out) {
    char text[JSON_NUMBER_MAX + 1];
    return number_text(node, text) && text_to_real(text, out);
}

static uint32_t hex_value(const char *digits) {
    uint32_t value = 0;
    for (int i = 0; i < 4; i++) value = value << 4 | (uint32_t)hex_digit(digits[i]);
    return value;
}

/* Decodes a valid escape whose backslash is at `*at`, and moves behind it. */
static uint32_t escaped_character(const char **at) {
    static const char LETTERS[] = "bfnrt", MEANT[] = "\b\f\n\r\t";
    char kind = (*at)[1];
    *at += 2;
    if (kind == 'u') {
        uint32_t unit = hex_value(*at);
        *at += 4;
        if (!is_high_surrogate(unit)) return unit;
        uint32_t second = hex_value(*at + 2);
        *at += 6;
        return 0x10000 + ((unit & 0x3ff) << 10 | (second & 0x3ff));
    }
    const char *letter = strchr(LETTERS, kind);
    return (uint32_t)(letter ? MEANT[letter - LETTERS] : kind);
}

/* Decodes the next character as UTF-8; returns its length and moves behind it. */
static size_t next_character(const char **at, const char *end, char out[UTF8_MAX]) {
    if (**at == '\\') return (size_t)utf8_encode(escaped_character(at), out);
    int n = utf8_length(*at, (size_t)(end - *at));
    assert(n > 0);
    memcpy(out, *at, (size_t)n);
    *at += n;
    return (size_t)n;
}

bool json_to_text(const JsonNode *node, Text *out) {
    if (json_type(node) != JSON_STRING) return false;
    const char *end = node->text + node->length;
    for (const char *at = node->text; at < end;) {
        char bytes[UTF8_MAX];
        text_bytes(out, bytes, next_character(&at, end, bytes));
    }
    return !out->failed;
}

bool json_to_string(const JsonNode *node, char *out, size_t size) {
    Text text = text_on(out, size);
    if (json_to_text(node, &text) && strlen(out) == text.used) return true;
    if (size > 0) out[0] = '\0';
    return false;
}

bool json_is(const JsonNode *node, const char *string) {
    if (json_type(node) != JSON_STRING) return false;
    const char *end = node->text + node->length;
    for (const char *at = node->text; at < end;) {
        char bytes[UTF8_MAX];
        size_t n = next_character(&at, end, bytes);
        if (bytes[0] == '\0' || strncmp(string, bytes, n) != 0) return false;
        string += n;
    }
    return *string == '\0';
}

const char *json_string_offset(const JsonNode *string, size_t byte) {
    const char *at = string->text, *end = at + string->length;
    for (size_t passed = 0; at < end;) {
        const char *here = at;
        char bytes[UTF8_MAX];
        passed += next_character(&at, end, bytes);
        if (passed > byte) return here;
    }
    return end;
}
