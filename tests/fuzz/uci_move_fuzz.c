// SPDX-License-Identifier: MIT
//
// Any text in any position: a UCI move that was read is legal, and writing it gives the same text.
#include "fuzz/fuzz.h"

#include "notation/text/uci_move.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Position pos = fuzz_position(&data, &size);
    Move move = uci_move_read(&pos, (const char *)data, size);
    if (move == NO_MOVE) return 0;
    char text[UCI_MOVE_MAX];
    fuzz_assert(position_is_legal(&pos, move));
    uci_move_write(&pos, move, size & 1, text);
    fuzz_assert(uci_move_read(&pos, text, strlen(text)) == move);
    return 0;
}
