// SPDX-License-Identifier: MIT
//
// A program running beside ours, talked to line by line, or in bytes.
//
//     Process *p = process_start(argv, NULL, &error);
//     process_write(p, "uci");
//     while (process_read(p, clock_ms() + 1000, NULL, &line) == PROCESS_LINE) …
//     process_end(p, 500, NULL);
//
// The child leads a process group of its own, so that ending it ends what it started as well, and
// a key pressed at our terminal does not reach it.  It dies with the thread that started it.  Its
// standard error is thrown away.  ProcessOptions change this for a child that is a part of ours.
// Nothing here waits longer than its deadline, whatever the child does; a child that has gone is no
// signal to us but an answer.
#ifndef BASE_PROCESS_PROCESS_H
#define BASE_PROCESS_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Process Process;

/* Longer lines are cut. */
enum { PROCESS_LINE_MAX = 1 << 16 };

typedef enum {
    PROCESS_LINE,    // a line was read
    PROCESS_BYTES,   // bytes were read
    PROCESS_TIMEOUT, // nothing before the deadline
    PROCESS_CLOSED,  // the child closed its output or ended, even if a grandchild still has it
    PROCESS_STOPPED, // *stop became true
} ProcessRead;

typedef struct {
    /* The file to run; NULL: argv[0], looked up in PATH, then in /usr/games. */
    const char *program;
    /* A part of our program: it stays in our process group, leaves SIGINT as we have it, and writes
     * its errors to our standard error. */
    bool attached;
} ProcessOptions;

/* `options` may be NULL.  NULL, and errno in *error, if the program cannot be started. */
Process *process_start(char *const argv[], const ProcessOptions *options, int *error);

/* Does this errno of process_start mean a lack of memory, processes or file descriptors, rather
 * than a fault of the program? */
bool process_is_out_of_resources(int error);

/* Writes the line and a line end. False if the child does not read any more. */
bool process_write(Process *p, const char *line);

/* Writes the bytes as they are; false if the child no longer reads, or has not read all of them by
 * the deadline (a clock_ms; INT64_MAX: there is none). */
bool process_write_bytes(Process *p, const void *data, size_t size, int64_t deadline);

/* Closes the child's input: it reads the end of file. */
void process_close_input(Process *p);

/* Returns the next line, without its end and sanitized (see text_sanitize). `*line` is valid until
 * the next call. `deadline` is a clock_ms() time. `stop` may be NULL. */
ProcessRead process_read(Process *p, int64_t deadline, const atomic_bool *stop, const char **line);

/* The bytes that have come since the last call, at least one, as they are; valid until the next
 * call.  A child is read either in lines or in bytes. */
ProcessRead process_read_bytes(Process *p, int64_t deadline, const char **data, size_t *size);

/* How a child ended, in words: "exit status 1", "signal 11 (Segmentation fault)", "killed". */
enum { PROCESS_END_TEXT_MAX = 64 };

/* Closes the input, waits up to `grace_ms` for the child to leave, kills its group (an attached
 * child alone), and frees `p` (which may be NULL).  Returns the child's exit status; -1 if it did
 * not exit by itself.  `how` may be NULL. */
int process_end(Process *p, int64_t grace_ms, char how[PROCESS_END_TEXT_MAX]);

/* Splits a command line at blanks. Blanks inside '…' or "…" or after a backslash belong to the
 * word. The result ends with NULL and is released by one free(). NULL if memory runs out, on an
 * open quote, or if there are no words. */
char **process_split_command(const char *command, int *count);

#endif
