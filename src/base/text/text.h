// SPDX-License-Identifier: MIT
//
// Bounds-checked text: a Text for output and a Cursor for input.
//
// A Text either fills a buffer of the caller, and records that something did not fit, or owns a
// buffer that grows. A Cursor reads a string and knows its column, so every parser can report where
// an error is.
#ifndef BASE_TEXT_TEXT_H
#define BASE_TEXT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *data; // zero-terminated once something was written
    size_t size, used;
    bool grows;  // owns data and enlarges it
    bool failed; // something did not fit, or memory ran out
} Text;

/* Writes into a buffer of `size` bytes. The result is always terminated. If the buffer is too
 * small, the text is cut before the first character that does not fit. */
Text text_on(char *data, size_t size);

/* A Text that owns its memory; released by text_free. */
Text text_growing(void);
void text_free(Text *text);

void text_char(Text *text, char c);
void text_string(Text *text, const char *s);

/* Appends another text. If `part` has failed, `text` fails too. */
void text_append(Text *text, const Text *part);
void text_bytes(Text *text, const char *s, size_t n);
void text_int(Text *text, int64_t n);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_format_list(Text *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* The string so far; never NULL. */
const char *text_get(const Text *text);

/* Empties the text and keeps its memory. */
void text_clear(Text *text);

typedef struct {
    const char *start, *at;
} Cursor;

static inline Cursor cursor_on(const char *text) {
    return (Cursor){text, text};
}
static inline int cursor_column(const Cursor *c) {
    return (int)(c->at - c->start);
}
static inline bool cursor_done(const Cursor *c) {
    return *c->at == '\0';
}

void cursor_skip_spaces(Cursor *c);

/* The next word (up to white space), as a span of the text. False at the end of the text. */
bool cursor_word(Cursor *c, const char **word, size_t *length);

/* Reads an integer in [min, max] that ends at white space or at the end. The cursor moves only on
 * success. */
bool cursor_int(Cursor *c, int64_t min, int64_t max, int64_t *out);
/* The same, but numbers out of range become the nearest bound. */
bool cursor_int_near(Cursor *c, int64_t min, int64_t max, int64_t *out);
/* The same of a number without a sign that 64 bits hold. */
bool cursor_uint(Cursor *c, uint64_t *out);

/* Is the span `word[0..length)` equal to `text`? span_is_nocase ignores case (ASCII). */
bool span_is(const char *word, size_t length, const char *text);
bool span_is_nocase(const char *word, size_t length, const char *text);

/* The edit distance of two words: letters inserted, deleted, changed or swapped with a neighbour.
 * Words of more than 31 letters count as distant from all others. */
int edit_distance(const char *a, size_t a_length, const char *b);

/* Finds the word of a list that is nearest to a mistyped or abbreviated word: call near_word_try
 * for each word of the list. */
typedef struct {
    const char *typed;
    size_t length;
    const char *found; // NULL: no word is near
    int distance;
} NearWord;

NearWord near_word_to(const char *typed, size_t length);
void near_word_try(NearWord *near, const char *word);

/* Converts the whole text to a number (in [min, max]); nothing may follow it. */
bool text_to_int(const char *text, int64_t min, int64_t max, int64_t *out);
bool text_to_real(const char *text, double *out);

/* The ending of a noun after a number: "1 node", "2 nodes". */
static inline const char *plural_s(uint64_t n) {
    return n == 1 ? "" : "s";
}

/* ASCII only, independent of the locale. */
bool char_is_space(char c);
bool char_is_digit(char c);
char char_lower(char c);
char char_upper(char c);

/* The length of the UTF-8 character at `s`, of which `left` bytes may be read. 0 if it is invalid:
 * truncated, overlong, a surrogate, or above U+10FFFF. */
enum { UTF8_MAX = 4 };
int utf8_length(const char *s, size_t left);

/* A copy of so many bytes, with a zero byte behind them, to be released by free; NULL without
 * memory. */
char *text_copy_bytes(const char *s, size_t length);

/* How many bytes of a text to take where there is room for `most`: no character is cut in two. */
size_t utf8_fitting(const char *s, size_t length, size_t most);

/* The length of a byte order mark at the start of a text; 0 if there is none. */
size_t utf8_bom_length(const char *text, size_t length);

/* Is the UTF-8 character a control character (below U+0020, or U+007F to U+009F)? */
bool utf8_is_control(const char *s);

/* Sanitizes untrusted text for display, in place and without changing its length: control
 * characters except tab, and invalid UTF-8, become '?'. So a terminal does not execute escape
 * sequences in it. */
void text_sanitize(char *s, size_t length);

/* The width in columns of the first `bytes` bytes after text_sanitize: one per character, and one
 * for each byte that becomes a '?'. */
int text_width(const char *s, size_t bytes);

/* Appends untrusted text to XML: special characters are escaped, characters that XML forbids become
 * '?'. */
void text_escape_xml(Text *text, const char *s, size_t length);

/* Appends user input for an error message: in quotes, sanitized, and cut after 20 characters. */
void text_quote(Text *text, const char *typed);

/* Writes a character as UTF-8; returns its length. */
int utf8_encode(uint32_t character, char out[UTF8_MAX]);

#endif
