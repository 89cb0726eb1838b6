// SPDX-License-Identifier: MIT
//
// Setting up a position piece by piece: the `edit` of the first xboard protocol, for GUIs and
// scripts that know no `setboard`.
//
//     edit   #   Ke1   Ra1   c   Ke8   .        clear, two white pieces, other colour, one black,
//     done
//
// What is edited is a set-up beside the game, which goes on until a playable one takes its place.
#ifndef PROTOCOL_XBOARD_EDIT_H
#define PROTOCOL_XBOARD_EDIT_H

#include "protocol/xboard_game.h"

/* Begins with what stands on the board. */
void xboard_edit_begin(XBoard *x);

/* Carries out a word of edit mode; false, with nothing done, if it is none or nothing is edited. */
bool xboard_edit_execute(XBoard *x, const char *word, size_t length);

/* Puts another side on move, as the first protocol does after an edit: a game begins there. */
void xboard_edit_set_turn(XBoard *x, Color turn);

#endif
