// SPDX-License-Identifier: MIT
//
// What the two engine protocols share: lines in, lines out.
#ifndef PROTOCOL_PROTOCOL_H
#define PROTOCOL_PROTOCOL_H

#include "base/file/line_reader.h"
#include "base/text/text.h"
#include "cmd/common/command.h"
#include "core/position.h"

/* Where the lines of a protocol go.  `write` gets whole lines, one or several with their ends, and
 * may be called from several threads at once. */
typedef struct {
    void *context;
    void (*write)(void *context, const char *lines);
} LineSink;

/* Standard output, with a single write for each call, so that the lines of two threads never mix.
 */
extern const LineSink STDOUT_LINES;

/* One line, or several if the text has line ends. */
void line_sink_format(const LineSink *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void line_sink_format_list(const LineSink *out, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* The same with a growing text, which is freed; not at all when it is not whole. */
void line_sink_text(const LineSink *out, Text *text);

/* Steps over the next word if it is this one. */
bool cursor_take_word(Cursor *c, const char *word);

/* How much of a word of the GUI's is repeated to it: a line may be long. */
static inline int protocol_shown_length(size_t length) {
    enum { MOST = 80 };
    return length < MOST ? (int)length : MOST;
}

/* A copy of a stretch of text without blanks at its ends; NULL when memory ran out. */
char *protocol_copy_trimmed(const char *start, const char *end);

/* " e2e4 e7e5": moves in order from a position, as UCI writes them. */
void protocol_write_moves(Text *out, const Position *from, const Move *moves, int count,
                          bool chess960);

/* The command of a protocol: no operands, then its loop over standard input. */
int protocol_run(const Command *self, int argc, char **argv,
                 int (*loop)(LineReader *reader, const char *first_line));

#endif
