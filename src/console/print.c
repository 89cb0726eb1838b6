// SPDX-License-Identifier: MIT
#include "console/print_internal.h"

#include "base/os/platform.h"
#include "console/print_error.h"
#include "console/progress.h"
#include "console/wrap.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

void print_out(const char *format, ...) {
    va_list args;
    va_start(args, format);
    progress_erase();
    print_write_format(PRINT_STDOUT, format, args);
    va_end(args);
}

void print_err(const char *format, ...) {
    va_list args;
    va_start(args, format);
    progress_erase();
    print_write_format(PRINT_STDERR, format, args);
    va_end(args);
}

void print_to(PrintStream to, const char *format, ...) {
    va_list args;
    va_start(args, format);
    progress_erase();
    print_write_format(to, format, args);
    va_end(args);
}

void print_bytes(PrintStream to, const void *data, size_t size) {
    progress_erase();
    print_write(to, data, size);
}

void print_string(PrintStream to, const char *text) {
    print_bytes(to, text, strlen(text));
}

void print_text(const Text *text, const char *end) {
    if (text->failed)
        print_memory_error();
    else
        print_out("%s%s", text_get(text), end);
}

void print_wrapped_text(const Text *text) {
    const char *words = text_get(text);
    int columns = platform_terminal_columns(STDOUT_FILENO);
    if (columns == 0 || text->failed || text->used == 0) {
        print_text(text, "");
        return;
    }
    Text out = text_growing();
    wrap_text(&out, words, columns - 1);
    bool open = words[text->used - 1] != '\n';
    if (open && !out.failed) out.data[--out.used] = '\0';
    print_text(&out, "");
    text_free(&out);
}

void print_flush(void) {
    fflush(stdout);
}

bool print_has_failed(void) {
    return ferror(stdout) != 0;
}

bool print_finish(void) {
    static atomic_bool is_reported; // of the process, as standard output is
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return true;
    // the reason of an earlier failure is gone, but one more byte meets it again
    if (!errno && fputc('\n', stdout) != EOF) fflush(stdout);
    int reason = errno ? errno : EIO;
    if (!atomic_exchange(&is_reported, true))
        print_error("cannot write the output: %s", strerror(reason));
    return false;
}
