// SPDX-License-Identifier: MIT
#include "protocol/xboard_edit.h"

#include "notation/text/fen.h"
#include "notation/text/uci_move.h"

#include <string.h>

/* Edit mode has no way to set castling rights: a side with its king at home gets them.
 * setup_repair removes those without a rook. */
static Bitboard assumed_castling(const Setup *setup) {
    Bitboard corners = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        Square home = c == WHITE ? E1 : E8;
        if (setup->piece[home] == piece_of(c, KING)) corners |= bit(home - 4) | bit(home + 3);
    }
    return corners;
}

/* Begins a game from the set-up.  If it is not a legal position, the old game stays. */
static void play_from(XBoard *x, Setup *setup) {
    Position pos;
    char why[SETUP_FAULTS_TEXT_MAX];
    setup_repair(setup, x->settings.rules);
    SetupFaults faults = position_from_setup(setup, x->settings.rules, &pos);
    if (faults == 0) {
        xboard_cancel_search(x);
        xboard_new_game(x, &pos);
        return;
    }
    setup_faults_text(faults, why);
    xboard_send(x, "tellusererror Illegal position: %s", why);
}

void xboard_edit_begin(XBoard *x) {
    x->editing = true;
    x->edited = position_to_setup(game_current(&x->game));
    x->edited_color = WHITE;
}

static void end(XBoard *x) {
    Setup *setup = &x->edited;
    x->editing = false;
    setup->castling = assumed_castling(setup);
    setup->ep = NO_SQUARE;
    setup->halfmove = 0;
    setup->fullmove = 1;
    play_from(x, setup);
}

/* "Pa4" puts a pawn of the current colour on a4, "xa4" empties it. */
static bool place(XBoard *x, const char *word, size_t length) {
    char name[4] = "";
    if (length != 3) return false;
    memcpy(name, word, length);
    Square square = square_read(name + 1);
    Piece white = piece_from_char(char_upper(*name));
    if (square == NO_SQUARE || (white == NO_PIECE && *name != 'x')) return false;
    x->edited.piece[square] =
        white == NO_PIECE ? NO_PIECE : piece_of(x->edited_color, piece_role(white));
    return true;
}

bool xboard_edit_execute(XBoard *x, const char *word, size_t length) {
    if (!x->editing) return false;
    if (span_is(word, length, "."))
        end(x);
    else if (span_is(word, length, "c"))
        x->edited_color = other(x->edited_color);
    else if (span_is(word, length, "#"))
        memset(x->edited.piece, NO_PIECE, sizeof x->edited.piece);
    else
        return place(x, word, length);
    return true;
}

void xboard_edit_set_turn(XBoard *x, Color turn) {
    Setup setup = position_to_setup(game_current(&x->game));
    if (setup.turn == turn) return;
    setup.turn = turn;
    setup.ep = NO_SQUARE;
    play_from(x, &setup);
}
