// SPDX-License-Identifier: MIT
//
// Reads and writes JSON.
//
// Writing appends to a Text, one object per line. The functions place commas by looking at the last
// character written:
//
//     json_open(t, '{');
//     json_key(t, "nodes");
//     json_int(t, n);
//     json_close(t, '}');
//
// Reading fills an array of the caller with one node per value and allocates no memory. A container
// is followed by all nodes inside it; each member of an object is preceded by its name. So
// {"id":7,"moves":["e4"]} becomes
//
//     object  "id"  7  "moves"  array  "e4"
//
// and the root is nodes[0]. Nodes point into the text, which must stay in place. Functions that
// take a node accept NULL, which stands for a missing value:
//
//     JsonNode nodes[100];
//     JsonResult r = json_read(line, strlen(line), nodes, 100);
//     if (r.fault != JSON_OK) return complain(r.offset, json_fault_text(r.fault));
//     if (!json_to_int(json_get(nodes, "id"), 0, INT32_MAX, &id)) …
//     JSON_FOR_EACH(move, json_get(nodes, "moves")) play(move);
#ifndef BASE_TEXT_JSON_H
#define BASE_TEXT_JSON_H

#include "base/text/text.h"

void json_open(Text *out, char bracket);
void json_close(Text *out, char bracket);
void json_key(Text *out, const char *key);
void json_string(Text *out, const char *value);
void json_text(Text *out, const Text *value); // fails if `value` has failed
void json_int(Text *out, int64_t value);
void json_real(Text *out, double value);
void json_bool(Text *out, bool value);
void json_null(Text *out);

/* Write a key and its value. */
void json_put_string(Text *out, const char *key, const char *value);
void json_put_text(Text *out, const char *key, const Text *value); // fails if `value` has failed
void json_put_int(Text *out, const char *key, int64_t value);
void json_put_real(Text *out, const char *key, double value);
void json_put_seconds(Text *out, double seconds); // four decimals, no exponent
void json_put_bool(Text *out, const char *key, bool value);

typedef enum {
    JSON_NONE, // the type of NULL
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
} JsonType;

typedef struct {
    JsonType type;
    const char *text; // start of the value; of a string, after its quote
    uint32_t length;  // of a number, or of a string with its escapes
    uint32_t count;   // number of members of an array or object
    uint32_t size;    // number of nodes, including those inside it
} JsonNode;

typedef enum {
    JSON_OK,
    JSON_CUT_SHORT,
    JSON_MISSING_VALUE,
    JSON_MISSING_NAME,
    JSON_MISSING_COLON,
    JSON_MISSING_COMMA,
    JSON_TRAILING,
    JSON_BAD_NUMBER,
    JSON_BAD_ESCAPE,
    JSON_BAD_SURROGATE,
    JSON_BAD_UTF8,
    JSON_CONTROL_CHARACTER,
    JSON_TOO_LONG,
    JSON_TOO_DEEP,
    JSON_TOO_MANY,
    JSON_FAULT_COUNT
} JsonFault;

typedef struct {
    JsonFault fault;
    size_t offset; // the byte at which the fault is
} JsonResult;

enum {
    JSON_DEPTH_MAX = 64,       // nesting of arrays and objects
    JSON_NUMBER_MAX = 256,     // characters of a number
    JSON_TEXT_MAX = 64u << 20, // bytes of a text
};

/* Reads exactly one value, as RFC 8259 defines it: UTF-8 without byte order mark, no lone
 * surrogates. If an object has two members of one name, json_get finds the last. After a fault
 * `nodes` is undefined. */
JsonResult json_read(const char *text, size_t length, JsonNode *nodes, size_t capacity);

/* The fault as text, such as "a value is expected here". */
const char *json_fault_text(JsonFault fault);

JsonType json_type(const JsonNode *node);

/* The value of a member; NULL if there is none, or if `object` is no object. */
const JsonNode *json_get(const JsonNode *object, const char *name);

/* The number of members of an array or object. */
uint32_t json_count(const JsonNode *node);

/* Iterates over the values of an array or object, in order. json_name is the name (a string) of a
 * value in an object. */
const JsonNode *json_first(const JsonNode *container);
const JsonNode *json_next(const JsonNode *container, const JsonNode *value);
static inline const JsonNode *json_name(const JsonNode *value) {
    return value - 1;
}
#define JSON_FOR_EACH(value, container)                                                    \
    for (const JsonNode *value##_in = (container), *value = json_first(value##_in); value; \
         value = json_next(value##_in, value))

/* Converts a node. False, with `*out` unchanged, if it has another type or range. An int must be
 * integral, however it is written (1, 1.0, 10e-1), and lie in [min, max]. A real must be finite as
 * a double. */
bool json_to_bool(const JsonNode *node, bool *out);
bool json_to_int(const JsonNode *node, int64_t min, int64_t max, int64_t *out);
bool json_to_real(const JsonNode *node, double *out);

/* Decodes a string. json_to_text appends it to a Text, including zero bytes. json_to_string needs
 * it to fit into `size` bytes as a C string; otherwise it leaves "" and returns false. json_is
 * compares it. */
bool json_to_text(const JsonNode *node, Text *out);
bool json_to_string(const JsonNode *node, char *out, size_t size);
bool json_is(const JsonNode *node, const char *string);

/* The place in the text of byte number `byte` of the decoded string; of its closing quote if it is
 * shorter. Used for error columns. */
const char *json_string_offset(const JsonNode *string, size_t byte);

#endif
