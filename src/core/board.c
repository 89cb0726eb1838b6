// SPDX-License-Identifier: MIT
#include "core/board.h"

Board board_from_setup(const Setup *setup) {
    Board b = {.castling = setup->castling, .turn = (uint8_t)setup->turn, .ep = (uint8_t)setup->ep};
    for (Square s = A1; s <= H8; s++) {
        Piece piece = setup->piece[s];
        if (piece == NO_PIECE) continue;
        b.role[piece_role(piece)] |= bit(s);
        b.color[piece_color(piece)] |= bit(s);
    }
    return b;
}

Piece board_piece_at(const Board *b, Square s) {
    Color c = b->color[WHITE] & bit(s) ? WHITE : BLACK;
    for (Role r = PAWN; r <= KING; r++)
        if (b->role[r] & bit(s)) return piece_of(c, r);
    return NO_PIECE;
}
