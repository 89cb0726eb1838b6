// SPDX-License-Identifier: MIT
//
// What the UCI and xboard protocols share: reading and writing lines.
#ifndef PROTOCOL_PROTOCOL_H
#define PROTOCOL_PROTOCOL_H

#include "base/file/line_reader.h"
#include "base/text/text.h"
#include "cmd/common/command.h"
#include "core/position.h"

/* The output of a protocol.  `write` gets one or more whole lines with their line ends, and may be
 * called from several threads at once. */
typedef struct {
    void *context;
    void (*write)(void *context, const char *lines);
} LineSink;

/* Standard output.  Each call is a single write, so that the lines of two threads never mix. */
extern const LineSink STDOUT_LINES;

/* Writes a line, or several if the text contains line ends. */
void line_sink_format(const LineSink *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void line_sink_format_list(const LineSink *out, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Writes and frees a growing text.  A text that could not grow for want of memory is
 * not written. */
void line_sink_text(const LineSink *out, Text *text);

/* Skips the next word if it equals `word`; else returns false. */
bool cursor_take_word(Cursor *c, const char *word);

/* How many bytes of a word of the GUI an error message repeats. */
static inline int protocol_shown_length(size_t length) {
    enum { MOST = 80 };
    return length < MOST ? (int)length : MOST;
}

/* A copy of the text without blanks at its ends, to be freed; NULL when memory is short. */
char *protocol_copy_trimmed(const char *start, const char *end);

/* Writes " e2e4 e7e5": consecutive moves from a position in UCI notation. */
void protocol_write_moves(Text *out, const Position *from, const Move *moves, int count,
                          bool chess960);

/* Runs the command `roek uci` or `roek xboard`: refuses operands, then calls `loop` on standard
 * input. */
int protocol_run(const Command *self, int argc, char **argv,
                 int (*loop)(LineReader *reader, const char *first_line));

#endif
