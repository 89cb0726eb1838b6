// SPDX-License-Identifier: MIT
//
// Popeye's language: any text gives a fault at a place inside it, or a problem that points into it
// and whose twins the twin reader accepts.
#include "fuzz/fuzz.h"

#include "notation/problem/popeye.h"
#include "notation/problem/twin.h"

static bool is_within(PopeyeSpan span, const char *text) {
    return !span.at || (span.at >= text && span.at + span.length <= text + strlen(text));
}

static void walk_twins(const PopeyeProblem *problem) {
    Cursor c = cursor_on(problem->twins);
    Twin twin = {.setup = problem->setup};
    while (!cursor_done(&c)) {
        Setup before = twin.setup;
        TwinResult r = twin_read(&c, &problem->setup, &before, &twin);
        fuzz_assert(r.fault != TWIN_NO_LABEL);
        if (r.fault != TWIN_OK) break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[1024];
    bool another;
    size_t length;
    PopeyeProblem problem;
    if (!fuzz_text(data, size, text, sizeof text)) return 0;
    const char *begin = popeye_begin(text), *end = popeye_end(text, &another, &length);
    fuzz_assert(!begin || (begin > text && begin <= text + strlen(text)));
    fuzz_assert(!end || end + length <= text + strlen(text));
    PopeyeResult r = popeye_read(text, &problem);
    fuzz_assert(r.column >= 0 && (size_t)r.column <= strlen(text));
    fuzz_assert(popeye_fault_text(r) != NULL);
    if (r.fault != POPEYE_OK) return 0;
    fuzz_assert(is_within(problem.stipulation, text) && is_within(problem.author, text));
    walk_twins(&problem);
    return 0;
}
