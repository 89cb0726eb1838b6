// SPDX-License-Identifier: MIT
//
// English names of pieces and colours, for messages.
#ifndef CORE_PIECE_NAMES_H
#define CORE_PIECE_NAMES_H

#include "core/types.h"

static inline const char *role_name(Role role) {
    static const char *const NAMES[] = {"pawn",  "knight", "bishop", "rook",
                                        "queen", "king",   "piece"};
    return NAMES[role];
}

static inline const char *color_name(Color color) {
    return color == WHITE ? "White" : "Black";
}

#endif
