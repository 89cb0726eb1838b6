// SPDX-License-Identifier: MIT
#include "protocol/protocol.h"

#include "notation/text/uci_move.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void write_to_stdout(void *context, const char *lines) {
    (void)context;
    print_string(PRINT_STDOUT, lines);
    print_flush();
}

const LineSink STDOUT_LINES = {NULL, write_to_stdout};

/* Escapes control characters: messages may repeat untrusted input. */
static void escape_lines(char *text) {
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        text_sanitize(text, length);
        text += length + (text[length] == '\n');
    }
}

void line_sink_text(const LineSink *out, Text *text) {
    escape_lines(text->data);
    text_char(text, '\n');
    if (text->failed)
        print_memory_error();
    else
        out->write(out->context, text_get(text));
    text_free(text);
}

void line_sink_format_list(const LineSink *out, const char *format, va_list args) {
    Text line = text_growing();
    text_format_list(&line, format, args);
    line_sink_text(out, &line);
}

void line_sink_format(const LineSink *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    line_sink_format_list(out, format, args);
    va_end(args);
}

bool cursor_take_word(Cursor *c, const char *word) {
    Cursor ahead = *c;
    const char *at;
    size_t length;
    if (!cursor_word(&ahead, &at, &length) || !span_is(at, length, word)) return false;
    *c = ahead;
    return true;
}

char *protocol_copy_trimmed(const char *start, const char *end) {
    while (start < end && char_is_space(*start)) start++;
    while (end > start && char_is_space(end[-1])) end--;
    return text_copy_bytes(start, (size_t)(end - start));
}

void protocol_write_moves(Text *out, const Position *from, const Move *moves, int count,
                          bool chess960) {
    Position pos = *from;
    char text[UCI_MOVE_MAX];
    for (int i = 0; i < count; i++) {
        uci_move_write(&pos, moves[i], chess960, text);
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
        print_error("%s takes no operands", self->name);
        return EXIT_MISUSE;
    }
    LineReader reader = line_reader_on(STDIN_FILENO);
    int status = loop(&reader, NULL);
    line_reader_free(&reader);
    return status;
}
