// SPDX-License-Identifier: MIT
//
// Lines from a file descriptor, without ever reading more than is there: the caller may wait for
// input by other means.
//
//     LineReader reader = line_reader_on(STDIN_FILENO);
//     while (line_reader_next(&reader, &line)) …
//     if (reader.error) …
//     line_reader_free(&reader);
//
// A line has a limit, so that nobody can fill the memory: a longer one is told to `too_long` with
// its number and how it begins, and skipped.
#ifndef BASE_FILE_LINE_READER_H
#define BASE_FILE_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LINE_READER_LIMIT = 1 << 20, // of a game in progress over a protocol: 100,000 moves
    LINE_READER_EXCERPT = 40,    // bytes of a line that is too long
};

typedef struct {
    int fd;
    size_t limit;
    void (*too_long)(void *context, int number, const char *start); // may be NULL
    void *context;
    bool keep_bom;       // a byte order mark before the first line belongs to it
    bool stop_on_signal; // a signal ends line_reader_next with `broken`
    bool (*wait_readable)(
        int fd); // before reading; false ends line_reader_next with `broken`; may be NULL
    // Of the reader:
    char *data;
    size_t start, end, size;
    int number;    // of the line last taken
    int error;     // errno, when reading failed or memory ran out; 0: it did not
    bool ended;    // nothing more will come
    bool skipping; // the rest of a line that is too long
    bool had_nul;  // the line last taken had zero bytes in it, which are blanks now
    bool interrupted;
} LineReader;

static inline LineReader line_reader_on(int fd) {
    return (LineReader){.fd = fd, .limit = LINE_READER_LIMIT};
}

/* Opens a file to be read by lines, to be closed by line_reader_free; false with errno. */
bool line_reader_open(LineReader *reader, const char *path);

/* Frees what is held; a descriptor that line_reader_open opened is closed. */
void line_reader_free(LineReader *reader);

/* A whole line that was read already, without its line end (LF or CR LF) and without a byte order
 * mark before the first one; valid until the next call. */
bool line_reader_next_buffered(LineReader *reader, const char **line);

/* Waits for input and takes it in; sets `ended` at its end. */
void line_reader_fill(LineReader *reader);

/* Waits for a line; false at the end of input. */
bool line_reader_next(LineReader *reader, const char **line);

#endif
