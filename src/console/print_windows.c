// SPDX-License-Identifier: MIT
//
// The C library writes to a console byte by byte, which is slow and tears characters apart: what
// goes to a console or to standard error is written past it.
#include "console/print_internal.h"

#include "base/os/platform.h"

#include <io.h>
#include <stdlib.h>
#include <string.h>

void print_write(PrintStream to, const void *data, size_t size) {
    FILE *stream = print_stream(to);
    int fd = fileno(stream);
    if (to == PRINT_STDOUT && !platform_is_terminal(fd)) {
        fwrite(data, 1, size, stream);
        return;
    }
    fflush(stream);
    _write(fd, data, (unsigned)size);
}

/* Without memory what is long is cut. */
void print_write_format(PrintStream to, const char *format, va_list args) {
    char brief[1024], *text = brief;
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(brief, sizeof brief, format, args);
    if (length >= (int)sizeof brief) {
        text = malloc((size_t)length + 1);
        if (text) vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    if (!text) text = brief;
    if (length >= 0) print_write(to, text, strlen(text));
    if (text != brief) free(text);
}
