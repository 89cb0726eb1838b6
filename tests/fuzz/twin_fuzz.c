// SPDX-License-Identifier: MIT
//
// Any text as twins: a fault at a place inside it, or twins read to its end.
#include "fuzz/fuzz.h"

#include "notation/problem/twin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[512];
    Setup diagram = setup_empty();
    if (!fuzz_text(data, size, text, sizeof text)) return 0;
    diagram.piece[E1] = piece_of(WHITE, KING);
    diagram.piece[E8] = piece_of(BLACK, KING);
    diagram.piece[B7] = piece_of(BLACK, PAWN);
    Twin twin = {.setup = diagram};
    Cursor c = cursor_on(text);
    for (cursor_skip_spaces(&c); !cursor_done(&c); cursor_skip_spaces(&c)) {
        Setup before = twin.setup;
        const char *at = c.at;
        TwinResult r = twin_read(&c, &diagram, &before, &twin);
        fuzz_assert(r.column >= 0 && (size_t)r.column <= strlen(text));
        if (r.fault != TWIN_OK) break;
        fuzz_assert(c.at > at);
    }
    return 0;
}
