// SPDX-License-Identifier: MIT
//
// A child process with which Roek exchanges lines, for example a UCI engine.
//
//     Process *p = process_start(argv, &error);
//     process_write(p, "uci");
//     while (process_read(p, clock_ms() + 1000, NULL, &line) == PROCESS_LINE) …
//     process_end(p, 500, NULL);
//
// The child leads its own process group: killing the group also ends the processes that the child
// started, and Ctrl-C at Roek's terminal does not reach it. The child is killed when the thread
// that started it ends. Its standard error is discarded. Every function returns by its deadline,
// even if the child does not respond. Writing to a child that has ended returns false and raises no
// SIGPIPE.
#ifndef BASE_PROCESS_PROCESS_H
#define BASE_PROCESS_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Process Process;

/* Longer lines are cut. */
enum { PROCESS_LINE_MAX = 1 << 16 };

typedef enum {
    PROCESS_LINE,    // a line was read
    PROCESS_TIMEOUT, // no line before the deadline
    PROCESS_CLOSED,  // the child closed its output or ended, even if a grandchild still has the
                     // output open
    PROCESS_STOPPED, // *stop was set
} ProcessRead;

/* Looks up the program in PATH, then in /usr/games. NULL, and errno in *error, if it cannot be
 * started. */
Process *process_start(char *const argv[], int *error);

/* Does this errno of process_start mean a lack of memory, processes or file descriptors, rather
 * than a fault of the program? */
bool process_is_out_of_resources(int error);

/* Writes the line and a line end. False if the child does not read any more. */
bool process_write(Process *p, const char *line);

/* Closes the child's standard input. */
void process_close_input(Process *p);

/* Returns the next line, without its end and sanitized (see text_sanitize). `*line` is valid until
 * the next call. `deadline` is a clock_ms() time. `stop` may be NULL. */
ProcessRead process_read(Process *p, int64_t deadline, const atomic_bool *stop, const char **line);

/* How a child ended: "exit status 1", "signal 11 (Segmentation fault)", "killed". */
enum { PROCESS_END_TEXT_MAX = 64 };

/* Closes the child's input, waits up to `grace_ms` for it to exit, kills its process group, and
 * frees `p` (which may be NULL). `how` may be NULL. */
void process_end(Process *p, int64_t grace_ms, char how[PROCESS_END_TEXT_MAX]);

/* Splits a command line at blanks. Blanks inside '…' or "…" or after a backslash belong to the
 * word. The result ends with NULL and is released by one free(). NULL if memory runs out, on an
 * open quote, or if there are no words. */
char **process_split_command(const char *command, int *count);

#endif
