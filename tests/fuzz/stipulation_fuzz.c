// SPDX-License-Identifier: MIT
//
// Any text as a stipulation: refused at a place inside the text, or the same after it was written
// and read again.
#include "fuzz/fuzz.h"

#include "solve/problem/stipulation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[256], again[STIPULATION_MAX];
    Stipulation s, t;
    if (!fuzz_text(data, size, text, sizeof text)) return 0;
    StipulationResult r = stipulation_read(text, size, &s);
    fuzz_assert(r.column >= 0 && (size_t)r.column <= size);
    if (r.fault != STIPULATION_OK) return 0;
    stipulation_write(&s, again);
    fuzz_assert(stipulation_read(again, strlen(again), &t).fault == STIPULATION_OK);
    fuzz_assert(s.play == t.play && s.goal == t.goal && s.moves == t.moves && s.half == t.half);
    return 0;
}
