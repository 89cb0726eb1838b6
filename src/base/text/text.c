// SPDX-License-Identifier: MIT
#include "base/text/text.h"

#include "base/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Text text_on(char *data, size_t size) {
    if (size > 0) data[0] = '\0';
    return (Text){.data = data, .size = size};
}

Text text_growing(void) {
    return (Text){.grows = true};
}

void text_free(Text *text) {
    if (text->grows) free(text->data);
    *text = (Text){.grows = text->grows};
}

/* Makes room for `n` more bytes and the terminator. Returns how many of them fit. */
static size_t make_room(Text *text, size_t n) {
    size_t needed = text->used + n + 1;
    if (text->grows && !text->failed) // if that fails, the size says so
        array_reserve(&text->data, &text->size, needed, sizeof *text->data);
    if (needed <= text->size && (text->grows || !text->failed)) return n;
    bool full = text->failed && !text->grows; // after an overflow nothing more is added
    text->failed = true;
    return text->size > text->used && !full ? text->size - text->used - 1 : 0;
}

void text_bytes(Text *text, const char *s, size_t n) {
    size_t fits = utf8_fitting(s, n, make_room(text, n));
    if (text->size == 0) return;
    memcpy(text->data + text->used, s, fits);
    text->used += fits;
    text->data[text->used] = '\0';
}

void text_char(Text *text, char c) {
    text_bytes(text, &c, 1);
}

void text_string(Text *text, const char *s) {
    text_bytes(text, s, strlen(s));
}

void text_append(Text *text, const Text *part) {
    text_string(text, text_get(part));
    text->failed |= part->failed;
}

void text_int(Text *text, int64_t n) {
    text_format(text, "%lld", (long long)n);
}

void text_format_list(Text *text, const char *format, va_list args) {
    char small[256];
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, format, args);
    if (n >= 0 && (size_t)n < sizeof small) {
        text_bytes(text, small, (size_t)n);
    } else if (n >= 0) {
        char *large = malloc((size_t)n + 1);
        if (large) {
            vsnprintf(large, (size_t)n + 1, format, again);
            text_bytes(text, large, (size_t)n);
            free(large);
        } else {
            text->failed = true;
        }
    }
    va_end(again);
}

void text_format(Text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_format_list(text, format, args);
    va_end(args);
}

const char *text_get(const Text *text) {
    return text->data ? text->data : "";
}

void text_clear(Text *text) {
    text->used = 0;
    text->failed = false;
    if (text->size > 0) text->data[0] = '\0';
}

bool char_is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool char_is_digit(char c) {
    return c >= '0' && c <= '9';
}

char char_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

char char_upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

void cursor_skip_spaces(Cursor *c) {
    while (char_is_space(*c->at)) c->at++;
}

bool cursor_word(Cursor *c, const char **word, size_t *length) {
    cursor_skip_spaces(c);
    *word = c->at;
    while (*c->at && !char_is_space(*c->at)) c->at++;
    *length = (size_t)(c->at - *word);
    return *length > 0;
}

/* Reads an integer of digits only (strtoll would accept "0x1", "+1" and leading blanks). Sets
 * `*out` to the nearest number in [min, max], and `*exact` to whether that is the number itself.
 * Returns its end, or NULL. */
static const char *read_int(const char *s, int64_t min, int64_t max, int64_t *out, bool *exact) {
    bool negative = *s == '-';
    if (negative) s++;
    if (!char_is_digit(*s)) return NULL;
    uint64_t n = 0, limit = (uint64_t)INT64_MAX + negative;
    bool fits = true;
    for (; char_is_digit(*s); s++) {
        uint64_t digit = (uint64_t)(*s - '0');
        fits = fits && n <= (limit - digit) / 10;
        n = fits ? n * 10 + digit : limit;
    }
    int64_t value = (int64_t)(negative ? 0 - n : n);
    *out = value < min ? min : value > max ? max : value;
    *exact = fits && *out == value;
    return s;
}

/* Moves the cursor to `end` if the number ends there as a word does. */
static bool take_int(Cursor *c, const char *end) {
    if (!end || (*end && !char_is_space(*end))) return false;
    c->at = end;
    return true;
}

bool cursor_int(Cursor *c, int64_t min, int64_t max, int64_t *out) {
    int64_t value;
    bool exact;
    cursor_skip_spaces(c);
    const char *end = read_int(c->at, min, max, &value, &exact);
    if (!end || !exact || !take_int(c, end)) return false;
    *out = value;
    return true;
}

bool cursor_int_near(Cursor *c, int64_t min, int64_t max, int64_t *out) {
    bool exact;
    cursor_skip_spaces(c);
    return take_int(c, read_int(c->at, min, max, out, &exact));
}

bool cursor_uint(Cursor *c, uint64_t *out) {
    cursor_skip_spaces(c);
    const char *s = c->at;
    uint64_t n = 0;
    if (!char_is_digit(*s)) return false;
    for (; char_is_digit(*s); s++) {
        uint64_t digit = (uint64_t)(*s - '0');
        if (n > (UINT64_MAX - digit) / 10) return false;
        n = n * 10 + digit;
    }
    if (!take_int(c, s)) return false;
    *out = n;
    return true;
}

bool text_to_int(const char *text, int64_t min, int64_t max, int64_t *out) {
    int64_t value;
    bool exact;
    const char *end = read_int(text, min, max, &value, &exact);
    if (!end || !exact || *end) return false;
    *out = value;
    return true;
}

bool text_to_real(const char *text, double *out) {
    if (!char_is_digit(*text) && *text != '-' && *text != '.') return false;
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || value - value != 0) return false; // neither infinity nor NaN
    if (strpbrk(text, "xX")) return false;                       // no hexadecimal numbers
    *out = value;
    return true;
}

bool span_is(const char *word, size_t length, const char *text) {
    return strlen(text) == length && memcmp(word, text, length) == 0;
}

bool span_is_nocase(const char *word, size_t length, const char *text) {
    if (strlen(text) != length) return false;
    for (size_t i = 0; i < length; i++)
        if (char_lower(word[i]) != char_lower(text[i])) return false;
    return true;
}

/* Is this a valid second byte? Some lead bytes restrict its range, against overlong forms and
 * surrogates. */
static bool is_second(unsigned char first, unsigned char second) {
    unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    return second >= low && second <= high;
}

int utf8_length(const char *s, size_t left) {
    const unsigned char *u = (const unsigned char *)s;
    int n = u[0] < 0x80                   ? 1
            : u[0] >= 0xc2 && u[0] < 0xe0 ? 2
            : u[0] >= 0xe0 && u[0] < 0xf0 ? 3
            : u[0] >= 0xf0 && u[0] < 0xf5 ? 4
                                          : 0;
    if ((size_t)n > left || (n > 1 && !is_second(u[0], u[1]))) return 0;
    for (int i = 2; i < n; i++)
        if ((u[i] & 0xc0) != 0x80) return 0;
    return n;
}

char *text_copy_bytes(const char *s, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, s, length);
    copy[length] = '\0';
    return copy;
}

size_t utf8_fitting(const char *s, size_t length, size_t most) {
    if (length <= most) return length;
    for (size_t back = 1; back < UTF8_MAX && back <= most; back++) {
        size_t at = most - back;
        if ((size_t)utf8_length(s + at, length - at) > back) return at;
    }
    return most;
}

size_t utf8_bom_length(const char *text, size_t length) {
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool utf8_is_control(const char *s) {
    unsigned char c = (unsigned char)*s;
    return c < ' ' || c == 0x7f || (c == 0xc2 && (unsigned char)s[1] < 0xa0);
}

void text_sanitize(char *s, size_t length) {
    for (size_t i = 0; i < length;) {
        int n = utf8_length(s + i, length - i), bytes = n ? n : 1;
        bool safe = n > 0 && (s[i] == '\t' || !utf8_is_control(s + i));
        if (!safe) memset(s + i, '?', (size_t)bytes);
        i += (size_t)bytes;
    }
}

int text_width(const char *s, size_t bytes) {
    int width = 0;
    for (size_t i = 0; i < bytes && s[i];) {
        int n = utf8_length(s + i, bytes - i);
        width += n > 1 && utf8_is_control(s + i) ? n : 1;
        i += n > 1 ? (size_t)n : 1;
    }
    return width;
}

/* U+FFFE and U+FFFF are valid UTF-8, but not characters. */
static bool is_no_character(const char *s, int bytes) {
    return bytes == 3 && memcmp(s, "\xef\xbf", 2) == 0 && (unsigned char)s[2] >= 0xbe;
}

void text_escape_xml(Text *text, const char *s, size_t length) {
    for (size_t i = 0; i < length;) {
        int n = utf8_length(s + i, length - i);
        if (s[i] == '<')
            text_string(text, "&lt;");
        else if (s[i] == '>') // because "]]>" is not allowed
            text_string(text, "&gt;");
        else if (s[i] == '&')
            text_string(text, "&amp;");
        else if (n > 0 && !utf8_is_control(s + i) && !is_no_character(s + i, n))
            text_bytes(text, s + i, (size_t)n);
        else
            text_char(text, '?');
        i += n > 0 ? (size_t)n : 1;
    }
}

void text_quote(Text *text, const char *typed) {
    enum { SHOWN = 20 };
    char shown[SHOWN * UTF8_MAX + 1];
    size_t length = strlen(typed), bytes = 0;
    for (int i = 0; i < SHOWN && bytes < length; i++) {
        int next = utf8_length(typed + bytes, length - bytes);
        bytes += next > 0 ? (size_t)next : 1;
    }
    memcpy(shown, typed, bytes);
    shown[bytes] = '\0';
    text_sanitize(shown, bytes);
    text_format(text, "'%s%s'", shown, bytes < length ? "..." : "");
}

int utf8_encode(uint32_t c, char out[UTF8_MAX]) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, c >>= 6) out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(0xffu << (8 - n) | c); // as many leading one bits as bytes
    return n;
}

static int least_of(int a, int b) {
    return a < b ? a : b;
}

/* Damerau-Levenshtein distance (optimal string alignment). Row i holds the distances of the first i
 * letters of `a` from all prefixes of `b`. A swap refers to the row two above. */
int edit_distance(const char *a, size_t a_length, const char *b) {
    enum { LONGEST = 31 };
    int rows[3][LONGEST + 1];
    size_t b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST) return LONGEST + 1;
    for (size_t j = 0; j <= b_length; j++) rows[0][j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i - 1) % 3], *before = rows[(i + 1) % 3];
        char last = char_lower(a[i - 1]);
        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least_of(above[j - 1] + (last != char_lower(b[j - 1])),
                              least_of(above[j], row[j - 1]) + 1);
            bool swapped = i > 1 && j > 1 && last == char_lower(b[j - 2]) &&
                           char_lower(a[i - 2]) == char_lower(b[j - 1]);
            if (swapped) row[j] = least_of(row[j], before[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

/* The largest distance at which a word is suggested; smaller for short words. */
static int farthest_meant(size_t length) {
    return length < 2 ? 0 : length < 4 ? 1 : 2;
}

static bool begins_with(const char *word, const char *start, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (char_lower(word[i]) != char_lower(start[i])) return false; // also at the end of `word`
    return true;
}

NearWord near_word_to(const char *typed, size_t length) {
    return (NearWord){typed, length, NULL, farthest_meant(length) + 1};
}

void near_word_try(NearWord *near, const char *word) {
    enum { TELLING = 3 }; // shortest prefix that counts as an abbreviation
    int distance = edit_distance(near->typed, near->length, word);
    if (near->length >= TELLING && begins_with(word, near->typed, near->length))
        distance = least_of(distance, 1);
    if (distance >= near->distance) return;
    near->found = word;
    near->distance = distance;
}
