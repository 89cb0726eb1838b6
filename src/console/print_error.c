// SPDX-License-Identifier: MIT
#include "console/print_error.h"

#include "console/print.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* The longest remark that is shown whole. */
enum { REMARK_MAX = 4096 };

/* Of a text with a caret under it, before and after the caret. */
enum { SHOWN_BEFORE = 160, SHOWN_AFTER = 160 };

/* For a remark with such a text. */
enum { REMARK_ROOM = REMARK_MAX + 3 * (SHOWN_BEFORE + SHOWN_AFTER) };

/* One line without its end.  It is tame, and needs no memory, as there may be none. */
static void put_remark(Text *out, const char *kind, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));
static void put_remark(Text *out, const char *kind, const char *format, va_list args) {
    char text[REMARK_MAX] = "";
    vsnprintf(text, sizeof text, format, args);
    text_sanitize(text, strlen(text));
    text_string(out, kind);
    text_string(out, ": ");
    text_string(out, text);
}

/* Answers given so far come first, wherever both are shown; and all of it in one piece, as other
 * threads may have something to say, too. */
static void show_remark(Text *out) {
    text_char(out, '\n');
    print_flush();
    print_string(PRINT_STDERR, text_get(out));
}

void print_error(const char *format, ...) {
    char room[REMARK_ROOM];
    Text out = text_on(room, sizeof room);
    va_list args;
    va_start(args, format);
    put_remark(&out, "error", format, args);
    va_end(args);
    show_remark(&out);
}

void print_warning(const char *format, ...) {
    char room[REMARK_ROOM];
    Text out = text_on(room, sizeof room);
    va_list args;
    va_start(args, format);
    put_remark(&out, "warning", format, args);
    va_end(args);
    show_remark(&out);
}

void put_error(Text *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_remark(out, "error", format, args);
    va_end(args);
    text_char(out, '\n');
}

/* Tabs would move the caret away from what it points at, and other control characters more. */
static void put_visible(Text *out, const char *text, int bytes) {
    char shown[SHOWN_BEFORE + SHOWN_AFTER + UTF8_MAX];
    Text copy = text_on(shown, sizeof shown);
    text_bytes(&copy, text, strnlen(text, (size_t)bytes));
    text_sanitize(shown, copy.used);
    for (char *c = shown; *c; c++) text_char(out, *c == '\t' ? ' ' : *c);
}

static bool is_continuation(char c) {
    return (c & 0xc0) == 0x80;
}

/* Back to where the character at this byte begins; bytes that are none are left alone. */
static int character_start(const char *text, int at) {
    int start = at;
    while (start > 0 && at - start < UTF8_MAX - 1 && is_continuation(text[start])) start--;
    return is_continuation(text[start]) ? at : start;
}

void print_error_at(const char *text, int column, const char *format, ...) {
    char room[REMARK_ROOM];
    Text out = text_on(room, sizeof room);
    va_list args;
    va_start(args, format);
    put_remark(&out, "error", format, args);
    va_end(args);
    text_format(&out, " (column %d)\n  ", text_width(text, (size_t)column) + 1);
    int from = character_start(text, column > SHOWN_BEFORE ? column - SHOWN_BEFORE : 0);
    int bytes = column - from + SHOWN_AFTER;
    if ((int)strnlen(text + from, (size_t)bytes + 1) > bytes)
        bytes = character_start(text, from + bytes) - from;
    put_visible(&out, text + from, bytes);
    text_format(&out, "\n  %*s^", text_width(text + from, (size_t)(column - from)), "");
    show_remark(&out);
}

/* Like the exit status they belong to the process; threads may find out. */
static atomic_bool out_of_memory, machine_failed;

void print_memory_error(void) {
    if (!atomic_exchange(&out_of_memory, true)) print_error("not enough memory");
}

bool memory_ran_out(void) {
    return atomic_load(&out_of_memory);
}

void machine_set_failed(void) {
    atomic_store(&machine_failed, true);
}

bool machine_has_failed(void) {
    return atomic_load(&machine_failed);
}

/* Is it the name that is wrong, and not the machine? */
static bool is_bad_name(int error) {
    return error == 0 || error == ENOENT || error == ENOTDIR || error == EISDIR ||
           error == EACCES || error == ELOOP || error == ENAMETOOLONG || error == EFBIG;
}

static void print_file_error(const char *verb, const char *path) {
    if (errno == ENOMEM)
        print_memory_error();
    else
        print_error("cannot %s '%s': %s", verb, path,
                    errno ? strerror(errno) : "the file is empty");
}

void print_write_error(const char *path) {
    machine_set_failed();
    print_file_error("write", path);
}

void print_read_error(const char *path) {
    if (!is_bad_name(errno)) machine_set_failed();
    print_file_error("read", path);
}
