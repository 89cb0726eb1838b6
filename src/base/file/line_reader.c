// SPDX-License-Identifier: MIT
#include "base/file/line_reader.h"

#include "base/array.h"
#include "base/file/file_internal.h"
#include "base/os/platform.h"
#include "base/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool line_reader_open(LineReader *reader, const char *path) {
    *reader = line_reader_on(file_open_descriptor(path, 0));
    return reader->fd >= 0;
}

void line_reader_free(LineReader *reader) {
    if (reader->fd > STDERR_FILENO) close(reader->fd);
    free(reader->data);
    *reader = (LineReader){.fd = -1, .ended = true};
}

static void report_too_long(LineReader *reader, const char *from) {
    char start[LINE_READER_EXCERPT + 1];
    memcpy(start, from, LINE_READER_EXCERPT);
    start[LINE_READER_EXCERPT] = '\0';
    if (reader->too_long) reader->too_long(reader->context, reader->number + 1, start);
}

/* Finds the next line in the buffer; `*length` is its length, `*taken` includes the line end. False
 * if the line is not complete yet. Also reports a line that exceeds the limit and sets
 * `skipping`. */
static bool find_line(LineReader *reader, size_t *length, size_t *taken) {
    size_t held = reader->end - reader->start;
    const char *from = reader->data + reader->start;
    const char *stop = held ? memchr(from, '\n', held) : NULL;
    *length = stop ? (size_t)(stop - from) : held;
    *taken = *length + (stop != NULL);
    if (*length > reader->limit && !reader->skipping) {
        report_too_long(reader, from);
        reader->skipping = true;
    }
    return stop || (reader->ended && held > 0);
}

static size_t bom_length(const LineReader *reader, const char *from, size_t length) {
    bool cuts = reader->number == 1 && !reader->keep_bom;
    return cuts ? utf8_bom_length(from, length) : 0;
}

bool line_reader_next_buffered(LineReader *reader, const char **line) {
    if (!reader->data) return false;
    for (;;) {
        size_t length, taken;
        bool whole = find_line(reader, &length, &taken), skipped = reader->skipping;
        if (!whole && !skipped) return false;
        char *from = reader->data + reader->start;
        reader->start += taken;
        if (!whole) return false;
        reader->number++;
        reader->skipping = false;
        if (skipped) continue;
        reader->had_nul = memchr(from, '\0', length) != NULL;
        for (char *c = from; reader->had_nul && c < from + length; c++)
            if (*c == '\0') *c = ' ';
        if (length > 0 && from[length - 1] == '\r') length--;
        from[length] = '\0'; // over the line end; line_reader_fill left room after the last line
        *line = from + bom_length(reader, from, length);
        return true;
    }
}

/* Moves the unread bytes to the front of the buffer and makes room for more. */
static bool make_room(LineReader *reader) {
    enum { LEAST = 2048 };
    size_t held = reader->end - reader->start;
    if (held) memmove(reader->data, reader->data + reader->start, held);
    reader->start = 0;
    reader->end = held;
    return array_reserve(&reader->data, &reader->size, held + LEAST + 1, sizeof *reader->data);
}

/* Should a read that a signal interrupted be repeated? */
static bool should_retry(const LineReader *reader) {
    return !reader->stop_on_signal && (!reader->wait_readable || reader->wait_readable(reader->fd));
}

void line_reader_fill(LineReader *reader) {
    if (reader->ended) return;
    reader->interrupted = reader->wait_readable && !reader->wait_readable(reader->fd);
    if (reader->interrupted) return;
    ssize_t n = -1;
    errno = ENOMEM;
    if (make_room(reader)) do {
            n = platform_read(reader->fd, reader->data + reader->end,
                              reader->size - reader->end - 1);
            reader->interrupted = n < 0 && errno == EINTR;
        } while (reader->interrupted && should_retry(reader));
    if (n > 0) reader->end += (size_t)n;
    if (n < 0 && !reader->interrupted) reader->error = errno;
    if (n <= 0 && !reader->interrupted) reader->ended = true;
}

bool line_reader_next(LineReader *reader, const char **line) {
    reader->interrupted = false;
    while (!line_reader_next_buffered(reader, line)) {
        if (reader->ended || reader->interrupted) return false;
        line_reader_fill(reader);
    }
    return true;
}
