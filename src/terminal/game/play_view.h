// SPDX-License-Identifier: MIT
//
// How a game looks on the whole screen: where the board and everything beside it goes, and drawing
// them.
//
//     title, whose turn it is
//     board, 3x7, 2x5 or 1x3 characters a square  |bar|  opponent, clock, captured pieces
//                                                        the moves
//     a b c d …                                          player, clock, captured pieces
//     messages
//     prompt
#ifndef TERMINAL_GAME_PLAY_VIEW_H
#define TERMINAL_GAME_PLAY_VIEW_H

#include "console/screen.h"
#include "terminal/game/play.h"

typedef struct {
    Screen *screen;
    DiagramStyle style;
    int rows, columns; // of the screen
    bool fits;         // it is large enough
    int cell_rows, cell_columns;
    bool halves;           // squares are shifted by half a row, to have their piece in the middle
    int top, left;         // of the board
    int panel, panel_rows; // column beside the board, 0: no room; its height
    Square cursor;         // or NO_SQUARE
    Square selected;       // or NO_SQUARE
} View;

/* Measures the screen and places everything. */
void view_layout(View *view);

/* Draws all but messages and prompt, or says that the screen is too small. */
void view_draw(View *view, const PlayGame *game);

/* The first row under the board that is free for messages, and how many there are above the
 * prompt in the last row. */
int view_message_row(const View *view);
int view_message_rows(const View *view);

/* Shows the lines of a text from `first` on. */
void view_put_lines(View *view, const char *text, int first, int row, int rows, int column);

/* A page of text until a key is pressed, and a menu; see Front. */
bool view_page(View *view, const char *title, const char *text);
int view_menu(View *view, Menu *menu);

/* The square at a place of the screen; NO_SQUARE if there is none. */
Square view_square_at(const View *view, bool flip, int row, int column);

/* Styles for everything that is not the board. */
extern const ScreenStyle VIEW_TEXT, VIEW_STRONG, VIEW_FAINT, VIEW_TITLE, VIEW_CHOSEN, VIEW_WARNING;

#endif
