// SPDX-License-Identifier: MIT
#include "support/mirror.h"

#include <stdlib.h>

static Position from_setup(const Setup *setup, const Rules *rules) {
    Position pos;
    if (position_from_setup(setup, rules, &pos)) abort();
    return pos;
}

Position mirror_colors(const Position *pos) {
    Setup setup = position_to_setup(pos), out = setup;
    for (Square s = A1; s <= H8; s++) {
        Piece piece = setup.piece[s ^ 56];
        out.piece[s] =
            piece == NO_PIECE ? piece : piece_of(other(piece_color(piece)), piece_role(piece));
    }
    out.turn = other(setup.turn);
    out.castling = __builtin_bswap64(setup.castling);
    out.ep = setup.ep == NO_SQUARE ? NO_SQUARE : setup.ep ^ 56;
    return from_setup(&out, pos->rules);
}

Position mirror_files(const Position *pos) {
    Setup setup = position_to_setup(pos), out = setup;
    for (Square s = A1; s <= H8; s++) out.piece[s] = setup.piece[s ^ 7];
    out.ep = setup.ep == NO_SQUARE ? NO_SQUARE : setup.ep ^ 7;
    return from_setup(&out, pos->rules);
}
