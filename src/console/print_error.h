// SPDX-License-Identifier: MIT
//
// Errors and warnings on standard error, one line each; what was printed on standard output comes
// first.
#ifndef CONSOLE_PRINT_ERROR_H
#define CONSOLE_PRINT_ERROR_H

#include "base/text/text.h"

#include <stdbool.h>

/* One line "warning: …" on stderr. */
void print_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* One line "error: …" on stderr. */
void print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same line into a text, which the caller prints when its turn has come. */
void put_error(Text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As print_error, then the text that was read with a caret under the byte (from 0) that is wrong.
 * The column that is named is the one that is seen: a character is one, whatever its bytes. */
void print_error_at(const char *text, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "not enough memory", once. */
void print_memory_error(void);
bool memory_ran_out(void); // print_memory_error was called

/* The machine, and not the input, is at fault: whatever the command answers, the exit status says
 * so. */
void machine_set_failed(void);
bool machine_has_failed(void);

/* A file that cannot be written or read, and the reason in errno (0: it is empty).  Unless there is
 * nothing to read under that name, which is bad input, the machine has failed. */
void print_write_error(const char *path);
void print_read_error(const char *path);

#endif
