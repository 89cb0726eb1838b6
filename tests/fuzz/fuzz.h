// SPDX-License-Identifier: MIT
//
// What the fuzz targets share.
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "notation/text/fen.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Like assert, but active in every build. */
static inline void fuzz_assert(bool holds) {
    if (!holds) abort();
}

/* The input as a terminated string; false if it is too long. */
static inline bool fuzz_text(const uint8_t *data, size_t size, char *out, size_t capacity) {
    if (size >= capacity) return false;
    memcpy(out, data, size);
    out[size] = '\0';
    return true;
}

/* Discards the output of the tested code.  The fuzzer itself keeps its stream. */
static inline void fuzz_mute(void) {
    static bool muted;
    if (muted) return;
    fuzz_assert((stdout = fopen("/dev/null", "w")) != NULL);
    stderr = stdout;
    muted = true;
}

/* A position that the first bytes choose: variant and up to 30 moves; advances `data`
 * behind them. */
static inline Position fuzz_position(const uint8_t **data, size_t *size) {
    uint8_t first = *size ? **data : 0;
    Position pos = position_start(rules_at(first & 1));
    if (*size) ++*data, --*size;
    for (int plies = first >> 3; plies > 0 && *size; plies--) {
        MoveList list;
        position_legal_moves(&pos, &list);
        if (list.count == 0) break;
        position_play(&pos, list.items[**data % list.count]);
        ++*data, --*size;
    }
    return pos;
}

#endif
