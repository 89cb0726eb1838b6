// SPDX-License-Identifier: MIT
//
// Solutions as text.  In a picture each piece carries the direction of its attack: arrows in
// Unicode (a knight's move is one straight and one diagonal step), points of the compass in
// ASCII (a knight moves to the half-winds: nne, ene, …).  The loop follows in words.
#include "base/text/json.h"
#include "cmd/loop/loop_command.h"

#include <stdlib.h>

typedef struct {
    int type;       // 0 or 1; -1: no piece, -2: known to be empty
    int drow, dcol; // to the target; 0, 0: not shown
} PictureCell;

static void fill_cells(const LoopPuzzle *p, const LoopSolution *s,
                       PictureCell cells[LOOP_MAX_SQUARES]) {
    for (int i = 0; i < p->rows * p->cols; i++) cells[i].type = -1;
    for (int i = 0; i < s->length; i++) {
        int from = s->square[i], to = s->square[(i + 1) % s->length];
        cells[from].type = i & 1;
        cells[from].drow = to / p->cols - from / p->cols;
        cells[from].dcol = to % p->cols - from % p->cols;
    }
}

static int sign(int x) {
    return (x > 0) - (x < 0);
}

static const char *arrow(int drow, int dcol) {
    static const char *const arrows[3][3] = {{"↖", "↑", "↗"}, {"←", " ", "→"}, {"↙", "↓", "↘"}};
    return arrows[sign(drow) + 1][sign(dcol) + 1];
}

static bool is_knights_move(int drow, int dcol) {
    return abs(drow * dcol) == 2;
}

/* Three columns: the figure and one or two arrows. */
static void unicode_cell(Text *out, const LoopPuzzle *p, const PictureCell *cell) {
    static const char *const figures[2][LOOP_TYPES] = {{"♔", "♕", "♖", "♗", "♘"},
                                                       {"♚", "♛", "♜", "♝", "♞"}};
    if (cell->type < 0) {
        text_string(out, cell->type == -1 ? "   " : " × ");
        return;
    }
    text_string(out, figures[cell->type][p->type[cell->type]]);
    if (!is_knights_move(cell->drow, cell->dcol)) {
        text_format(out, "%s ", arrow(cell->drow, cell->dcol));
        return;
    }
    bool tall = abs(cell->drow) > abs(cell->dcol);
    text_string(out, arrow(tall ? cell->drow : 0, tall ? 0 : cell->dcol));
    text_string(out, arrow(cell->drow, cell->dcol));
}

/* Four columns: the letter and the wind. */
static void ascii_cell(Text *out, const LoopPuzzle *p, const PictureCell *cell) {
    if (cell->type < 0) {
        text_string(out, cell->type == -1 ? "    " : " x  ");
        return;
    }
    char wind[4];
    Text t = text_on(wind, sizeof wind);
    const char *vertical = cell->drow < 0 ? "n" : cell->drow > 0 ? "s" : "";
    const char *horizontal = cell->dcol < 0 ? "w" : cell->dcol > 0 ? "e" : "";
    if (is_knights_move(cell->drow, cell->dcol))
        text_string(&t, abs(cell->drow) > abs(cell->dcol) ? vertical : horizontal);
    text_format(&t, "%s%s", vertical, horizontal);
    text_format(out, "%c%-3s", loop_type_letter(p->type[cell->type]), wind);
}

/* How the two kinds of picture differ. */
typedef struct {
    const char *corner[3][3]; // left, middle, right of the top, inner and bottom lines
    const char *across, *down;
    int width;
    void (*cell)(Text *out, const LoopPuzzle *puzzle, const PictureCell *cell);
} PictureFrame;

static void draw_line(Text *out, const LoopPuzzle *p, const PictureFrame *frame, int which,
                      int margin) {
    text_format(out, "%*s", margin, "");
    for (int col = 0; col < p->cols; col++) {
        text_string(out, frame->corner[which][col > 0]);
        for (int i = 0; i < frame->width; i++) text_string(out, frame->across);
    }
    text_format(out, "%s\n", frame->corner[which][2]);
}

/* File letters under the board, ranks at its left. */
static void draw_files(Text *out, const LoopPuzzle *p, const PictureFrame *frame, int margin) {
    text_format(out, "%*s", margin, "");
    for (int col = 0; col < p->cols; col++) {
        char name[LOOP_NAME_MAX];
        loop_square_name(p, (p->rows - 1) * p->cols + col, name);
        int letters = 0;
        while (!char_is_digit(name[letters])) letters++;
        text_format(out, "  %-*.*s", frame->width - 1, letters, name);
    }
    while (out->used > 0 && out->data[out->used - 1] == ' ') out->data[--out->used] = '\0';
    text_char(out, '\n');
}

static void draw_board(Text *out, const LoopPuzzle *p, const PictureCell *cells,
                       const PictureFrame *frame) {
    int digits = 0;
    for (int n = p->rows; n > 0; n /= 10) digits++;
    int margin = digits + 1;
    for (int row = 0; row < p->rows; row++) {
        draw_line(out, p, frame, row > 0, margin);
        text_format(out, "%*d %s", digits, p->rows - row, frame->down);
        for (int col = 0; col < p->cols; col++) {
            frame->cell(out, p, &cells[row * p->cols + col]);
            text_string(out, frame->down);
        }
        text_char(out, '\n');
    }
    draw_line(out, p, frame, 2, margin);
    draw_files(out, p, frame, margin);
}

/* "Ka2 -> Nb4 -> … -> Ka2" */
static void draw_words(Text *out, const LoopPuzzle *p, const LoopSolution *s, const char *link) {
    for (int i = 0; i <= s->length; i++) {
        char name[LOOP_NAME_MAX];
        text_format(out, "%s%c%s", i ? link : "", loop_type_letter(p->type[i & 1]),
                    loop_square_name(p, s->square[i % s->length], name));
    }
    text_char(out, '\n');
}

static const PictureFrame *frame_for(LoopFormat format) {
    static const PictureFrame fine = {
        {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}}, "─", "│", 3, unicode_cell};
    static const PictureFrame plain = {
        {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}}, "-", "|", 4, ascii_cell};
    return format == LOOP_ASCII ? &plain : &fine;
}

static void draw_picture(Text *out, const LoopPuzzle *p, const LoopSolution *s, LoopFormat format) {
    PictureCell cells[LOOP_MAX_SQUARES];
    fill_cells(p, s, cells);
    draw_board(out, p, cells, frame_for(format));
    draw_words(out, p, s, format == LOOP_ASCII ? " -> " : " → ");
}

void loop_draw_clues(Text *out, const LoopPuzzle *p, LoopFormat format) {
    PictureCell cells[LOOP_MAX_SQUARES] = {{0}};
    for (int s = 0; s < p->rows * p->cols; s++) {
        switch ((LoopMark)p->mark[s]) {
        case LOOP_UNKNOWN: cells[s].type = -1; break;
        case LOOP_EMPTY: cells[s].type = -2; break;
        case LOOP_FIRST: cells[s].type = 0; break;
        case LOOP_SECOND: cells[s].type = 1; break;
        }
    }
    draw_board(out, p, cells, frame_for(format));
}

/* The squares of one type in ascending order. */
static int sorted_squares(const LoopSolution *s, int type, int squares[]) {
    bool on[LOOP_MAX_SQUARES] = {false};
    int count = 0;
    for (int i = type; i < s->length; i += 2) on[s->square[i]] = true;
    for (int i = 0; i < LOOP_MAX_SQUARES; i++)
        if (on[i]) squares[count++] = i + 1;
    return count;
}

static void draw_list(Text *out, const LoopSolution *s) {
    int squares[LOOP_MAX_SQUARES];
    for (int type = 0; type < 2; type++) {
        int count = sorted_squares(s, type, squares);
        if (type) text_string(out, " | ");
        for (int i = 0; i < count; i++) text_format(out, "%s%d", i ? " " : "", squares[i]);
    }
    text_char(out, '\n');
}

void loop_json_puzzle(Text *out, const LoopPuzzle *p) {
    json_put_int(out, "rows", p->rows);
    json_put_int(out, "cols", p->cols);
    json_put_int(out, "n", p->n);
    json_key(out, "types");
    json_open(out, '[');
    for (int t = 0; t < 2; t++) json_string(out, loop_type_name(p->type[t]));
    json_close(out, ']');
}

void loop_json_solution(Text *out, const LoopPuzzle *p, const LoopSolution *s) {
    int squares[LOOP_MAX_SQUARES];
    char name[LOOP_NAME_MAX];
    for (int type = 0; type < 2; type++) {
        int count = sorted_squares(s, type, squares);
        json_key(out, type ? "second" : "first");
        json_open(out, '[');
        for (int i = 0; i < count; i++) json_int(out, squares[i]);
        json_close(out, ']');
    }
    json_key(out, "loop");
    json_open(out, '[');
    for (int i = 0; i < s->length; i++) json_int(out, s->square[i] + 1);
    json_close(out, ']');
    json_key(out, "names");
    json_open(out, '[');
    for (int i = 0; i < s->length; i++) json_string(out, loop_square_name(p, s->square[i], name));
    json_close(out, ']');
}

static void draw_json(Text *out, const LoopPuzzle *p, const LoopSolution *s) {
    json_open(out, '{');
    loop_json_puzzle(out, p);
    loop_json_solution(out, p, s);
    json_close(out, '}');
    text_char(out, '\n');
}

void loop_draw(Text *out, const LoopPuzzle *p, const LoopSolution *s, LoopFormat format) {
    switch (format) {
    case LOOP_UNICODE:
    case LOOP_ASCII: draw_picture(out, p, s, format); return;
    case LOOP_JSON: draw_json(out, p, s); return;
    case LOOP_LIST: draw_list(out, s); return;
    case LOOP_SVG: return; // a file, not a line: loop_svg_board and loop_svg_file
    }
}
