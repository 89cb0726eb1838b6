// SPDX-License-Identifier: MIT
//
// Any text: FEN reading never crashes, and what it accepts is written and read back unchanged.
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[512], fen[FEN_MAX], again[FEN_MAX], why[FEN_FAULT_MAX];
    if (size == 0 || !fuzz_text(data + 1, size - 1, text, sizeof text)) return 0;
    const Rules *rules = rules_at(data[0] & 1);
    Position pos, back;
    FenResult result = fen_read_position(text, rules, &pos);
    fen_fault_text(result, why);
    if (result.fault != FEN_OK) {
        fuzz_assert(result.column >= 0 && (size_t)result.column <= strlen(text));
        return 0;
    }
    fen_write_position(&pos, fen);
    fuzz_assert(fen_read_position(fen, rules, &back).fault == FEN_OK);
    fen_write_position(&back, again);
    fuzz_assert(strcmp(fen, again) == 0 && pos.key == back.key);
    MoveList list;
    position_legal_moves(&pos, &list);
    fuzz_assert(list.count == rules->count_moves(&pos.board));
    return 0;
}
