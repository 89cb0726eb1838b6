// SPDX-License-Identifier: MIT
//
// The front end that fills the terminal.
#include "terminal/game/play_chess_loop_view.h"
#include "terminal/game/play_view.h"

#include "console/wrap.h"
#include "core/outcome.h"

#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 120, MESSAGE_MAX = 1024, IDLE_MS = 1000, CLOCK_MS = 100, THINKING_MS = 30 };
enum { INPUT_SEEN = 6 }; // characters of the input that are visible beside the prompt, at least

static const char NOTHING_HERE[] = "That key does nothing here; help lists what does.";

typedef struct {
    View view;
    char input[INPUT_MAX]; // the line being typed
    int length;
    char message[MESSAGE_MAX];
} Tui;

static bool tui_page(FrontEnd *front, const char *title, const char *text) {
    return view_page(&((Tui *)front->state)->view, title, text);
}

static int tui_menu(FrontEnd *front, Menu *menu) {
    return view_menu(&((Tui *)front->state)->view, menu);
}

static int tui_columns(FrontEnd *front) {
    View *v = &((Tui *)front->state)->view;
    screen_size(v->screen, &v->rows, &v->columns);
    return v->columns;
}

/* Takes over the message of the game; a long one becomes a page. */
static bool take_message(FrontEnd *front, PlayGame *game) {
    Tui *f = front->state;
    if (game->message.used == 0) return true;
    Text wrapped = text_growing();
    wrap_text(&wrapped, text_get(&game->message), f->view.columns - 2);
    text_clear(&game->message);
    int widest, lines = wrap_count(text_get(&wrapped), &widest);
    bool goes_on = true;
    if (lines > view_message_rows(&f->view)) {
        goes_on = tui_page(front, NULL, text_get(&wrapped));
    } else {
        Text t = text_on(f->message, sizeof f->message);
        text_append(&t, &wrapped);
    }
    text_free(&wrapped);
    return goes_on;
}

/* Drops the part in parentheses, on a narrow screen. */
static void shorten_prompt(char *prompt) {
    char *open = strstr(prompt, " ("), *close = open ? strchr(open, ')') : NULL;
    if (close) memmove(open, close + 1, strlen(close + 1) + 1);
}

/* Draws the prompt and the typed line, or its end if it is too long. */
static void draw_prompt(Tui *f, char *prompt) {
    View *v = &f->view;
    if (screen_width(prompt) + INPUT_SEEN > v->columns) shorten_prompt(prompt);
    int at = 1 + screen_width(prompt), room = v->columns - 1 - at;
    int hidden = room < f->length ? f->length - (room > 0 ? room : 0) : 0;
    screen_put(v->screen, v->rows - 1, 1, VIEW_STRONG, prompt);
    screen_put(v->screen, v->rows - 1, at, VIEW_TEXT, f->input + hidden);
    screen_show(v->screen, v->rows - 1, at + f->length - hidden);
}

static void draw_game(Tui *f, PlayGame *game) {
    View *v = &f->view;
    v->selected = game->from;
    view_draw(v, game);
    if (!v->fits) {
        screen_show(v->screen, -1, -1);
        return;
    }
    view_put_lines(v, f->message, 0, view_message_row(v), view_message_rows(v), 1);
    char prompt[PLAY_TEXT_MAX];
    play_prompt(game, prompt);
    draw_prompt(f, prompt);
}

static void set_message(Tui *f, const char *text) {
    Text t = text_on(f->message, sizeof f->message);
    text_string(&t, text);
}

static void set_input(Tui *f, int length) {
    f->length = length;
    f->input[length] = '\0';
}

static bool is_own_piece(const PlayGame *game, Square s) {
    const Position *pos = controller_position(game->controller);
    return pos->piece[s] != NO_PIECE && piece_color(pos->piece[s]) == position_turn(pos);
}

/* Handles a click on a square: chooses the piece there, or moves the chosen piece there. */
static void point_at(Tui *f, PlayGame *game, Square s) {
    set_message(f, "");
    if (controller_is_over(game->controller))
        set_message(f, "The game is over; undo takes moves back.");
    else if (!controller_is_human_turn(game->controller))
        set_message(f, "It is not your turn.");
    else if (game->from == s)
        play_handle_line(game, "");
    else if (game->from != NO_SQUARE && !is_own_piece(game, s))
        play_squares(game, game->from, s);
    else
        play_piece(game, s);
}

static void move_cursor(View *v, bool flip, ScreenKey key) {
    if (v->cursor == NO_SQUARE) v->cursor = flip ? E7 : E2;
    int file = file_of(v->cursor), rank = rank_of(v->cursor), step = flip ? -1 : 1;
    if (key == SCREEN_KEY_UP) rank += step;
    if (key == SCREEN_KEY_DOWN) rank -= step;
    if (key == SCREEN_KEY_RIGHT) file += step;
    if (key == SCREEN_KEY_LEFT) file -= step;
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) v->cursor = square_at(file, rank);
}

static void press_enter(Tui *f, PlayGame *game) {
    bool over = controller_is_over(game->controller);
    if (f->length == 0 && f->view.cursor != NO_SQUARE && !over) {
        point_at(f, game, f->view.cursor);
        return;
    }
    if (f->length == 0 && !over && game->ask == PROMPT_MOVE) {
        set_message(f, controller_is_human_turn(game->controller)
                           ? "Type a move, or help; arrows choose too."
                           : NOTHING_HERE);
        return;
    }
    char line[INPUT_MAX];
    strcpy(line, f->input);
    set_input(f, 0);
    set_message(f, "");
    play_handle_line(game, line);
}

/* Handles keys that show earlier positions; after the game the arrows do so, too. */
static bool look_back(Tui *f, PlayGame *game, ScreenKey key) {
    bool over = controller_is_over(game->controller);
    int count = controller_game(game->controller)->count, before = play_shown_ply(game);
    if (key == SCREEN_KEY_PAGE_UP || (over && key == SCREEN_KEY_LEFT))
        play_browse(game, -1);
    else if (key == SCREEN_KEY_PAGE_DOWN || (over && key == SCREEN_KEY_RIGHT))
        play_browse(game, 1);
    else if (key == SCREEN_KEY_HOME)
        play_browse(game, -count);
    else if (key == SCREEN_KEY_END)
        play_browse(game, count);
    else
        return false;
    bool back = key == SCREEN_KEY_PAGE_UP || key == SCREEN_KEY_LEFT || key == SCREEN_KEY_HOME;
    if (play_shown_ply(game) == before)
        set_message(f, back ? "This is where the game began." : "This is the latest position.");
    return true;
}

/* Cancels the typed line, the cursor and an open question. */
static void press_escape(Tui *f, PlayGame *game) {
    bool begun = f->length > 0 || f->view.cursor != NO_SQUARE || game->ask != PROMPT_MOVE;
    set_input(f, 0);
    f->view.cursor = NO_SQUARE;
    set_message(f, begun ? "" : "quit leaves the game.");
    if (game->ask != PROMPT_MOVE) play_handle_line(game, "");
}

static void press_key(Tui *f, PlayGame *game, ScreenKey key) {
    if (look_back(f, game, key)) return;
    switch (key) {
    case SCREEN_KEY_UP:
    case SCREEN_KEY_DOWN:
    case SCREEN_KEY_LEFT:
    case SCREEN_KEY_RIGHT: move_cursor(&f->view, game->flip, key); break;
    case SCREEN_KEY_ENTER: press_enter(f, game); break;
    case SCREEN_KEY_BACKSPACE:
        if (f->length > 0)
            set_input(f, f->length - 1);
        else
            set_message(f, NOTHING_HERE);
        break;
    case SCREEN_KEY_ESCAPE: press_escape(f, game); break;
    default: set_message(f, NOTHING_HERE); break;
    }
}

static void press_character(Tui *f, PlayGame *game, char c) {
    if (f->length == 0 && strchr(" .+-", c)) {
        if (!play_key(game, c)) set_message(f, NOTHING_HERE);
    } else if (f->length + 1 < INPUT_MAX) {
        f->input[f->length] = c;
        set_input(f, f->length + 1);
    } else {
        set_message(f, "The line is full.");
    }
}

static void handle(Tui *f, PlayGame *game, ScreenEvent e) {
    if (e.kind == SCREEN_EVENT_KEY) press_key(f, game, (ScreenKey)e.code);
    if (e.kind == SCREEN_EVENT_CHAR) press_character(f, game, (char)e.code);
    if (e.kind == SCREEN_EVENT_CLICK) {
        Square s = view_square_at(&f->view, game->flip, e.row, e.column);
        if (s != NO_SQUARE)
            point_at(f, game, s);
        else
            set_message(f, "Clicks choose squares of the board.");
    }
}

/* Shows, once, how the game ended and what can be done now. */
static void note_end(PlayGame *game, bool *announced) {
    bool over = controller_is_over(game->controller);
    if (over && !*announced && !game->setup->puzzle) {
        char words[OUTCOME_TEXT_MAX], error[PLAY_ERROR_MAX];
        outcome_text(controller_outcome(game->controller), words);
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

/* How long to wait for a key before the game is updated again, in milliseconds. */
static int poll_interval(const PlayGame *game) {
    const GameController *a = game->controller;
    bool runs = !controller_is_over(a) && !controller_is_human_turn(a) && !controller_is_paused(a);
    if (game->awaits_advice || runs) return game->move_delay_ms != 0 ? THINKING_MS : 1;
    if (game->eval_bar && !game->has_score && !controller_is_over(a)) return THINKING_MS;
    return controller_has_clocks(a) && !controller_is_over(a) ? CLOCK_MS : IDLE_MS;
}

static bool tui_game(FrontEnd *front, PlayGame *game) {
    Tui *f = front->state;
    bool announced = false;
    f->view.cursor = NO_SQUARE;
    set_input(f, 0);
    set_message(f, controller_human_count(game->controller) ? "Type a move, or help." : "");
    view_layout(&f->view);
    while (!game->left) {
        game->eval_bar_seen = f->view.panel || !controller_has_clocks(game->controller);
        play_update(game);
        note_end(game, &announced);
        if (!take_message(front, game)) return false;
        draw_game(f, game);
        ScreenEvent e = screen_wait(f->view.screen, poll_interval(game));
        if (e.kind == SCREEN_EVENT_END) return false;
        handle(f, game, e);
    }
    return true;
}

static bool tui_loop(FrontEnd *front, LoopPlay *play) {
    return loop_view_run(&((Tui *)front->state)->view, play);
}

static void tui_close(FrontEnd *front) {
    Tui *f = front->state;
    Screen *screen = f->view.screen;
    free(f);
    screen_close(screen);
}

bool tui_open(FrontEnd *front, DiagramStyle style) {
    Tui *f = calloc(1, sizeof *f);
    if (!f) return false;
    f->view = (View){.style = style, .cursor = NO_SQUARE, .selected = NO_SQUARE};
    f->view.screen = screen_open();
    if (!f->view.screen) {
        free(f);
        return false;
    }
    *front = (FrontEnd){.state = f,
                        .menu = tui_menu,
                        .page = tui_page,
                        .width = tui_columns,
                        .game = tui_game,
                        .loop = tui_loop,
                        .close = tui_close};
    return true;
}
