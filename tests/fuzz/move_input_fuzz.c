// SPDX-License-Identifier: MIT
//
// Any line typed in any position names legal moves only, or a reason why not.
#include "fuzz/fuzz.h"

#include "game/timecontrol.h"
#include "play/game/move_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[256];
    Position pos = fuzz_position(&data, &size);
    if (!fuzz_text(data, size, text, sizeof text)) return 0;
    Entry entry = entry_read(&pos, text);
    if (entry.kind == ENTRY_MOVE) fuzz_assert(position_is_legal(&pos, entry.move));
    bool wrong = entry.kind == ENTRY_WRONG || entry.kind == ENTRY_NONE;
    if (wrong) fuzz_assert(entry.why[0] != '\0');
    if (entry.kind == ENTRY_CHOICE) fuzz_assert(entry.choices.count > 1);
    if (entry.kind == ENTRY_PIECE) fuzz_assert(entry.choices.count > 0);
    for (int i = 0; !wrong && i < entry.choices.count; i++)
        fuzz_assert(position_is_legal(&pos, entry.choices.items[i]));
    MoveList all;
    position_legal_moves(&pos, &all);
    Move picked = entry_pick(&pos, &all, text);
    fuzz_assert(picked == NO_MOVE || position_is_legal(&pos, picked));
    TimeControl time;
    if (time_read_minutes(text, &time)) fuzz_assert(time.base_ms >= 0 && time.increment_ms >= 0);
    if (time_read_seconds(text, &time)) fuzz_assert(time_has_clock(&time) && time.moves >= 0);
    return 0;
}
