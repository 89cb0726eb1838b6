// SPDX-License-Identifier: MIT
//
// What each system does to print, without a look at the progress line.
#ifndef CONSOLE_PRINT_INTERNAL_H
#define CONSOLE_PRINT_INTERNAL_H

#include "console/print.h"

#include <stdarg.h>
#include <stdio.h>

static inline FILE *print_stream(PrintStream to) {
    return to == PRINT_STDOUT ? stdout : stderr;
}

/* Both in one piece. */
void print_write(PrintStream to, const void *data, size_t size);
void print_write_format(PrintStream to, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#endif
