// SPDX-License-Identifier: MIT
//
// JSON, written and read.
//
// Writing goes into a Text, one object per line.  Commas are placed by looking at what was
// written last, so callers only say what they mean:
//
//     json_open(t, '{');  json_key(t, "nodes");  json_int(t, n);  json_close(t, '}');
//
// Reading fills an array of the caller's with one node per value and allocates nothing.  A value
// is followed by all that is in it, each member of an object by its name first, so that
// {"id":7,"moves":["e4"]} becomes
//
//     object  "id"  7  "moves"  array  "e4"
//
// and the root is nodes[0].  Nodes point into the text, which has to stay where it is.  The
// functions that look at nodes accept NULL, "there is no such value", and find nothing in it:
//
//     JsonNode nodes[100];
//     JsonResult r = json_read(line, strlen(line), nodes, 100);
//     if (r.fault != JSON_OK) return complain(r.place, json_fault_text(r.fault));
//     if (!json_to_int(json_get(nodes, "id"), 0, INT32_MAX, &id)) …
//     JSON_FOR_EACH(move, json_get(nodes, "moves")) play(move);
#ifndef BASE_TEXT_JSON_H
#define BASE_TEXT_JSON_H

#include "base/text/text.h"

void json_open(Text *out, char bracket);
void json_close(Text *out, char bracket);
void json_key(Text *out, const char *key);
void json_string(Text *out, const char *value);
void json_text(Text *out, const Text *value); // as text_append
void json_int(Text *out, int64_t value);
void json_real(Text *out, double value);
void json_bool(Text *out, bool value);
void json_null(Text *out);

/* Key and value at once. */
void json_put_string(Text *out, const char *key, const char *value);
void json_put_text(Text *out, const char *key, const Text *value); // as text_append
void json_put_int(Text *out, const char *key, int64_t value);
void json_put_real(Text *out, const char *key, double value);
void json_put_seconds(Text *out, double seconds); // to a tenth of a millisecond, without exponent
void json_put_bool(Text *out, const char *key, bool value);

typedef enum {
    JSON_NONE, // the type of no node at all
    JSON_NULL,
    JSON_BOOL,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
} JsonType;

typedef struct {
    JsonType type;
    const char *text; // where it begins; a string after its quote
    uint32_t length;  // of a number or a string, escapes and all
    uint32_t count;   // of an array's or object's members
    uint32_t size;    // how many nodes it takes with all that is in it
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
    size_t offset; // the byte at which reading stopped
} JsonResult;

enum {
    JSON_DEPTH_MAX = 64,       // arrays and objects within each other
    JSON_NUMBER_MAX = 256,     // characters of a number
    JSON_TEXT_MAX = 64u << 20, // bytes of a text
};

/* Reads one value and nothing else, as RFC 8259 has it: UTF-8 without a byte order mark, no lone
 * surrogates.  Names may come twice; json_get then finds the last one.  After a fault `nodes` is
 * of no use. */
JsonResult json_read(const char *text, size_t length, JsonNode *nodes, size_t capacity);

/* In words: "a value is missing here". */
const char *json_fault_text(JsonFault fault);

JsonType json_type(const JsonNode *node);

/* The value of an object's member; NULL if there is none, or no object. */
const JsonNode *json_get(const JsonNode *object, const char *name);

/* How many members an array or object has. */
uint32_t json_count(const JsonNode *node);

/* The values in an array or object, in order.  In an object, json_name is the name (a string) that
 * goes with one. */
const JsonNode *json_first(const JsonNode *container);
const JsonNode *json_next(const JsonNode *container, const JsonNode *value);
static inline const JsonNode *json_name(const JsonNode *value) {
    return value - 1;
}
#define JSON_FOR_EACH(value, container)                                                    \
    for (const JsonNode *value##_in = (container), *value = json_first(value##_in); value; \
         value = json_next(value##_in, value))

/* What a node says; false, and nothing changed, if it says something else.  An int is whole,
 * however it is written (1, 1.0, 10e-1), and lies in [min, max]; a real must not be too large for
 * one. */
bool json_to_bool(const JsonNode *node, bool *out);
bool json_to_int(const JsonNode *node, int64_t min, int64_t max, int64_t *out);
bool json_to_real(const JsonNode *node, double *out);

/* A string with its escapes undone.  The first form appends it to a Text, zero bytes and all; the
 * second wants it to fit into `size` bytes as a C string, and leaves an empty one if it does not.
 * The third compares. */
bool json_to_text(const JsonNode *node, Text *out);
bool json_to_string(const JsonNode *node, char *out, size_t size);
bool json_is(const JsonNode *node, const char *string);

/* Where in the text a byte of a string stands, counted with its escapes undone; its closing quote
 * if it has no such byte. */
const char *json_string_offset(const JsonNode *string, size_t byte);

#endif
