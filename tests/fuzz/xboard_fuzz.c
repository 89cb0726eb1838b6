// SPDX-License-Identifier: MIT
//
// Any lines: the xboard protocol never crashes or hangs, and prints no control characters.
#include "fuzz/protocol_fuzz.h"

#include "protocol/xboard.h"

static XBoard *xboard;

static void ignore_lines(void *context, const char *lines) {
    (void)context;
    for (; *lines; lines++) fuzz_assert((unsigned char)*lines >= ' ' || strchr("\n\t", *lines));
}

/* After `quit` there is no XBoard any more. */
static void execute(const char *line) {
    if (!xboard) return;
    xboard_execute(xboard, "sd 1"); // so that a hint is quick
    if (xboard_execute(xboard, line)) return;
    xboard_free(xboard);
    xboard = NULL;
}

static void settle(void) {
    if (!xboard) return;
    xboard_execute(xboard, "?");
    xboard_finish(xboard);
}

/* Resets the state: creating a new XBoard would take longer than most inputs. */
static void reset(void) {
    static const char *const LINES[] = {"new",          "exit",     "easy",   "nopost",
                                        "level 40 5 0", "memory 1", "cores 1"};
    char line[64];
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) xboard_execute(xboard, LINES[i]);
    for (int i = 0; i < FUZZ_DEFAULT_COUNT; i++) {
        snprintf(line, sizeof line, "option %s=%s", FUZZ_DEFAULTS[i][0], FUZZ_DEFAULTS[i][1]);
        xboard_execute(xboard, line);
    }
    xboard_execute(xboard, "variant normal");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_open_book();
    if (!xboard) fuzz_assert((xboard = xboard_new((LineSink){NULL, ignore_lines})) != NULL);
    reset();
    fuzz_lines(data, size, execute, settle);
    return 0;
}
