// SPDX-License-Identifier: MIT
#include "notation/text/piece_shapes.h"

const char *piece_figurine(Piece piece) {
    static const char *const FIGURINES[2][7] = {
        {"♙", "♘", "♗", "♖", "♕", "♔", "·"},
        {"♟", "♞", "♝", "♜", "♛", "♚", "·"},
    };
    return FIGURINES[piece_color(piece) == BLACK][piece_role(piece)];
}

const char *piece_outline(Role role) {
    static const char *const OUTLINES[] = {
        [PAWN] = "M20 6a6 6 0 0 1 4 10.5q4 1 4 4h-5q0 6 4 9.5H13q4-3.5 4-9.5h-5q0-3 4-4"
                 "A6 6 0 0 1 20 6zM10 31h20v5H10z",
        [KNIGHT] = "M12 30q0-8 7-13-5 1-8 5l-5-3q3-10 11-13l1-4 4 3q13 4 11 25zM8 31h26v5H8z",
        [BISHOP] = "M20 3a3 3 0 0 1 2 5q9 6 8 14-1 4-4 6H14q-3-2-4-6-1-8 8-14a3 3 0 0 1 2-5z"
                   "M8 31h24v5H8z",
        [ROOK] = "M9 6h5v4h4V6h4v4h4V6h5v9l-3 3v9l3 3H9l3-3v-9l-3-3zM7 31h26v5H7z",
        [QUEEN] = "M5 9l6 9 3-12 6 11 6-11 3 12 6-9-4 20H9zM9 31h22v5H9z",
        [KING] = "M18 3h4v3h3v4h-3v4q11-5 13 3q1 6-6 12v7H11v-7Q4 23 5 17q2-8 13-3v-4h-3V6h3z"
                 "M9 31h22v5H9z",
        [NO_ROLE] = "",
    };
    return OUTLINES[role];
}
