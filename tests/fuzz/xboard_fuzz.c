// SPDX-License-Identifier: MIT
//
// Any lines: the xboard protocol never crashes or hangs.
#include "fuzz/protocol_fuzz.h"

#include "roek/cmd/xboard.h"

static XBoard *xboard;

static void execute(const char *line) {
    xboard_execute(xboard, "sd 1"); // or a hint would take its time
    xboard_execute(xboard, line);
    xboard_execute(xboard, "?");
    xboard_finish(xboard);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!xboard) {
        fuzz_mute();
        fuzz_assert((xboard = xboard_new(STDOUT_LINES)) != NULL);
        xboard_execute(xboard, "memory 1");
    }
    xboard_execute(xboard, "new");
    fuzz_lines(data, size, execute);
    xboard_execute(xboard, "exit");
    return 0;
}
