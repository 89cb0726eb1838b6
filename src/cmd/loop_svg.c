// SPDX-License-Identifier: MIT
//
// Solutions as scalable pictures.  The file stands alone: pieces are outlines drawn here, not
// letters of a font that may be missing.
#include "roek/cmd/loop.h"

#include <math.h>

enum { CELL = 60, EDGE = 30 };

/* Outlines in a box of 40 by 40. */
static const char *const outline[LOOP_TYPES] = {
    [LOOP_KING] = "M18 3h4v3h3v4h-3v4q11-5 13 3q1 6-6 12v7H11v-7Q4 23 5 17q2-8 13-3v-4h-3V6h3z"
                  "M9 31h22v5H9z",
    [LOOP_QUEEN] = "M5 9l6 9 3-12 6 11 6-11 3 12 6-9-4 20H9zM9 31h22v5H9z",
    [LOOP_ROOK] = "M9 6h5v4h4V6h4v4h4V6h5v9l-3 3v9l3 3H9l3-3v-9l-3-3zM7 31h26v5H7z",
    [LOOP_BISHOP] = "M20 3a3 3 0 0 1 2 5q9 6 8 14-1 4-4 6H14q-3-2-4-6-1-8 8-14a3 3 0 0 1 2-5z"
                    "M8 31h24v5H8z",
    [LOOP_KNIGHT] = "M12 30q0-8 7-13-5 1-8 5l-5-3q3-10 11-13l1-4 4 3q13 4 11 25zM8 31h26v5H8z",
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
                outline[p->type[type]]);
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

void loop_svg_board(Text *out, const LoopPuzzle *p, const LoopSolution *s, int above) {
    text_format(out, "<g transform=\"translate(0 %d)\">\n", above * board_height(p));
    draw_squares(out, p);
    draw_names(out, p);
    for (int i = 0; i < s->length; i++) draw_piece(out, p, s->square[i], i & 1);
    for (int i = 0; i < s->length; i++)
        draw_arrow(out, p, s->square[i], s->square[(i + 1) % s->length]);
    text_string(out, "</g>\n");
}

void loop_svg_file(Text *out, const LoopPuzzle *p, const char *boards, int count) {
    int width = p->cols * CELL + 2 * EDGE, height = count * board_height(p);
    text_format(out,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">\n",
                width, height, width, height);
    text_string(out, "<title>Chess Loop: ");
    loop_write_puzzle(out, p);
    text_string(out, "</title>\n<style>\n"
                     ".light{fill:#f0e2c6}.dark{fill:#c9a77c}\n"
                     ".first{fill:#fff;stroke:#222;stroke-width:1.6;stroke-linejoin:round}\n"
                     ".second{fill:#333;stroke:#000;stroke-width:1.6;stroke-linejoin:round}\n"
                     ".arrow{stroke:#c22;stroke-width:4;stroke-linecap:round;opacity:.8}\n"
                     "text{font:16px sans-serif;text-anchor:middle;fill:#444}\n"
                     "</style>\n<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"3\" refY=\"4\" "
                     "markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\">"
                     "<path d=\"M0 0L8 4 0 8z\" fill=\"#c22\"/></marker></defs>\n");
    text_format(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
    text_string(out, boards);
    text_string(out, "</svg>\n");
}
