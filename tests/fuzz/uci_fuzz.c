// SPDX-License-Identifier: MIT
//
// Any lines: UCI never crashes or hangs.
#include "fuzz/protocol_fuzz.h"

#include "roek/cmd/uci.h"

static Uci *uci;

/* What it says is not looked at. */
static void ignore(void *context, const char *lines) {
    (void)context;
    (void)lines;
}

static void execute(const char *line) {
    uci_execute(uci, line);
    uci_execute(uci, "stop");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!uci) {
        fuzz_assert((uci = uci_new((LineSink){NULL, ignore})) != NULL);
        uci_execute(uci, "setoption name Hash value 1");
    }
    uci_execute(uci, "setoption name UCI_Variant value chess");
    fuzz_lines(data, size, execute);
    uci_finish(uci);
    return 0;
}
