// SPDX-License-Identifier: MIT
//
// Layout and drawing of a game on the full screen.
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
    bool fits;         // the screen is large enough
    int cell_rows, cell_columns;
    bool halves;           // squares are shifted by half a row, so that the piece is in the middle
    int top, left;         // of the board
    int panel, panel_rows; // the panel beside the board: its first column (0: no room), its height
    Square cursor;         // or NO_SQUARE
    Square selected;       // or NO_SQUARE
} View;

/* Reads the size of the screen and computes the layout. */
void view_layout(View *view);

/* Draws all but messages and prompt, or says that the screen is too small. */
void view_draw(View *view, const PlayGame *game);

/* The first row for messages under the board, and the number of such rows; the prompt has the last
 * row of the screen. */
int view_message_row(const View *view);
int view_message_rows(const View *view);

/* Shows the lines of a text from `first` on. */
void view_put_lines(View *view, const char *text, int first, int row, int rows, int column);

/* Show a page of text until a key is pressed, and a menu; see FrontEnd. */
bool view_page(View *view, const char *title, const char *text);
int view_menu(View *view, Menu *menu);

/* The square at a place of the screen; NO_SQUARE if there is none. */
Square view_square_at(const View *view, bool flip, int row, int column);

/* Styles for everything that is not the board. */
extern const ScreenStyle VIEW_TEXT, VIEW_STRONG, VIEW_FAINT, VIEW_TITLE, VIEW_CHOSEN, VIEW_WARNING;

#endif
