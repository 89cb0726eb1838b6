// SPDX-License-Identifier: MIT
#include "console/print_internal.h"

void print_write(PrintStream to, const void *data, size_t size) {
    fwrite(data, 1, size, print_stream(to));
}

void print_write_format(PrintStream to, const char *format, va_list args) {
    vfprintf(print_stream(to), format, args);
}
