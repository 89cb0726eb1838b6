// SPDX-License-Identifier: MIT
#include "roek/cmd/protocol.h"

#include "roek/notation/coord.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_to_stdout(void *context, const char *lines) {
    (void)context;
    fputs(lines, stdout);
    fflush(stdout);
}

const LineSink STDOUT_LINES = {NULL, write_to_stdout};

void say_list_to(const LineSink *out, const char *format, va_list args) {
    Text line = text_growing();
    text_format_list(&line, format, args);
    text_char(&line, '\n');
    out->write(out->context, text_get(&line));
    text_free(&line);
}

void say_to(const LineSink *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say_list_to(out, format, args);
    va_end(args);
}

void say(const char *format, ...) {
    va_list args;
    va_start(args, format);
    say_list_to(&STDOUT_LINES, format, args);
    va_end(args);
}

bool word_is(Cursor *c, const char *word) {
    Cursor ahead = *c;
    const char *at;
    size_t length;
    if (!cursor_word(&ahead, &at, &length) || !span_is(at, length, word)) return false;
    *c = ahead;
    return true;
}

char *copy_trimmed(const char *start, const char *end) {
    while (start < end && char_is_space(*start)) start++;
    while (end > start && char_is_space(end[-1])) end--;
    return strndup(start, (size_t)(end - start));
}

void write_moves(Text *out, const Position *from, const Move *moves, int count, bool chess960) {
    Position pos = *from;
    char text[COORD_MAX];
    for (int i = 0; i < count; i++) {
        coord_write(&pos, moves[i], chess960, text);
        text_format(out, " %s", text);
        position_play(&pos, moves[i]);
    }
}

void lines_free(LineReader *reader) {
    free(reader->data);
    *reader = (LineReader){.fd = reader->fd, .ended = true};
}

bool lines_buffered(LineReader *reader, const char **line) {
    if (reader->start == reader->end) return false;
    char *from = reader->data + reader->start;
    size_t held = reader->end - reader->start;
    char *stop = memchr(from, '\n', held);
    if (!stop && !reader->ended) return false;
    if (!stop) stop = from + held; // the last line lacks its end; lines_fill left room for a zero
    for (char *c = from; c < stop; c++)
        if (*c == '\0') *c = ' ';
    *stop = '\0';
    reader->start += (size_t)(stop - from) + (stop - from < (ptrdiff_t)held);
    *line = from;
    return true;
}

/* Room for more behind what is held, which moves to the front. */
static bool make_room(LineReader *reader) {
    size_t held = reader->end - reader->start;
    if (held) memmove(reader->data, reader->data + reader->start, held);
    reader->start = 0;
    reader->end = held;
    if (reader->size - held > 1024) return true;
    size_t size = reader->size ? 2 * reader->size : 4096;
    char *data = realloc(reader->data, size);
    if (!data) return false;
    reader->data = data;
    reader->size = size;
    return true;
}

void lines_fill(LineReader *reader) {
    if (reader->ended) return;
    ssize_t n = -1;
    if (make_room(reader)) do {
            n = read(reader->fd, reader->data + reader->end, reader->size - reader->end - 1);
        } while (n < 0 && errno == EINTR);
    if (n > 0)
        reader->end += (size_t)n;
    else
        reader->ended = true;
}

bool lines_next(LineReader *reader, const char **line) {
    while (!lines_buffered(reader, line)) {
        if (reader->ended) return false;
        lines_fill(reader);
    }
    return true;
}

int protocol_run(const Command *self, int argc, char **argv,
                 int (*loop)(LineReader *reader, const char *first_line)) {
    Operands rest;
    const Option options[] = {{0}};
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    if (rest.count > 0) {
        complain("%s takes no operands", self->name);
        return EXIT_MISUSE;
    }
    LineReader reader = lines_from(STDIN_FILENO);
    int status = loop(&reader, NULL);
    lines_free(&reader);
    return status;
}
