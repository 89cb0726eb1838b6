// SPDX-License-Identifier: MIT
//
// The whole terminal as a sheet of coloured text with keys and a mouse, by ncurses.
//
// Text is written at a row and a column (from 0) in a style, and appears with screen_show.  Colours
// are named twice: for terminals with 256 of them, and for those with 8.  Built without ncurses,
// screen_open always fails and the rest is never called.
//
// Only one screen can be open.  SIGINT, SIGTERM and SIGHUP become events; screen_close restores the
// terminal and then lets the signal do what it would have done.
#ifndef CONSOLE_SCREEN_H
#define CONSOLE_SCREEN_H

#include <stdbool.h>

typedef struct Screen Screen;

typedef struct {
    short color256, color8; // among 256 and among 8 colours; -1: the terminal's own
} ScreenColor;

#define SCREEN_DEFAULT ((ScreenColor){-1, -1})

typedef struct {
    ScreenColor text, background;
    bool bold, dim, underline;
} ScreenStyle;

typedef enum {
    SCREEN_EVENT_NONE,   // the time is up
    SCREEN_EVENT_CHAR,   // a printable ASCII character in `code`
    SCREEN_EVENT_KEY,    // a ScreenKey in `code`
    SCREEN_EVENT_CLICK,  // at `row`, `column`
    SCREEN_EVENT_RESIZE, // show everything again
    SCREEN_EVENT_END,    // end of input, or a signal: leave
} ScreenEventKind;

typedef enum {
    SCREEN_KEY_UP,
    SCREEN_KEY_DOWN,
    SCREEN_KEY_LEFT,
    SCREEN_KEY_RIGHT,
    SCREEN_KEY_ENTER,
    SCREEN_KEY_ESCAPE,
    SCREEN_KEY_BACKSPACE,
    SCREEN_KEY_PAGE_UP,
    SCREEN_KEY_PAGE_DOWN,
    SCREEN_KEY_HOME,
    SCREEN_KEY_END, // the End key
    SCREEN_KEY_OTHER,
} ScreenKey;

typedef struct {
    ScreenEventKind kind;
    int code, row, column;
} ScreenEvent;

/* NULL if the terminal cannot do it or has no colours, or one is open already. */
Screen *screen_open(void);
void screen_close(Screen *screen);

void screen_size(const Screen *screen, int *rows, int *columns);

void screen_clear(Screen *screen);

/* Writes UTF-8 text of one line; what does not fit is cut off. */
void screen_put(Screen *screen, int row, int column, ScreenStyle style, const char *text);

/* Shows what was written, with the cursor at a place, or hidden for row -1. */
void screen_show(Screen *screen, int row, int column);

/* The next event, or SCREEN_EVENT_NONE after this many milliseconds. */
ScreenEvent screen_wait(Screen *screen, int timeout_ms);

/* Columns that UTF-8 text takes, each character being one wide. */
int screen_width(const char *text);

#endif
