// SPDX-License-Identifier: MIT
#include "console/progress.h"

#include "base/os/clock.h"
#include "base/os/platform.h"
#include "console/print_internal.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { INTERVAL_MS = 200 };

enum { COLUMNS_DEFAULT = 79 }; // where the terminal does not say how many it has

#define LINE_START "\r"
#define ERASE_REST "\033[K"

static atomic_bool is_shown;

bool progress_is_possible(void) {
    return platform_is_terminal(STDERR_FILENO);
}

bool progress_is_due(int64_t *drawn_ms) {
    int64_t now = clock_ms();
    if (now - *drawn_ms < INTERVAL_MS) return false;
    *drawn_ms = now;
    return true;
}

/* So much that it does not break into two lines, which could not be overwritten. */
static size_t width(void) {
    int columns = platform_terminal_columns(STDERR_FILENO);
    return (size_t)(columns ? columns : COLUMNS_DEFAULT) - 1;
}

void progress_show(const char *format, ...) {
    if (!progress_is_possible()) return;
    Text line = text_growing(), out = text_growing();
    va_list args;
    va_start(args, format);
    text_format_list(&line, format, args);
    va_end(args);
    text_string(&out, LINE_START);
    text_bytes(&out, text_get(&line), utf8_fitting(text_get(&line), line.used, width()));
    text_string(&out, ERASE_REST); // behind the text, so that nothing flickers
    if (!line.failed && !out.failed) {
        atomic_store(&is_shown, true);
        print_write(PRINT_STDERR, text_get(&out), out.used);
    }
    text_free(&line);
    text_free(&out);
}

void progress_erase(void) {
    if (atomic_load_explicit(&is_shown, memory_order_relaxed) && atomic_exchange(&is_shown, false))
        print_write(PRINT_STDERR, LINE_START ERASE_REST, strlen(LINE_START ERASE_REST));
}
