// SPDX-License-Identifier: MIT
//
// Full-screen text output with colours, keys and mouse, by ncurses.
//
// Text is written at a row and a column (from 0) in a style, and becomes visible with screen_show.
// Each colour has two values: for terminals with 256 colours, and for those with 8. Built without
// ncurses, screen_open always fails.
//
// Only one screen can be open. SIGINT, SIGTERM and SIGHUP become events. screen_close restores the
// terminal and then raises such a signal again.
#ifndef CONSOLE_SCREEN_H
#define CONSOLE_SCREEN_H

#include <stdbool.h>

typedef struct Screen Screen;

typedef struct {
    short color256, color8; // index among 256 and among 8 colours; -1: the terminal's default
} ScreenColor;

#define SCREEN_DEFAULT ((ScreenColor){-1, -1})

typedef struct {
    ScreenColor text, background;
    bool bold, dim, underline;
} ScreenStyle;

typedef enum {
    SCREEN_EVENT_NONE,   // time-out
    SCREEN_EVENT_CHAR,   // a printable ASCII character in `code`
    SCREEN_EVENT_KEY,    // a ScreenKey in `code`
    SCREEN_EVENT_CLICK,  // at `row`, `column`
    SCREEN_EVENT_RESIZE, // the terminal's size changed: draw everything again
    SCREEN_EVENT_END,    // end of input, or a signal: the program should exit
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

/* NULL if the terminal is not capable of it or has no colours, or if a screen is open already. */
Screen *screen_open(void);
void screen_close(Screen *screen);

void screen_size(const Screen *screen, int *rows, int *columns);

void screen_clear(Screen *screen);

/* Writes one line of UTF-8 text; cuts off what does not fit. */
void screen_put(Screen *screen, int row, int column, ScreenStyle style, const char *text);

/* Updates the terminal. Places the cursor, or hides it for row -1. */
void screen_show(Screen *screen, int row, int column);

/* Waits for the next event; SCREEN_EVENT_NONE after `timeout_ms`. */
ScreenEvent screen_wait(Screen *screen, int timeout_ms);

/* The width of UTF-8 text in columns, counting one per character. */
int screen_width(const char *text);

#endif
