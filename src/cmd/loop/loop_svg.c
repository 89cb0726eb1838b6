// SPDX-License-Identifier: MIT
//
// Solutions as scalable pictures.  The file stands alone: pieces are outlines, not
// letters of a font that may be missing.
#include "cmd/loop/loop_command.h"

#include "notation/text/piece_shapes.h"

#include <math.h>

enum { CELL = 60, EDGE = 30 };

static const Role role_of[LOOP_TYPES] = {
    [LOOP_KING] = KING,     [LOOP_QUEEN] = QUEEN,   [LOOP_ROOK] = ROOK,
    [LOOP_BISHOP] = BISHOP, [LOOP_KNIGHT] = KNIGHT,
};

static double center_x(const LoopPuzzle *p, int square) {
    return EDGE + CELL * (square % p->cols + 0.5);
}

static double center_y(const LoopPuzzle *p, int square) {
    return EDGE + CELL * (square / p->cols + 0.5);
}

static int board_height(const LoopPuzzle *p) {
    return p->rows * CELL + 2 * EDGE;
}

static void draw_squares(Text *out, const LoopPuzzle *p) {
    text_format(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"light\"/>\n", EDGE,
                EDGE, p->cols * CELL, p->rows * CELL);
    text_string(out, "<path class=\"dark\" d=\"");
    for (int s = 0; s < p->rows * p->cols; s++) {
        int row = s / p->cols, col = s % p->cols;
        if ((p->rows - 1 - row + col) % 2 == 0)
            text_format(out, "M%d %dh%dv%dh-%dz", EDGE + col * CELL, EDGE + row * CELL, CELL, CELL,
                        CELL);
    }
    text_string(out, "\"/>\n");
}

static void draw_names(Text *out, const LoopPuzzle *p) {
    for (int row = 0; row < p->rows; row++)
        text_format(out, "<text x=\"%d\" y=\"%g\">%d</text>\n", EDGE / 2,
                    center_y(p, row * p->cols) + 5, p->rows - row);
    for (int col = 0; col < p->cols; col++) {
        char name[LOOP_NAME_MAX];
        loop_square_name(p, col, name);
        int letters = 0;
        while (!char_is_digit(name[letters])) letters++;
        text_format(out, "<text x=\"%g\" y=\"%d\">%.*s</text>\n", center_x(p, col),
                    p->rows * CELL + EDGE + 20, letters, name);
    }
}

static void draw_piece(Text *out, const LoopPuzzle *p, int square, int type) {
    text_format(out, "<path class=\"%s\" transform=\"translate(%g %g)\" d=\"%s\"/>\n",
                type ? "second" : "first", center_x(p, square) - 20, center_y(p, square) - 20,
                piece_outline(role_of[p->type[type]]));
}

/* From the rim of one piece to the rim of the next. */
static void draw_arrow(Text *out, const LoopPuzzle *p, int from, int to) {
    double x1 = center_x(p, from), y1 = center_y(p, from);
    double x2 = center_x(p, to), y2 = center_y(p, to);
    double length = hypot(x2 - x1, y2 - y1);
    double ux = (x2 - x1) / length, uy = (y2 - y1) / length;
    text_format(out,
                "<line class=\"arrow\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                "marker-end=\"url(#tip)\"/>\n",
                x1 + 15 * ux, y1 + 15 * uy, x2 - 24 * ux, y2 - 24 * uy);
}

static void draw_cross(Text *out, const LoopPuzzle *p, int square) {
    double x = center_x(p, square), y = center_y(p, square);
    text_format(out, "<path class=\"cross\" d=\"M%g %gl24 24m0 -24l-24 24\"/>\n", x - 12, y - 12);
}

void loop_svg_solution(Text *out, const LoopPuzzle *p, const LoopSolution *s) {
    draw_squares(out, p);
    draw_names(out, p);
    for (int i = 0; i < s->length; i++) draw_piece(out, p, s->square[i], i & 1);
    for (int i = 0; i < s->length; i++)
        draw_arrow(out, p, s->square[i], s->square[(i + 1) % s->length]);
}

void loop_svg_clues(Text *out, const LoopPuzzle *p) {
    draw_squares(out, p);
    draw_names(out, p);
    for (int s = 0; s < p->rows * p->cols; s++) {
        if (p->mark[s] == LOOP_EMPTY) draw_cross(out, p, s);
        if (p->mark[s] == LOOP_FIRST || p->mark[s] == LOOP_SECOND)
            draw_piece(out, p, s, p->mark[s] == LOOP_SECOND);
    }
}

void loop_svg_board(Text *out, const LoopPuzzle *p, const LoopSolution *s, int above) {
    text_format(out, "<g transform=\"translate(0 %d)\">\n", above * board_height(p));
    loop_svg_solution(out, p, s);
    text_string(out, "</g>\n");
}

void loop_svg_size(const LoopPuzzle *p, int *width, int *height) {
    *width = p->cols * CELL + 2 * EDGE;
    *height = board_height(p);
}

void loop_svg_head(Text *out, int width, int height, const char *title) {
    text_format(out,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">\n<title>%s</title>\n",
                width, height, width, height, title);
    text_string(out, "<style>\n"
                     ".light{fill:#f0e2c6}.dark{fill:#c9a77c}\n"
                     ".first{fill:#fff;stroke:#222;stroke-width:1.6;stroke-linejoin:round}\n"
                     ".second{fill:#333;stroke:#000;stroke-width:1.6;stroke-linejoin:round}\n"
                     ".arrow{stroke:#c22;stroke-width:4;stroke-linecap:round;opacity:.8}\n"
                     ".cross{stroke:#666;stroke-width:3;fill:none}\n"
                     "text{font:16px sans-serif;text-anchor:middle;fill:#444}\n"
                     "</style>\n<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"3\" refY=\"4\" "
                     "markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\">"
                     "<path d=\"M0 0L8 4 0 8z\" fill=\"#c22\"/></marker></defs>\n");
    text_format(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
}

void loop_svg_file(Text *out, const LoopPuzzle *p, const Text *boards, int count) {
    int width, height;
    Text title = text_growing();
    text_string(&title, "Chess Loop: ");
    loop_write_puzzle(&title, p);
    loop_svg_size(p, &width, &height);
    loop_svg_head(out, width, count * height, text_get(&title));
    out->failed |= title.failed;
    text_free(&title);
    text_append(out, boards);
    text_string(out, "</svg>\n");
}
