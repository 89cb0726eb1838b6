// SPDX-License-Identifier: MIT
//
// Any lines: UCI never crashes or hangs, and prints no control characters.
#include "fuzz/protocol_fuzz.h"

#include "protocol/uci.h"

static Uci *uci;

static void ignore_lines(void *context, const char *lines) {
    (void)context;
    for (; *lines; lines++) fuzz_assert((unsigned char)*lines >= ' ' || strchr("\n\t", *lines));
}

static void execute(const char *line) {
    uci_execute(uci, line);
}

static void settle(void) {
    uci_execute(uci, "stop");
    uci_finish(uci);
}

/* Resets the options: creating a new Uci would take longer than most inputs. */
static void reset(void) {
    char line[64];
    for (int i = 0; i < FUZZ_DEFAULT_COUNT; i++) {
        snprintf(line, sizeof line, "setoption name %s value %s", FUZZ_DEFAULTS[i][0],
                 FUZZ_DEFAULTS[i][1]);
        uci_execute(uci, line);
    }
    uci_execute(uci, "setoption name Hash value 1");
    uci_execute(uci, "setoption name Threads value 1");
    uci_execute(uci, "setoption name UCI_Variant value chess");
    uci_finish(uci);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_open_book();
    if (!uci) fuzz_assert((uci = uci_new((LineSink){NULL, ignore_lines})) != NULL);
    reset();
    fuzz_lines(data, size, execute, settle);
    return 0;
}
