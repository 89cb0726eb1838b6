// SPDX-License-Identifier: MIT
#include "console/print_error.h"

#include "console/print.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

/* The longest message that is printed whole. */
enum { REMARK_MAX = 4096 };

/* The bytes of input that are printed before and after the caret. */
enum { SHOWN_BEFORE = 160, SHOWN_AFTER = 160 };

/* The buffer for a message with such a text. */
enum { REMARK_ROOM = REMARK_MAX + 3 * (SHOWN_BEFORE + SHOWN_AFTER) };

/* One line without its line end.  Control characters are escaped.  It is written into a fixed
 * buffer, as there may be no memory. */
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

/* Flushes standard output first, so that answers and messages keep their order on a terminal.
 * Writes in one call, so that the messages of two threads never mix. */
static void show_remark(Text *out) {
    text_char(out, '\n');
    print_flush();
    print_string(PRINT_STDERR, text_get(out));
}

static void print_remark(const char *kind, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static void print_remark(const char *kind, const char *format, va_list args) {
    char room[REMARK_ROOM];
    Text out = text_on(room, sizeof room);
    put_remark(&out, kind, format, args);
    show_remark(&out);
}

void print_error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_remark("error", format, args);
    va_end(args);
}

void print_warning(const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_remark("warning", format, args);
    va_end(args);
}

void put_error(Text *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_remark(out, "error", format, args);
    va_end(args);
    text_char(out, '\n');
}

/* Replaces tabs and control characters, which would move the caret away from its place. */
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

/* The start of the UTF-8 character at this byte; a byte that belongs to none is its own start. */
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

/* Errors that decide the exit status.  They belong to the process; any thread may set them. */
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

/* Is the cause a wrong file name, and not a failure of the machine? */
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
