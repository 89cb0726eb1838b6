// SPDX-License-Identifier: MIT
//
// Lines from a file descriptor. The reader never blocks for more input than is there, so the caller
// may wait for input by other means, such as poll().
//
//     LineReader reader = line_reader_on(STDIN_FILENO);
//     while (line_reader_next(&reader, &line)) …
//     if (reader.error) …
//     line_reader_free(&reader);
//
// Lines longer than `limit` are skipped, so that the input cannot exhaust the memory. `too_long` is
// called once for each, with its number and first bytes.
#ifndef BASE_FILE_LINE_READER_H
#define BASE_FILE_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LINE_READER_LIMIT = 1 << 20, // enough for a game of 100,000 moves in a `position` command
    LINE_READER_EXCERPT = 40,    // bytes of a skipped line that `too_long` gets
};

typedef struct {
    int fd;
    size_t limit;
    void (*too_long)(void *context, int number, const char *start); // may be NULL
    void *context;
    bool keep_bom;                 // do not remove a byte order mark before the first line
    bool stop_on_signal;           // a signal ends line_reader_next and sets `interrupted`
    bool (*wait_readable)(int fd); // called before reading; if it returns false, line_reader_next
                                   // ends and sets `interrupted`; may be NULL
    // Private to the reader, except for reading:
    char *data;
    size_t start, end, size;
    int number;    // of the line last returned
    int error;     // errno if reading failed or memory ran out; otherwise 0
    bool ended;    // the end of the input has been read
    bool skipping; // the rest of the current line is skipped: it is too long
    bool had_nul;  // the line last returned contained zero bytes, replaced by blanks
    bool interrupted;
} LineReader;

static inline LineReader line_reader_on(int fd) {
    return (LineReader){.fd = fd, .limit = LINE_READER_LIMIT};
}

/* Opens a file; line_reader_free closes it. False with errno. */
bool line_reader_open(LineReader *reader, const char *path);

/* Frees the buffer, and closes the descriptor unless it is a standard stream. */
void line_reader_free(LineReader *reader);

/* Returns a complete line that is already in the buffer, without its line end (LF or CR LF) and,
 * for the first line, without a byte order mark. The line is valid until the next call. */
bool line_reader_next_buffered(LineReader *reader, const char **line);

/* Waits for input and reads it into the buffer. Sets `ended` at the end of the input. */
void line_reader_fill(LineReader *reader);

/* Waits for a line and returns it. False at the end of the input, or when interrupted. */
bool line_reader_next(LineReader *reader, const char **line);

#endif
