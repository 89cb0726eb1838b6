// SPDX-License-Identifier: MIT
//
// A program running beside ours, talked to line by line.
//
//     Process *p = process_start(argv, &error);
//     process_write(p, "uci");
//     while (process_read(p, clock_ms() + 1000, NULL, &line) == PROCESS_LINE) …
//     process_end(p, 500, NULL);
//
// The child leads a process group of its own, so that ending it ends what it started as well, and
// a key pressed at our terminal does not reach it.  It dies with the thread that started it.  Its
// standard error is thrown away.  Nothing here waits longer than its deadline, whatever the child
// does; a child that has gone is no signal to us but an answer.
#ifndef BASE_PROCESS_PROCESS_H
#define BASE_PROCESS_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Process Process;

/* The longest line that is taken; what is longer is cut. */
enum { PROCESS_LINE_MAX = 1 << 16 };

typedef enum {
    PROCESS_LINE,    // a line was read
    PROCESS_TIMEOUT, // none before the deadline
    PROCESS_CLOSED,  // the child closed its output or ended, whoever may hold the output still
    PROCESS_STOPPED, // *stop became true
} ProcessRead;

/* Looks the program up in PATH, then in /usr/games.  NULL, and errno in *error, if it cannot be
 * started. */
Process *process_start(char *const argv[], int *error);

/* Was it for want of memory, processes or open files, whatever the program? */
bool process_is_out_of_resources(int error);

/* Writes the line and a line end; false if the child no longer reads. */
bool process_write(Process *p, const char *line);

/* Tells the child that no more input comes. */
void process_close_input(Process *p);

/* The next line, without its end and tame (see text_sanitize); `*line` is valid until the next
 * call. `deadline` is a clock_ms; `stop` may be NULL. */
ProcessRead process_read(Process *p, int64_t deadline, const atomic_bool *stop, const char **line);

/* How a child ended, in words: "exit status 1", "signal 11 (Segmentation fault)", "killed". */
enum { PROCESS_END_TEXT_MAX = 64 };

/* Closes the input, waits up to `grace_ms` for the child to leave, kills its group, and frees
 * `p` (which may be NULL).  `how` may be NULL. */
void process_end(Process *p, int64_t grace_ms, char how[PROCESS_END_TEXT_MAX]);

/* Splits a command line at blanks; quotes '…' and "…" and the backslash keep blanks.  The result
 * ends with NULL and is released by one free(); NULL without memory, on an open quote, or when
 * there is no word at all. */
char **process_split_command(const char *command, int *count);

#endif
