// SPDX-License-Identifier: MIT
//
// Moves as problemists write them: S for the knight, or the letters of a language.
#include "cmd/problem/problem_command.h"

#include "notation/text/piece_shapes.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"

#include <string.h>

static const struct {
    const char *name;
    const char *pieces[6];
} STYLES[] = {
    {"s", {"", "S", "B", "R", "Q", "K"}},  {"en", {"", "N", "B", "R", "Q", "K"}},
    {"de", {"", "S", "L", "T", "D", "K"}}, {"fr", {"", "C", "F", "T", "D", "R"}},
    {"es", {"", "C", "A", "T", "D", "R"}}, {"it", {"", "C", "A", "T", "D", "R"}},
    {"nl", {"", "P", "L", "T", "D", "K"}}, {"figurine", {"", "♘", "♗", "♖", "♕", "♔"}},
};

bool move_style_find(const char *name, MoveStyle *out) {
    for (size_t i = 0; i < sizeof STYLES / sizeof STYLES[0]; i++) {
        if (strcmp(STYLES[i].name, name) != 0) continue;
        memcpy(out->pieces, STYLES[i].pieces, sizeof out->pieces);
        return true;
    }
    return false;
}

static const char *piece_name(const MoveStyle *style, char letter) {
    Piece piece = piece_from_char(letter);
    return style->pieces[piece_role(piece)];
}

/* "Ng1-f3", "e5xd6", "e7-e8": the squares in full. */
static void put_squares(Text *out, const MoveStyle *style, const Position *pos, Move move) {
    char from[3], to[3];
    square_write(move_from(move), from);
    square_write(move_to(move), to);
    text_string(out, style->pieces[piece_role(pos->piece[move_from(move)])]);
    text_string(out, from);
    text_char(out, position_is_capture(pos, move) ? 'x' : '-');
    text_string(out, to);
}

/* Where the part behind the squares begins: "=Q+", "#". */
static const char *tail_of(const char *san) {
    return san + strcspn(san, "=+#");
}

static void put_with_names(Text *out, const MoveStyle *style, const char *san, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (san[i] == '=') continue; // problemists write e8Q
        if (strchr("NBRQK", san[i]))
            text_string(out, piece_name(style, san[i]));
        else
            text_char(out, san[i] == 'O' ? '0' : san[i]);
    }
}

static bool leaves_stalemate(const Position *pos, Move move) {
    Position next = *pos;
    MoveList moves;
    position_play(&next, move);
    position_legal_moves(&next, &moves);
    return moves.count == 0 && !position_is_check(&next);
}

void put_problem_move(Text *out, const MoveStyle *style, const Position *pos, Move move) {
    char san[SAN_MAX];
    san_write(pos, move, san);
    const char *tail = tail_of(san);
    if (style->long_form && move_kind(move) != MOVE_CASTLE)
        put_squares(out, style, pos, move);
    else
        put_with_names(out, style, san, (size_t)(tail - san));
    size_t promoted = strcspn(tail, "+#");
    put_with_names(out, style, tail, promoted);
    if (move_kind(move) == MOVE_EN_PASSANT) text_string(out, " e.p.");
    text_string(out, tail + promoted);
    if (leaves_stalemate(pos, move)) text_char(out, '=');
}
