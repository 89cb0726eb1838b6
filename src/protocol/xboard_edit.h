// SPDX-License-Identifier: MIT
//
// The `edit` mode of xboard protocol 1, which sets up a position piece by piece, for GUIs and
// scripts without `setboard`.
//
//     edit  #  Ke1  Ra1  c  Ke8  .      clear, two white pieces, other colour, one black, done
//
// The edited set-up is kept beside the game.  It replaces the game at `.` if it is a legal
// position.
#ifndef PROTOCOL_XBOARD_EDIT_H
#define PROTOCOL_XBOARD_EDIT_H

#include "protocol/xboard_game.h"

/* Begins with the pieces of the current position. */
void xboard_edit_begin(XBoard *x);

/* Carries out a word of edit mode.  Returns false, without effect, if the mode is off or the word
 * belongs to another command. */
bool xboard_edit_execute(XBoard *x, const char *word, size_t length);

/* Changes the side to move, as protocol 1 does after an edit, and begins a game there. */
void xboard_edit_set_turn(XBoard *x, Color turn);

#endif
