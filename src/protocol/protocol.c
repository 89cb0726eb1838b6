// SPDX-License-Identifier: MIT
#include "protocol/protocol.h"

#include "notation/text/uci_move.h"

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

/* What we say may repeat words of a stranger. */
static void tame_lines(char *text) {
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        text_tame(text, length);
        text += length + (text[length] == '\n');
    }
}

void say_whole_to(const LineSink *out, Text *text) {
    tame_lines(text->data);
    text_char(text, '\n');
    if (text->failed)
        complain_memory();
    else
        out->write(out->context, text_get(text));
    text_free(text);
}

void say_list_to(const LineSink *out, const char *format, va_list args) {
    Text line = text_growing();
    text_format_list(&line, format, args);
    say_whole_to(out, &line);
}

void say_to(const LineSink *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    say_list_to(out, format, args);
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
