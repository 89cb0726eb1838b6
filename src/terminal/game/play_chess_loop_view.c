// SPDX-License-Identifier: MIT
//
// Chess Loop in both front ends.
#include "terminal/game/play_chess_loop_view.h"

#include "base/os/clock.h"
#include "cmd/common/command.h"
#include "cmd/loop/loop_command.h"
#include "console/wrap.h"
#include "notation/text/piece_shapes.h"

#include <string.h>

enum { TICK_MS = 250, TOP = 2, LEFT = 3 };

static const ScreenColor GROUND[2] = {{109, 6}, {66, 4}};
static const ScreenColor GROUND_WRONG = {167, 1}, GROUND_CURSOR = {214, 3};
static const ScreenColor GIVEN = {16, 0}, PLACED = {231, 7};

// --- the full screen ---

static bool is_letters(const LoopView *v) {
    return diagram_is_ascii(v->view->style);
}

/* The first type is drawn in outline, the second solid, as in printed puzzles. */
static const char *shape_of(const LoopView *v, int square, char letter[2]) {
    static const Role ROLES[LOOP_TYPES] = {KING, QUEEN, ROOK, BISHOP, KNIGHT};
    const LoopPuzzle *p = &v->play->task.puzzle;
    uint8_t mark = v->play->board[square];
    if (mark == LOOP_UNKNOWN) return " ";
    if (mark == LOOP_EMPTY) return is_letters(v) ? "x" : "×";
    bool second = mark == LOOP_SECOND;
    letter[0] = loop_type_letter(p->type[second]);
    letter[1] = '\0';
    return is_letters(v) ? letter
                         : piece_figurine(piece_of(second ? BLACK : WHITE, ROLES[p->type[second]]));
}

static ScreenStyle style_of(const LoopView *v, int square) {
    const LoopPuzzle *p = &v->play->task.puzzle;
    bool dark = (square / p->cols + square % p->cols) % 2;
    ScreenColor ground = square == v->cursor                   ? GROUND_CURSOR
                         : loop_play_is_wrong(v->play, square) ? GROUND_WRONG
                                                               : GROUND[dark];
    return (ScreenStyle){.text = loop_play_is_given(v->play, square) ? GIVEN : PLACED,
                         .background = ground,
                         .bold = true,
                         .underline = loop_play_is_wrong(v->play, square)};
}

static void draw_square(const LoopView *v, int square) {
    const LoopPuzzle *p = &v->play->task.puzzle;
    int row = TOP + square / p->cols * v->cell_rows,
        col = LEFT + square % p->cols * v->cell_columns;
    ScreenStyle style = style_of(v, square);
    char letter[2], text[32], blanks[8] = "       ";
    blanks[v->cell_columns / 2] = '\0';
    Text t = text_on(text, sizeof text);
    text_format(&t, "%s%s%s", blanks, shape_of(v, square, letter), blanks);
    blanks[v->cell_columns / 2] = ' ';
    blanks[v->cell_columns] = '\0';
    for (int i = 0; i < v->cell_rows; i++)
        screen_put(v->view->screen, row + i, col, style, i == v->cell_rows / 2 ? text : blanks);
}

static void draw_labels(const LoopView *v) {
    const LoopPuzzle *p = &v->play->task.puzzle;
    for (int i = 0; i < p->rows; i++) {
        char text[8];
        Text t = text_on(text, sizeof text);
        text_int(&t, p->rows - i);
        screen_put(v->view->screen, TOP + i * v->cell_rows + v->cell_rows / 2, 1, VIEW_FAINT, text);
    }
    for (int i = 0; i < p->cols; i++) {
        char text[2] = {(char)('a' + i), '\0'};
        screen_put(v->view->screen, TOP + p->rows * v->cell_rows,
                   LEFT + i * v->cell_columns + v->cell_columns / 2, VIEW_FAINT, text);
    }
}

/* "Chess Loop 3-12   0:42", and the number of pieces placed. */
static void draw_heading(const LoopView *v) {
    const LoopPuzzle *p = &v->play->task.puzzle;
    char line[96], code[LOOP_CODE_MAX];
    Text t = text_on(line, sizeof line);
    loop_code_write(v->play, code);
    text_format(&t, "Chess Loop %s  ", code);
    loop_time_write(&t, loop_play_ms(v->play, clock_ms()));
    screen_put(v->view->screen, 0, 1, VIEW_TITLE, line);
    t = text_on(line, sizeof line);
    for (int i = 0; i < 2; i++)
        text_format(&t, "%s%d of %d %ss", i ? ", " : "",
                    loop_play_count(v->play, i ? LOOP_SECOND : LOOP_FIRST), p->n,
                    loop_type_name(p->type[i]));
    if (screen_width(line) >= v->view->columns) {
        t = text_on(line, sizeof line);
        for (int i = 0; i < 2; i++)
            text_format(&t, "%s%d/%d %c", i ? "  " : "",
                        loop_play_count(v->play, i ? LOOP_SECOND : LOOP_FIRST), p->n,
                        loop_type_letter(p->type[i]));
    }
    screen_put(v->view->screen, 1, 1, VIEW_TEXT, line);
}

/* Chooses the largest squares that leave some rows for messages. */
static void lay_out(LoopView *v) {
    static const int SIZES[][2] = {{3, 7}, {2, 5}, {1, 3}};
    const LoopPuzzle *p = &v->play->task.puzzle;
    screen_size(v->view->screen, &v->view->rows, &v->view->columns);
    for (int i = 0; i < 3; i++) {
        v->cell_rows = SIZES[i][0];
        v->cell_columns = SIZES[i][1];
        if (TOP + v->cell_rows * p->rows + 4 <= v->view->rows &&
            LEFT + v->cell_columns * p->cols <= v->view->columns)
            break;
    }
}

static void draw(LoopView *v) {
    Screen *screen = v->view->screen;
    const LoopPuzzle *p = &v->play->task.puzzle;
    lay_out(v);
    screen_clear(screen);
    draw_heading(v);
    for (int s = 0; s < p->rows * p->cols; s++) draw_square(v, s);
    draw_labels(v);
    int row = TOP + p->rows * v->cell_rows + 1, last = v->view->rows - 1;
    Text wrapped = text_growing();
    wrap_text(&wrapped, v->message, v->view->columns - 2);
    view_put_lines(v->view, text_get(&wrapped), 0, row, last - row > 0 ? last - row : 0, 1);
    text_free(&wrapped);
    char prompt[80];
    Text t = text_on(prompt, sizeof prompt);
    loop_play_prompt(v->play, v->view->columns < 50, &t);
    screen_put(screen, last, 1, VIEW_STRONG, prompt);
    screen_put(screen, last, 1 + screen_width(prompt), VIEW_TEXT, v->input);
    screen_show(screen, last, 1 + screen_width(prompt) + v->length);
}

/* Takes over the message of the game; one that does not fit under the board becomes a page. */
static bool take_words(LoopView *v) {
    Text *message = &v->play->message;
    if (message->used == 0) return true;
    const LoopPuzzle *p = &v->play->task.puzzle;
    int widest, room = v->view->rows - 2 - TOP - p->rows * v->cell_rows;
    Text wrapped = text_growing(), kept = text_on(v->message, sizeof v->message);
    wrap_text(&wrapped, text_get(message), v->view->columns - 2);
    bool fits = wrap_count(text_get(&wrapped), &widest) <= room, goes_on = true;
    text_string(&kept, fits ? text_get(message) : "");
    if (!fits) goes_on = view_page(v->view, NULL, text_get(message));
    text_clear(message);
    text_free(&wrapped);
    return goes_on;
}

static int square_under(const LoopView *v, ScreenEvent e) {
    const LoopPuzzle *p = &v->play->task.puzzle;
    int down = e.row - TOP, right = e.column - LEFT;
    if (down < 0 || right < 0) return -1;
    int row = down / v->cell_rows, col = right / v->cell_columns;
    return row < p->rows && col < p->cols ? row * p->cols + col : -1;
}

static void move_cursor(LoopView *v, ScreenKey key) {
    const LoopPuzzle *p = &v->play->task.puzzle;
    int row = v->cursor / p->cols, col = v->cursor % p->cols;
    row += (key == SCREEN_KEY_DOWN && row + 1 < p->rows) - (key == SCREEN_KEY_UP && row > 0);
    col += (key == SCREEN_KEY_RIGHT && col + 1 < p->cols) - (key == SCREEN_KEY_LEFT && col > 0);
    v->cursor = row * p->cols + col;
}

static void say(LoopView *v, const char *text) {
    Text t = text_on(v->message, sizeof v->message);
    text_string(&t, text);
}

static void set_input(LoopView *v, int length) {
    v->length = length;
    v->input[length] = '\0';
}

static void press_enter(LoopView *v) {
    say(v, "");
    if (v->length > 0 || loop_play_is_solved(v->play)) {
        char line[LOOP_INPUT_MAX];
        strcpy(line, v->input);
        set_input(v, 0);
        loop_play_line(v->play, line, clock_ms());
        v->cursor = 0;
    } else {
        loop_play_cycle(v->play, v->cursor, clock_ms());
    }
}

static void press(LoopView *v, ScreenKey key) {
    switch (key) {
    case SCREEN_KEY_UP:
    case SCREEN_KEY_DOWN:
    case SCREEN_KEY_LEFT:
    case SCREEN_KEY_RIGHT: move_cursor(v, key); break;
    case SCREEN_KEY_ENTER: press_enter(v); break;
    case SCREEN_KEY_BACKSPACE:
        if (v->length > 0) set_input(v, v->length - 1);
        break;
    case SCREEN_KEY_ESCAPE:
        say(v, v->length > 0 ? "" : "quit leaves the puzzle.");
        set_input(v, 0);
        break;
    default: say(v, "That key does nothing here; help lists what does."); break;
    }
}

static void handle(LoopView *v, ScreenEvent e) {
    int square = square_under(v, e);
    if (e.kind == SCREEN_EVENT_KEY) press(v, (ScreenKey)e.code);
    if (e.kind == SCREEN_EVENT_CHAR && v->length + 1 < LOOP_INPUT_MAX) {
        v->input[v->length] = (char)e.code;
        set_input(v, v->length + 1);
    }
    if (e.kind == SCREEN_EVENT_CLICK && square >= 0) {
        v->cursor = square;
        say(v, "");
        loop_play_cycle(v->play, square, clock_ms());
    }
}

bool loop_view_run(View *view, LoopPlay *play) {
    LoopView v = {.view = view, .play = play};
    lay_out(&v);
    loop_play_task(play, &play->message);
    text_string(&play->message, "Enter or a click changes the square under the cursor.\n");
    while (!play->left) {
        if (!take_words(&v)) return false;
        draw(&v);
        ScreenEvent e = screen_wait(view->screen, TICK_MS);
        if (e.kind == SCREEN_EVENT_END) return false;
        handle(&v, e);
    }
    return true;
}

// --- line by line ---

void loop_show_plain(LoopPlay *play, bool ascii) {
    LoopPuzzle now = play->task.puzzle;
    Text out = text_growing();
    memcpy(now.mark, play->board, sizeof now.mark);
    loop_draw_clues(&out, &now, ascii ? LOOP_ASCII : LOOP_UNICODE);
    if (play->changed) {
        print_out("\n");
        print_text(&out, "");
    }
    play->changed = false;
    text_free(&out);
}
