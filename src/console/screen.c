// SPDX-License-Identifier: MIT
#include "console/screen.h"

int screen_width(const char *text) {
    int width = 0;
    for (; *text; text++) width += (*text & 0xc0) != 0x80;
    return width;
}

#ifdef ROEK_HAVE_CURSES

#include "base/os/clock.h"
#include "base/os/interrupt.h"

#include <ncursesw/curses.h>
#include <stdlib.h>

enum { PAIRS_MAX = 200, QUICK_FAILURES_MAX = 50, CTRL_D = 4 };

typedef struct {
    short text, background;
} ColorPair;

struct Screen {
    SCREEN *terminal;
    bool color256;              // 256 colours or more
    ColorPair pairs[PAIRS_MAX]; // pair i has the ncurses number i + 1
    int pair_count;
    int failures; // consecutive read errors that returned at once
};

static bool is_open;

static void set_up(Screen *screen) {
    cbreak();
    noecho();
    nonl(); // keeps Enter and Ctrl-J distinct, and speeds up scrolling
    keypad(stdscr, TRUE);
    set_escdelay(25);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    mouseinterval(0); // report presses at once, without waiting for a click
    start_color();
    use_default_colors();
    screen->color256 = COLORS >= 256;
}

Screen *screen_open(void) {
    if (is_open) return NULL;
    Screen *screen = calloc(1, sizeof *screen);
    if (!screen) return NULL;
    interrupt_watch(INTERRUPT_ALL); // before ncurses installs its own handlers
    screen->terminal = newterm(NULL, stdout, stdin);
    is_open = screen->terminal && has_colors(); // the display relies on colours
    if (is_open) {
        set_up(screen);
        return screen;
    }
    if (screen->terminal) {
        endwin();
        delscreen(screen->terminal);
    }
    interrupt_release();
    free(screen);
    return NULL;
}

void screen_close(Screen *screen) {
    if (!screen) return;
    endwin();
    delscreen(screen->terminal);
    free(screen);
    is_open = false;
    interrupt_reraise();
}

void screen_size(const Screen *screen, int *rows, int *columns) {
    (void)screen;
    getmaxyx(stdscr, *rows, *columns);
}

void screen_clear(Screen *screen) {
    (void)screen;
    erase();
}

/* The ncurses number of a colour pair, which is created at the first use. */
static int pair_number(Screen *screen, ColorPair wanted) {
    for (int i = 0; i < screen->pair_count; i++)
        if (screen->pairs[i].text == wanted.text &&
            screen->pairs[i].background == wanted.background)
            return i + 1;
    if (screen->pair_count == PAIRS_MAX || screen->pair_count + 1 >= COLOR_PAIRS) return 0;
    screen->pairs[screen->pair_count++] = wanted;
    init_pair((short)screen->pair_count, wanted.text, wanted.background);
    return screen->pair_count;
}

static attr_t attributes(ScreenStyle style) {
    attr_t a = A_NORMAL;
    if (style.bold) a |= A_BOLD;
    if (style.dim) a |= A_DIM;
    if (style.underline) a |= A_UNDERLINE;
    return a;
}

/* How many bytes of the text fit into `columns`. */
static int bytes_that_fit(const char *text, int columns) {
    int n = 0;
    while (text[n] && (columns > 0 || (text[n] & 0xc0) == 0x80)) {
        if ((text[n] & 0xc0) != 0x80) columns--;
        n++;
    }
    return n;
}

void screen_put(Screen *screen, int row, int column, ScreenStyle style, const char *text) {
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    if (row < 0 || row >= rows || column < 0 || column >= columns) return;
    ColorPair wanted = screen->color256
                           ? (ColorPair){style.text.color256, style.background.color256}
                           : (ColorPair){style.text.color8, style.background.color8};
    attr_set(attributes(style), (short)pair_number(screen, wanted), NULL);
    mvaddnstr(row, column, text, bytes_that_fit(text, columns - column));
    attr_set(A_NORMAL, 0, NULL);
}

void screen_show(Screen *screen, int row, int column) {
    (void)screen;
    curs_set(row >= 0 ? 1 : 0);
    if (row >= 0) move(row, column);
    refresh();
}

static ScreenKey key_of(int key) {
    switch (key) {
    case KEY_UP: return SCREEN_KEY_UP;
    case KEY_DOWN: return SCREEN_KEY_DOWN;
    case KEY_LEFT: return SCREEN_KEY_LEFT;
    case KEY_RIGHT: return SCREEN_KEY_RIGHT;
    case KEY_ENTER: return SCREEN_KEY_ENTER;
    case KEY_BACKSPACE:
    case KEY_DC: return SCREEN_KEY_BACKSPACE;
    case KEY_PPAGE: return SCREEN_KEY_PAGE_UP;
    case KEY_NPAGE: return SCREEN_KEY_PAGE_DOWN;
    case KEY_HOME: return SCREEN_KEY_HOME;
    case KEY_END: return SCREEN_KEY_END;
    default: return SCREEN_KEY_OTHER;
    }
}

static ScreenEvent special(int key) {
    MEVENT mouse;
    if (key == KEY_RESIZE) return (ScreenEvent){.kind = SCREEN_EVENT_RESIZE};
    if (key != KEY_MOUSE) return (ScreenEvent){.kind = SCREEN_EVENT_KEY, .code = (int)key_of(key)};
    if (getmouse(&mouse) != OK || !(mouse.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)))
        return (ScreenEvent){.kind = SCREEN_EVENT_NONE};
    return (ScreenEvent){.kind = SCREEN_EVENT_CLICK, .row = mouse.y, .column = mouse.x};
}

/* Escape, or a key that terminfo does not know: the bytes of such a key arrive at once. */
static ScreenEvent escape(void) {
    timeout(0);
    int next = getch();
    bool unknown = next == '[' || next == 'O';
    while (unknown && (next = getch()) >= ' ' && next < '@') continue;
    bool belongs = unknown && next >= '@' && next <= '~';
    if (next != ERR && !belongs) ungetch(next);
    return (ScreenEvent){.kind = SCREEN_EVENT_KEY,
                         .code = unknown ? SCREEN_KEY_OTHER : SCREEN_KEY_ESCAPE};
}

/* Characters beyond ASCII have no function here. They arrive byte by byte; the first byte stands
 * for the character. */
static ScreenEvent character(int c) {
    switch (c) {
    case '\r':
    case '\n': return (ScreenEvent){.kind = SCREEN_EVENT_KEY, .code = SCREEN_KEY_ENTER};
    case 27: return escape();
    case 8:
    case 127: return (ScreenEvent){.kind = SCREEN_EVENT_KEY, .code = SCREEN_KEY_BACKSPACE};
    case CTRL_D: return (ScreenEvent){.kind = SCREEN_EVENT_END};
    default: break;
    }
    if (c >= ' ' && c < 127) return (ScreenEvent){.kind = SCREEN_EVENT_CHAR, .code = c};
    if ((c & 0xc0) == 0x80) return (ScreenEvent){.kind = SCREEN_EVENT_NONE};
    return (ScreenEvent){.kind = SCREEN_EVENT_KEY, .code = SCREEN_KEY_OTHER};
}

ScreenEvent screen_wait(Screen *screen, int timeout_ms) {
    int64_t began = clock_ms();
    timeout(timeout_ms);
    int key = getch(); // get_wch() would lose the bytes after an invalid character
    if (interrupt_pending()) return (ScreenEvent){.kind = SCREEN_EVENT_END};
    if (key == ERR) {
        // reading from a closed terminal fails at once instead of waiting
        bool waited = (clock_ms() - began) * 2 >= timeout_ms;
        screen->failures = waited ? 0 : screen->failures + 1;
        bool gone = screen->failures > QUICK_FAILURES_MAX;
        return (ScreenEvent){.kind = gone ? SCREEN_EVENT_END : SCREEN_EVENT_NONE};
    }
    screen->failures = 0;
    return key >= KEY_MIN ? special(key) : character(key);
}

#else

Screen *screen_open(void) {
    return 0;
}
void screen_close(Screen *screen) {
    (void)screen;
}
void screen_size(const Screen *screen, int *rows, int *columns) {
    (void)screen;
    *rows = *columns = 0;
}
void screen_clear(Screen *screen) {
    (void)screen;
}
void screen_put(Screen *screen, int row, int column, ScreenStyle style, const char *text) {
    (void)screen, (void)row, (void)column, (void)style, (void)text;
}
void screen_show(Screen *screen, int row, int column) {
    (void)screen, (void)row, (void)column;
}
ScreenEvent screen_wait(Screen *screen, int timeout_ms) {
    (void)screen, (void)timeout_ms;
    return (ScreenEvent){.kind = SCREEN_EVENT_END};
}

#endif
