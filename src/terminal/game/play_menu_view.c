// SPDX-License-Identifier: MIT
//
// Pages of text and menus on the full screen.
//
// Every menu is a block of the same size at the same place, so that nothing moves when one menu
// leads to another.
#include "terminal/game/play_view.h"

#include "console/wrap.h"

#include <string.h>

enum { IDLE_MS = 1000, LINE_MAX_BYTES = 512, MENU_ITEMS_MAX = 16 };
enum { BLOCK_ROWS = 14, BLOCK_COLUMNS = 58, NUMBER_COLUMNS = 4 };

// --- text in the middle of the screen ---

void view_put_lines(View *v, const char *text, int first, int row, int rows, int column) {
    for (int i = 0; *text && i < first + rows; i++) {
        char line[LINE_MAX_BYTES];
        size_t length;
        const char *start = wrap_next_line(&text, &length);
        if (i < first) continue;
        Text t = text_on(line, sizeof line);
        text_bytes(&t, start, length);
        screen_put(v->screen, row + i - first, column, VIEW_TEXT, line);
    }
}

static int middle(int room, int size) {
    return room > size ? (room - size) / 2 : 0;
}

/* A page of text, wrapped to the screen, and the scroll position. */
typedef struct {
    const char *title;
    Text text;
    int lines, widest, first, visible;
} Page;

static void fit_page(View *v, Page *page, const char *text) {
    screen_size(v->screen, &v->rows, &v->columns);
    text_clear(&page->text);
    wrap_text(&page->text, text, v->columns - 1);
    page->lines = wrap_count(text_get(&page->text), &page->widest);
    int free = v->rows - (page->title ? 4 : 2);
    page->visible = free > 1 ? free : 1;
    int last = page->lines > page->visible ? page->lines - page->visible : 0;
    if (page->first > last) page->first = last;
    if (page->first < 0) page->first = 0;
}

static void draw_page(View *v, const Page *page) {
    bool scrolls = page->lines > page->visible, narrow = v->columns < 50;
    const char *foot = !scrolls ? "Press any key to go on."
                       : narrow ? "Arrows turn, others go on."
                                : "Arrows turn the page, any other key goes on.";
    int column = middle(v->columns, page->widest), top = page->title ? 2 : 0;
    screen_clear(v->screen);
    if (page->title) screen_put(v->screen, 0, column, VIEW_TITLE, page->title);
    view_put_lines(v, text_get(&page->text), page->first, top + middle(page->visible, page->lines),
                   page->visible, column);
    screen_put(v->screen, v->rows - 1, middle(v->columns, screen_width(foot)), VIEW_FAINT, foot);
    screen_show(v->screen, -1, -1);
}

/* The number of lines by which a key scrolls a page; 0 for other keys. */
static int scrolled_by(ScreenEvent e, int visible) {
    if (e.kind != SCREEN_EVENT_KEY) return 0;
    switch ((ScreenKey)e.code) {
    case SCREEN_KEY_UP: return -1;
    case SCREEN_KEY_DOWN: return 1;
    case SCREEN_KEY_PAGE_UP: return -visible;
    case SCREEN_KEY_PAGE_DOWN: return visible;
    default: return 0;
    }
}

bool view_page(View *v, const char *title, const char *text) {
    Page page = {.title = title, .text = text_growing()};
    bool goes_on = true;
    for (;;) {
        fit_page(v, &page, text);
        draw_page(v, &page);
        ScreenEvent e = screen_wait(v->screen, IDLE_MS);
        goes_on = e.kind != SCREEN_EVENT_END;
        if (!goes_on) break;
        if (e.kind == SCREEN_EVENT_NONE || e.kind == SCREEN_EVENT_RESIZE) continue;
        int by = page.lines > page.visible ? scrolled_by(e, page.visible) : 0;
        if (by == 0) break;
        page.first += by;
    }
    text_free(&page.text);
    return goes_on;
}

// --- menus ---

/* The layout of a menu. */
typedef struct {
    int column, width;              // of the items
    int row[MENU_ITEMS_MAX + 1];    // the first row of each item, and the one behind the last
    int settings_row;               // heading of the settings; -1: none
    char text[MENU_ITEMS_MAX][256]; // the items, wrapped
} MenuLayout;

static void break_item(const char *item, int width, char out[256], int *lines) {
    int widest;
    Text t = text_on(out, 256);
    wrap_text(&t, item, width);
    *lines = wrap_count(out, &widest);
}

/* Assigns the rows; `gaps` empty rows separate title, choices and settings. */
static int place(const Menu *menu, MenuLayout *plan, int top, int gaps) {
    int row = top + 1 + gaps;
    plan->settings_row = -1;
    for (int i = 0; i < menu->count; i++) {
        int lines;
        if (menu->settings > 0 && i == menu->count - menu->settings) {
            row += gaps;
            plan->settings_row = row++;
        }
        break_item(menu->items[i], plan->width - NUMBER_COLUMNS - 1, plan->text[i], &lines);
        plan->row[i] = row;
        row += lines;
    }
    plan->row[menu->count] = row;
    return row;
}

/* The block begins at the same row for every menu, unless it is too large for that. */
static int lay_out_menu(View *v, const Menu *menu, MenuLayout *plan) {
    screen_size(v->screen, &v->rows, &v->columns);
    int room = v->rows - 1, top = middle(v->rows, BLOCK_ROWS);
    plan->column = middle(v->columns, BLOCK_COLUMNS);
    plan->width = v->columns < BLOCK_COLUMNS ? v->columns : BLOCK_COLUMNS;
    int end = place(menu, plan, top, 1);
    if (end > room) {
        top = end - room < top ? top - (end - room) : 0;
        end = place(menu, plan, top, 1);
    }
    if (end > room) end = place(menu, plan, top, 0);
    if (end > room) { // the selected item must be visible
        int below = plan->row[menu->at + 1] - room;
        if (below > 0) place(menu, plan, top = -below, 0);
    }
    return top;
}

static void draw_item(View *v, const MenuLayout *plan, int i, bool chosen) {
    const char *text = plan->text[i];
    for (int row = plan->row[i]; *text; row++) {
        char line[300];
        size_t length;
        const char *start = wrap_next_line(&text, &length);
        Text t = text_on(line, sizeof line);
        if (row == plan->row[i])
            text_format(&t, " %d  ", i + 1);
        else
            text_string(&t, "    ");
        text_bytes(&t, start, length);
        text_char(&t, ' ');
        screen_put(v->screen, row, plan->column, chosen ? VIEW_CHOSEN : VIEW_TEXT, line);
    }
}

static void draw_menu(View *v, const Menu *menu, MenuLayout *plan, const char *answer) {
    int top = lay_out_menu(v, menu, plan), last = v->rows - 1;
    screen_clear(v->screen);
    screen_put(v->screen, top, plan->column + 1, VIEW_TITLE, menu->title);
    if (plan->settings_row >= 0)
        screen_put(v->screen, plan->settings_row, plan->column + 1, VIEW_TITLE, "Settings");
    for (int i = 0; i < menu->count; i++) draw_item(v, plan, i, i == menu->at);
    const char *keys = v->columns < 50 ? "Esc goes back."
                                       : "Arrows and Enter, a number or the mouse; Esc goes back.";
    if (plan->row[menu->count] <= last)
        screen_put(v->screen, last, plan->column + 1, *answer ? VIEW_WARNING : VIEW_FAINT,
                   *answer ? answer : keys);
    screen_show(v->screen, -1, -1);
}

/* The item that an event chooses; MENU_OTHER: none. */
static int choice_of(const Menu *menu, const MenuLayout *plan, ScreenEvent e) {
    if (e.kind == SCREEN_EVENT_END) return MENU_END;
    for (int i = 0; e.kind == SCREEN_EVENT_CLICK && i < menu->count; i++) {
        bool heading = i + 1 < menu->count && e.row == plan->settings_row;
        if (e.row >= plan->row[i] && e.row < plan->row[i + 1] && !heading) return i;
    }
    if (e.kind == SCREEN_EVENT_CHAR && e.code >= '1' && e.code < '1' + menu->count)
        return e.code - '1';
    if (e.kind == SCREEN_EVENT_KEY && e.code == SCREEN_KEY_ENTER) return menu->at;
    bool back = (e.kind == SCREEN_EVENT_KEY && e.code == SCREEN_KEY_ESCAPE) ||
                (e.kind == SCREEN_EVENT_CHAR && e.code == 'q');
    return back ? menu->back : MENU_OTHER;
}

/* Moves the selection, or adds a message that the key has no meaning. */
static void take_key(Menu *menu, ScreenEvent e, Text *answer) {
    if (e.kind == SCREEN_EVENT_KEY && e.code == SCREEN_KEY_UP)
        menu->at = (menu->at + menu->count - 1) % menu->count;
    else if (e.kind == SCREEN_EVENT_KEY && e.code == SCREEN_KEY_DOWN)
        menu->at = (menu->at + 1) % menu->count;
    else if (e.kind == SCREEN_EVENT_CHAR)
        text_format(answer, "'%c' is not on the menu; press 1 to %d.", e.code, menu->count);
    else
        text_format(answer, "That is not on the menu; press 1 to %d.", menu->count);
}

int view_menu(View *v, Menu *menu) {
    char answer[80] = "";
    MenuLayout plan;
    for (;;) {
        draw_menu(v, menu, &plan, answer);
        ScreenEvent e = screen_wait(v->screen, IDLE_MS);
        if (e.kind == SCREEN_EVENT_NONE || e.kind == SCREEN_EVENT_RESIZE) continue;
        int choice = choice_of(menu, &plan, e);
        if (choice >= 0) menu->at = choice;
        if (choice != MENU_OTHER) return choice;
        Text t = text_on(answer, sizeof answer);
        text_string(&t, "");
        take_key(menu, e, &t);
    }
}
