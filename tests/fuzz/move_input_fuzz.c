// SPDX-License-Identifier: MIT
//
// Any text as a move in any position: the result is legal moves only, or a reason.
#include "fuzz/fuzz.h"

#include "game/timecontrol.h"
#include "play/game/move_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[256];
    Position pos = fuzz_position(&data, &size);
    if (!fuzz_text(data, size, text, sizeof text)) return 0;
    MoveInput input = move_input_read(&pos, text);
    if (input.kind == MOVE_INPUT_MOVE) fuzz_assert(position_is_legal(&pos, input.move));
    bool wrong = input.kind == MOVE_INPUT_ILLEGAL || input.kind == MOVE_INPUT_UNREADABLE;
    if (wrong) fuzz_assert(input.why[0] != '\0');
    if (input.kind == MOVE_INPUT_AMBIGUOUS) fuzz_assert(input.choices.count > 1);
    if (input.kind == MOVE_INPUT_PIECE) fuzz_assert(input.choices.count > 0);
    for (int i = 0; !wrong && i < input.choices.count; i++)
        fuzz_assert(position_is_legal(&pos, input.choices.items[i]));
    MoveList all;
    position_legal_moves(&pos, &all);
    Move picked = move_input_pick(&pos, &all, text);
    fuzz_assert(picked == NO_MOVE || position_is_legal(&pos, picked));
    TimeControl time;
    if (timecontrol_read_minutes(text, &time))
        fuzz_assert(time.base_ms >= 0 && time.increment_ms >= 0);
    if (timecontrol_read_seconds(text, &time))
        fuzz_assert(timecontrol_has_clock(&time) && time.moves >= 0);
    return 0;
}
