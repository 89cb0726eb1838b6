// SPDX-License-Identifier: MIT
#include "console/wrap.h"

#include <string.h>

/* The width of UTF-8 text in columns, counting one per character. */
static int width_of(const char *text, size_t bytes) {
    int width = 0;
    for (size_t i = 0; i < bytes; i++) width += (text[i] & 0xc0) != 0x80;
    return width;
}

const char *wrap_next_line(const char **text, size_t *length) {
    const char *start = *text;
    *length = strcspn(start, "\n");
    *text = start + *length + (start[*length] == '\n');
    return start;
}

int wrap_count(const char *text, int *widest) {
    int lines = 0;
    *widest = 0;
    while (*text) {
        size_t length;
        const char *start = wrap_next_line(&text, &length);
        int width = width_of(start, length);
        if (width > *widest) *widest = width;
        lines++;
    }
    return lines;
}

static size_t skip_blanks(const char *line, size_t length, size_t at) {
    while (at < length && line[at] == ' ') at++;
    return at;
}

/* The column at which the explanation in a list entry ("  quit   leave") begins; otherwise `at`. */
static size_t explanation_column(const char *line, size_t length, size_t at) {
    size_t end = at;
    while (end < length && line[end] != ' ') end++;
    size_t words = skip_blanks(line, length, end);
    return at > 0 && words < length && words >= end + 2 ? words : at;
}

/* The indent of continuation lines, at most half the width. */
static int indent_of(const char *line, size_t length, int width) {
    size_t first = skip_blanks(line, length, 0), indent = explanation_column(line, length, first);
    size_t most = (size_t)width / 2;
    if (first + 1 < length && line[first] == '-' && line[first + 1] == ' ') indent = first + 2;
    return (int)(indent <= most ? indent : first < most ? first : most);
}

/* How many bytes fit into `room` columns: up to the last blank, or all of `room` for one long
 * word. */
static size_t bytes_that_fit(const char *text, size_t length, int room) {
    size_t end = 0, blank = 0;
    for (int used = 0; end < length; end++) {
        bool begins = (text[end] & 0xc0) != 0x80;
        if (begins && used == room) break;
        used += begins;
        if (text[end] == ' ') blank = end;
    }
    if (end == length || text[end] == ' ' || blank == 0) return end;
    return blank;
}

static void wrap_line(Text *out, const char *line, size_t length, int width) {
    int indent = indent_of(line, length, width), used = 0;
    while (width_of(line, length) > width - used) {
        // leading blanks are no place for a break
        size_t lead = 0;
        while (lead < length && used == 0 && line[lead] == ' ' && lead < (size_t)indent) lead++;
        size_t fit = lead + bytes_that_fit(line + lead, length - lead, width - used - (int)lead);
        text_bytes(out, line, fit);
        text_char(out, '\n');
        while (fit < length && line[fit] == ' ') fit++;
        line += fit;
        length -= fit;
        used = indent;
        for (int i = 0; i < indent && length > 0; i++) text_char(out, ' ');
    }
    text_bytes(out, line, length);
}

void wrap_text(Text *out, const char *text, int width) {
    if (width < 2) width = 2;
    while (*text) {
        size_t length;
        const char *line = wrap_next_line(&text, &length);
        wrap_line(out, line, length, width);
        text_char(out, '\n');
    }
}
