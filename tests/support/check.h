// SPDX-License-Identifier: MIT
//
// Included by most tests: cmocka, and positions from FENs that must be valid.
#ifndef SUPPORT_CHECK_H
#define SUPPORT_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "notation/text/fen.h"
#include "rules/registry.h"

/* The position of a FEN; the test fails if it is not playable. */
static inline Position position_of(const char *fen, const Rules *rules) {
    Position pos = {0};
    FenResult r = fen_read_position(fen, rules, &pos);
    char why[FEN_FAULT_MAX];
    fen_fault_text(r, why);
    if (r.fault != FEN_OK) fail_msg("%s: %s", fen, why);
    return pos;
}
static inline Position chess_of(const char *fen) {
    return position_of(fen, &STANDARD_CHESS);
}
static inline Position race_of(const char *fen) {
    return position_of(fen, &RACING_KINGS);
}

#endif
