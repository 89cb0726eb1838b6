// SPDX-License-Identifier: MIT
//
// Any text in any position: reading SAN gives a legal move or a reason, never anything else.
#include "fuzz/fuzz.h"

#include "notation/text/illegal_move.h"
#include "notation/text/san.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Position pos = fuzz_position(&data, &size);
    const char *text = (const char *)data;
    char san[SAN_MAX], why[ILLEGAL_MOVE_TEXT_MAX];
    Move move = NO_MOVE, again = NO_MOVE;
    SanResult result = san_read(&pos, text, size, &move);
    bool explained = illegal_move_explain_text(&pos, text, size, why);
    fuzz_assert(explained == (result != SAN_OK) && explained == (why[0] != '\0'));
    if (result != SAN_OK || move == NULL_MOVE) return 0;
    fuzz_assert(position_is_legal(&pos, move));
    san_write(&pos, move, san);
    fuzz_assert(san_read(&pos, san, strlen(san), &again) == SAN_OK && again == move);
    return 0;
}
