// SPDX-License-Identifier: MIT
//
// Printing: all that the program writes to standard output and standard error goes through here.
//
// Standard output is buffered, and print_finish reports at the end what could not be written;
// standard error is not buffered.  Each call writes in one piece, so that the lines of two threads
// never mix.  A progress line (console/progress.h) is erased before anything is printed.
#ifndef CONSOLE_PRINT_H
#define CONSOLE_PRINT_H

#include "base/text/text.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum { PRINT_STDOUT, PRINT_STDERR } PrintStream;

/* As printf does: to standard output, to standard error, or to either. */
void print_out(const char *format, ...) __attribute__((format(printf, 1, 2)));
void print_err(const char *format, ...) __attribute__((format(printf, 1, 2)));
void print_to(PrintStream to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Text or bytes as they are. */
void print_string(PrintStream to, const char *text);
void print_bytes(PrintStream to, const void *data, size_t size);

/* Prints a text and what follows it on standard output; print_memory_error when it is not whole. */
void print_text(const Text *text, const char *end);

/* The same for text that people read: at a terminal no word is broken in two. */
void print_wrapped_text(const Text *text);

/* Standard output holds nothing back afterwards. */
void print_flush(void);

/* Has some write to standard output failed so far? */
bool print_has_failed(void);

/* Flushes; false after an error message, which is printed once, if the output could not be written.
 */
bool print_finish(void);

#endif
