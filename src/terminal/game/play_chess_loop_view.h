// SPDX-License-Identifier: MIT
//
// Chess Loop in both front ends: on the full screen, and line by line.
#ifndef TERMINAL_GAME_PLAY_CHESS_LOOP_VIEW_H
#define TERMINAL_GAME_PLAY_CHESS_LOOP_VIEW_H

#include "terminal/game/play_chess_loop.h"
#include "terminal/game/play_view.h"

enum { LOOP_INPUT_MAX = 24, LOOP_MESSAGE_MAX = 512 };

typedef struct {
    View *view;
    LoopPlay *play;
    int cell_rows, cell_columns;
    int cursor; // a square
    char input[LOOP_INPUT_MAX], message[LOOP_MESSAGE_MAX];
    int length; // of the input
} LoopView;

/* Plays until the player leaves; returns false at the end of input. */
bool loop_view_run(View *view, LoopPlay *play);

/* Prints the board if it has changed. */
void loop_show_plain(LoopPlay *play, bool ascii);

#endif
