// SPDX-License-Identifier: MIT
//
// Any line: neither the EPD reader nor the functions on its result crash.
#include "fuzz/fuzz.h"

#include "notation/text/epd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char line[2048], text[64], why[FEN_FAULT_MAX];
    if (size == 0 || !fuzz_text(data + 1, size - 1, line, sizeof line)) return 0;
    Epd epd;
    Position pos;
    MoveList moves;
    int64_t n;
    EpdResult result = epd_read_position(line, rules_at(data[0] & 1), &epd, &pos);
    epd_fault_text(result, why);
    fuzz_assert(result.column >= 0 && (size_t)result.column <= strlen(line));
    if (result.fault != EPD_OK) return 0;
    for (int i = 0; i < epd.count; i++) {
        const char *name = epd.items[i].name;
        epd_text(&epd, name, text, sizeof text);
        epd_int(&epd, name, &n);
        epd_moves(&epd, name, &pos, &moves);
        epd_line(&epd, name, &pos, &moves);
    }
    epd_mate(&epd, &n);
    return 0;
}
