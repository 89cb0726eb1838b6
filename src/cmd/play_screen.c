// SPDX-License-Identifier: MIT
//
// The front end that fills the terminal.
#include "roek/cmd/play_view.h"

#include "roek/core/outcome.h"

#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 120, MESSAGE_MAX = 1024, IDLE_MS = 1000, CLOCK_MS = 100, THINKING_MS = 30 };

typedef struct {
    View view;
    char input[INPUT_MAX]; // the line being typed
    int length;
    char message[MESSAGE_MAX];
} ScreenFront;

// Text in the middle of the screen.

/* Cuts the next line off a text: its start, with *text behind it, and its length. */
static const char *next_line(const char **text, size_t *length) {
    const char *start = *text;
    *length = strcspn(start, "\n");
    *text = start + *length + (start[*length] == '\n');
    return start;
}

static int count_lines(const char *text, int *widest) {
    int lines = 0;
    *widest = 0;
    while (*text) {
        char line[512];
        size_t length;
        const char *start = next_line(&text, &length);
        Text t = text_on(line, sizeof line);
        text_bytes(&t, start, length);
        int width = screen_width(line);
        if (width > *widest) *widest = width;
        lines++;
    }
    return lines;
}

/* Shows the lines of a text from `first` on. */
static void put_lines(View *v, const char *text, int first, int row, int rows, int column) {
    for (int i = 0; *text && i < first + rows; i++) {
        char line[512];
        size_t length;
        const char *start = next_line(&text, &length);
        if (i < first) continue;
        Text t = text_on(line, sizeof line);
        text_bytes(&t, start, length);
        screen_put(v->screen, row + i - first, column, VIEW_TEXT, line);
    }
}

static int middle(int room, int size) {
    return room > size ? (room - size) / 2 : 0;
}

static void draw_page(View *v, const char *title, const char *text, int first, int *visible) {
    int widest, lines = count_lines(text, &widest), top = title ? 2 : 0;
    screen_size(v->screen, &v->rows, &v->columns);
    screen_clear(v->screen);
    *visible = v->rows - top - 2 > 1 ? v->rows - top - 2 : 1;
    int column = middle(v->columns, widest);
    int row = top + middle(*visible, lines);
    if (title) screen_put(v->screen, 0, column, VIEW_TITLE, title);
    put_lines(v, text, first, row, *visible, column);
    const char *foot = lines > *visible ? "Arrows turn the page, any other key goes on."
                                        : "Press any key to go on.";
    screen_put(v->screen, v->rows - 1, middle(v->columns, screen_width(foot)), VIEW_FAINT, foot);
    screen_show(v->screen, -1, -1);
}

/* How far a key moves a page of text; 0: it does not. */
static int scrolled_by(ScreenEvent e, int visible) {
    if (e.kind != EVENT_KEY) return 0;
    switch ((ScreenKey)e.code) {
    case SCREEN_UP: return -1;
    case SCREEN_DOWN: return 1;
    case SCREEN_PAGE_UP: return -visible;
    case SCREEN_PAGE_DOWN: return visible;
    default: return 0;
    }
}

static bool screen_page(Front *front, const char *title, const char *text) {
    ScreenFront *f = front->state;
    int widest, lines = count_lines(text, &widest), first = 0, visible;
    for (;;) {
        draw_page(&f->view, title, text, first, &visible);
        ScreenEvent e = screen_wait(f->view.screen, IDLE_MS);
        if (e.kind == EVENT_END) return false;
        if (e.kind == EVENT_NONE || e.kind == EVENT_RESIZE) continue;
        int by = lines > visible ? scrolled_by(e, visible) : 0;
        if (by == 0) return true;
        first += by;
        if (first > lines - visible) first = lines - visible;
        if (first < 0) first = 0;
    }
}

// Menus.

static int menu_row(const View *v, const Menu *menu) {
    return middle(v->rows, menu->count + 4) + 2;
}

static void draw_menu(View *v, const Menu *menu, int chosen, const char *answer) {
    screen_size(v->screen, &v->rows, &v->columns);
    screen_clear(v->screen);
    int widest = screen_width(menu->title);
    for (int i = 0; i < menu->count; i++) {
        int width = screen_width(menu->items[i]) + 6;
        if (width > widest) widest = width;
    }
    int column = middle(v->columns, widest), row = menu_row(v, menu);
    screen_put(v->screen, row - 2, column, VIEW_TITLE, menu->title);
    for (int i = 0; i < menu->count; i++) {
        char line[128];
        Text t = text_on(line, sizeof line);
        text_format(&t, " %d  %s ", i + 1, menu->items[i]);
        screen_put(v->screen, row + i, column, i == chosen ? VIEW_CHOSEN : VIEW_TEXT, line);
    }
    int under = row + menu->count + 1;
    if (menu->note) screen_put(v->screen, under++, column, VIEW_FAINT, menu->note);
    screen_put(v->screen, under, column, VIEW_WARNING, answer);
    screen_show(v->screen, -1, -1);
}

static int screen_menu(Front *front, const Menu *menu) {
    View *v = &((ScreenFront *)front->state)->view;
    char answer[80] = "";
    int chosen = 0;
    for (;;) {
        draw_menu(v, menu, chosen, answer);
        ScreenEvent e = screen_wait(v->screen, IDLE_MS);
        if (e.kind == EVENT_NONE || e.kind == EVENT_RESIZE) continue;
        if (e.kind == EVENT_END) return MENU_END;
        int clicked = e.row - menu_row(v, menu);
        if (e.kind == EVENT_CLICK && clicked >= 0 && clicked < menu->count) return clicked;
        if (e.kind == EVENT_CHAR && e.code >= '1' && e.code < '1' + menu->count)
            return e.code - '1';
        Text t = text_on(answer, sizeof answer);
        text_string(&t, "");
        if (e.kind == EVENT_KEY && e.code == SCREEN_ENTER) return chosen;
        bool back = (e.kind == EVENT_KEY && e.code == SCREEN_ESCAPE) ||
                    (e.kind == EVENT_CHAR && e.code == 'q');
        if (back) return menu->back;
        if (e.kind == EVENT_KEY && e.code == SCREEN_UP)
            chosen = (chosen + menu->count - 1) % menu->count;
        else if (e.kind == EVENT_KEY && e.code == SCREEN_DOWN)
            chosen = (chosen + 1) % menu->count;
        else if (e.kind == EVENT_CHAR)
            text_format(&t, "'%c' is not on the menu; press 1 to %d.", e.code, menu->count);
        else if (e.kind == EVENT_KEY)
            text_format(&t, "That key is not on the menu; press 1 to %d.", menu->count);
    }
}

// A game.

/* Breaks lines longer than `width` at blanks. */
static void wrap(const char *text, int width, Text *out) {
    int used = 0;
    while (*text) {
        size_t word = strcspn(text, " \n");
        if (used > 0 && used + 1 + (int)word > width) {
            text_char(out, '\n');
            used = 0;
        } else if (used > 0)
            text_char(out, ' ');
        text_bytes(out, text, word);
        used += (int)word + (used > 0);
        text += word;
        if (*text == '\n') {
            text_char(out, '\n');
            used = 0;
        } else
            while (text[0] == ' ' && text[1] == ' ') { // keep columns apart
                text_char(out, ' ');
                used++;
                text++;
            }
        text += *text != '\0';
    }
}

/* Takes over what the game has to say; long texts become a page of their own. */
static bool take_message(Front *front, PlayGame *game) {
    ScreenFront *f = front->state;
    if (game->message.used == 0) return true;
    Text wrapped = text_growing();
    wrap(text_get(&game->message), f->view.columns - 2, &wrapped);
    text_clear(&game->message);
    int widest, lines = count_lines(text_get(&wrapped), &widest);
    bool goes_on = true;
    if (lines > view_message_rows(&f->view)) {
        goes_on = screen_page(front, NULL, text_get(&wrapped));
    } else {
        Text t = text_on(f->message, sizeof f->message);
        text_string(&t, text_get(&wrapped));
    }
    text_free(&wrapped);
    return goes_on;
}

static void draw_game(ScreenFront *f, PlayGame *game) {
    View *v = &f->view;
    v->selected = game->from;
    view_draw(v, game);
    if (!v->fits) {
        screen_show(v->screen, -1, -1);
        return;
    }
    put_lines(v, f->message, 0, view_message_row(v), view_message_rows(v), 1);
    const char *prompt = play_prompt(game);
    screen_put(v->screen, v->rows - 1, 1, VIEW_STRONG, prompt);
    int at = 1 + screen_width(prompt);
    screen_put(v->screen, v->rows - 1, at, VIEW_TEXT, f->input);
    screen_show(v->screen, v->rows - 1, at + f->length);
}

static void set_message(ScreenFront *f, const char *text) {
    Text t = text_on(f->message, sizeof f->message);
    text_string(&t, text);
}

static void set_input(ScreenFront *f, int length) {
    f->length = length;
    f->input[length] = '\0';
}

static bool is_own_piece(const PlayGame *game, Square s) {
    const Position *pos = arena_now(game->arena);
    return pos->piece[s] != NO_PIECE && piece_color(pos->piece[s]) == position_turn(pos);
}

/* A square was pointed at: choose the piece there, or move the chosen one there. */
static void point_at(ScreenFront *f, PlayGame *game, Square s) {
    if (!arena_awaits_human(game->arena)) return;
    set_message(f, "");
    if (game->from == s) {
        play_line(game, "");
    } else if (is_own_piece(game, s)) {
        play_piece(game, s);
    } else if (game->from != NO_SQUARE) {
        play_squares(game, game->from, s);
    }
}

static void move_cursor(View *v, bool flip, ScreenKey key) {
    if (v->cursor == NO_SQUARE) v->cursor = flip ? E7 : E2;
    int file = file_of(v->cursor), rank = rank_of(v->cursor), step = flip ? -1 : 1;
    if (key == SCREEN_UP) rank += step;
    if (key == SCREEN_DOWN) rank -= step;
    if (key == SCREEN_RIGHT) file += step;
    if (key == SCREEN_LEFT) file -= step;
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) v->cursor = square_at(file, rank);
}

static void press_enter(ScreenFront *f, PlayGame *game) {
    bool over = arena_is_over(game->arena);
    if (f->length == 0 && f->view.cursor != NO_SQUARE && !over) {
        point_at(f, game, f->view.cursor);
        return;
    }
    char line[INPUT_MAX];
    strcpy(line, f->input);
    set_input(f, 0);
    set_message(f, "");
    play_line(game, line);
}

/* Keys that look back at earlier positions; when the game is over, the arrows do as well. */
static bool look_back(PlayGame *game, ScreenKey key) {
    bool over = arena_is_over(game->arena);
    int count = arena_game(game->arena)->count;
    if (key == SCREEN_PAGE_UP || (over && key == SCREEN_LEFT))
        play_look(game, -1);
    else if (key == SCREEN_PAGE_DOWN || (over && key == SCREEN_RIGHT))
        play_look(game, 1);
    else if (key == SCREEN_HOME)
        play_look(game, -count);
    else if (key == SCREEN_FINISH)
        play_look(game, count);
    else
        return false;
    return true;
}

static void press_key(ScreenFront *f, PlayGame *game, ScreenKey key) {
    if (look_back(game, key)) return;
    switch (key) {
    case SCREEN_UP:
    case SCREEN_DOWN:
    case SCREEN_LEFT:
    case SCREEN_RIGHT: move_cursor(&f->view, game->flip, key); break;
    case SCREEN_ENTER: press_enter(f, game); break;
    case SCREEN_BACKSPACE:
        if (f->length > 0) set_input(f, f->length - 1);
        break;
    case SCREEN_ESCAPE:
        set_input(f, 0);
        f->view.cursor = NO_SQUARE;
        set_message(f, "");
        if (game->ask != ASK_MOVE) play_line(game, "");
        break;
    default: break;
    }
}

static void handle(ScreenFront *f, PlayGame *game, ScreenEvent e) {
    if (e.kind == EVENT_KEY) press_key(f, game, (ScreenKey)e.code);
    if (e.kind == EVENT_CHAR && f->length + 1 < INPUT_MAX) {
        f->input[f->length] = (char)e.code;
        set_input(f, f->length + 1);
    }
    if (e.kind == EVENT_CLICK) {
        Square s = view_square_at(&f->view, game->flip, e.row, e.column);
        if (s != NO_SQUARE) point_at(f, game, s);
    }
}

/* Once after the game has ended: how, and what can be done now. */
static void note_end(PlayGame *game, bool *announced) {
    bool over = arena_is_over(game->arena);
    if (over && !*announced) {
        char words[OUTCOME_MAX], error[PLAY_ERROR_MAX];
        outcome_text(arena_outcome(game->arena), words);
        text_format(&game->message, "Game over.  %s.\n", words);
        text_string(&game->message, "Enter leaves; save FILE keeps it, undo takes back.\n");
        text_string(&game->message, "Left and Right go through its moves.\n");
        game->failed = !play_record(game, error);
        if (game->failed)
            text_format(&game->message, "The game is not saved: %s.\n", error);
        else if (game->setup->pgn)
            text_format(&game->message, "The game is saved in %s.\n", game->setup->pgn_path);
    }
    *announced = over;
}

/* How long to wait for a key before looking at the game again. */
static int patience(const PlayGame *game) {
    const Arena *a = game->arena;
    if (game->waits || !(arena_is_over(a) || arena_awaits_human(a)))
        return game->setup->pace_ms > 0 ? THINKING_MS : 1;
    if (game->bar && !game->has_score && !arena_is_over(a)) return THINKING_MS;
    return arena_has_clocks(a) && !arena_is_over(a) ? CLOCK_MS : IDLE_MS;
}

static bool screen_game(Front *front, PlayGame *game) {
    ScreenFront *f = front->state;
    bool announced = false;
    f->view.cursor = NO_SQUARE;
    set_input(f, 0);
    set_message(f, arena_humans(game->arena) ? "Type a move, or help." : "");
    view_layout(&f->view);
    while (!game->left) {
        play_attend(game);
        note_end(game, &announced);
        if (!take_message(front, game)) return false;
        draw_game(f, game);
        ScreenEvent e = screen_wait(f->view.screen, patience(game));
        if (e.kind == EVENT_END) return false;
        handle(f, game, e);
    }
    return true;
}

static void screen_front_close(Front *front) {
    ScreenFront *f = front->state;
    Screen *screen = f->view.screen;
    free(f);
    screen_close(screen);
}

bool front_screen_open(Front *front, BoardStyle style) {
    ScreenFront *f = calloc(1, sizeof *f);
    if (!f) return false;
    f->view = (View){.style = style, .cursor = NO_SQUARE, .selected = NO_SQUARE};
    f->view.screen = screen_open();
    if (!f->view.screen) {
        free(f);
        return false;
    }
    *front = (Front){.state = f,
                     .menu = screen_menu,
                     .page = screen_page,
                     .game = screen_game,
                     .close = screen_front_close};
    return true;
}
