// SPDX-License-Identifier: MIT
//
// Bounded text: a writer that never overruns and a cursor that never reads past the end.
//
// A Text is where output goes.  It either fills a buffer of the caller's (and remembers that
// something did not fit) or owns a buffer that grows.  A Cursor is where input comes from: it
// knows its column, so every parser can say where it stumbled.
#ifndef BASE_TEXT_TEXT_H
#define BASE_TEXT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *data; // always terminated once something was written
    size_t size, used;
    bool grows;  // owns data and enlarges it
    bool failed; // something did not fit, or memory ran out
} Text;

/* Writes into `size` bytes of the caller's; the result is always a terminated string, which ends
 * before the first character that did not fit. */
Text text_on(char *data, size_t size);

/* Owns its memory; release with text_free. */
Text text_growing(void);
void text_free(Text *text);

void text_char(Text *text, char c);
void text_string(Text *text, const char *s);

/* Another text, whole or not: what was lost before is lost here. */
void text_append(Text *text, const Text *part);
void text_bytes(Text *text, const char *s, size_t n);
void text_int(Text *text, int64_t n);
void text_format(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_format_list(Text *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* The string so far; never NULL. */
const char *text_get(const Text *text);

/* Empties the text, keeping the memory. */
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

/* The next word (up to white space), without copying; false at the end of the text. */
bool cursor_word(Cursor *c, const char **word, size_t *length);

/* A whole number in [min, max] that ends at white space or the end; the cursor moves only on
 * success. */
bool cursor_int(Cursor *c, int64_t min, int64_t max, int64_t *out);
/* The same of any number; those outside become the bound that is nearest. */
bool cursor_int_near(Cursor *c, int64_t min, int64_t max, int64_t *out);
/* The same of a number without a sign that 64 bits hold. */
bool cursor_uint(Cursor *c, uint64_t *out);

/* Is the span `word[0..length)` exactly `text`?  The second form ignores case (ASCII). */
bool span_is(const char *word, size_t length, const char *text);
bool span_is_nocase(const char *word, size_t length, const char *text);

/* How many letters must be added, dropped, changed or swapped with the next to make one word of the
 * other; words longer than 31 letters are far from everything. */
int edit_distance(const char *a, size_t a_length, const char *b);

/* Which word of a list did somebody mean who mistyped it, or typed its beginning? */
typedef struct {
    const char *typed;
    size_t length;
    const char *found; // NULL: none is near
    int distance;
} NearWord;

NearWord near_word_to(const char *typed, size_t length);
void near_word_try(NearWord *near, const char *word);

/* The whole text as a number in [min, max]; nothing may follow it. */
bool text_to_int(const char *text, int64_t min, int64_t max, int64_t *out);
bool text_to_real(const char *text, double *out);

/* The ending of a noun after a number: "1 node", "2 nodes". */
static inline const char *plural_s(uint64_t n) {
    return n == 1 ? "" : "s";
}

/* ASCII-only, whatever the locale says. */
bool char_is_space(char c);
bool char_is_digit(char c);
char char_lower(char c);
char char_upper(char c);

/* The length of the UTF-8 character at `s`, of which `left` bytes may be read; 0 if it is none:
 * cut short, longer than need be, half of a surrogate pair, or beyond the last. */
enum { UTF8_MAX = 4 };
int utf8_length(const char *s, size_t left);

/* How many bytes of a text to take where there is room for `most`: no character is cut in two. */
size_t utf8_fitting(const char *s, size_t length, size_t most);

/* The length of the byte order mark that some editors put before a text; 0 if there is none. */
size_t utf8_bom_length(const char *text, size_t length);

/* Is the UTF-8 character a control character?  They stand below the blank, and again from U+007F to
 * U+009F. */
bool utf8_is_control(const char *s);

/* Makes text of strangers fit to be shown, in place and at the same length: control characters but
 * the tab, and bytes that are no UTF-8, become '?', so that no terminal takes them for orders. */
void text_sanitize(char *s, size_t length);

/* How many columns the first bytes of a text take once they are tame: a character takes one, and
 * what is none, or nothing to show, one for each of its bytes. */
int text_width(const char *s, size_t bytes);

/* Text of strangers in XML: what means something there is escaped, what may not be in it is '?'. */
void text_escape_xml(Text *text, const char *s, size_t length);

/* What somebody typed, in quotes and tame, no more of it than is needed to know it again. */
void text_quote(Text *text, const char *typed);

/* Writes a character as UTF-8; returns its length. */
int utf8_encode(uint32_t character, char out[UTF8_MAX]);

#endif
