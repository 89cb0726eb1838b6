// SPDX-License-Identifier: MIT
#include "notation/text/diagram.h"

#include "notation/text/fen.h"
#include "notation/text/piece_shapes.h"

#include <math.h>
#include <string.h>

static const char *const STYLES[] = {
    [DIAGRAM_ASCII] = "ascii", [DIAGRAM_UNICODE] = "unicode", [DIAGRAM_FIGURINE] = "figurine",
    [DIAGRAM_LINES] = "lines", [DIAGRAM_GERMAN] = "german",   [DIAGRAM_SVG] = "svg"};

bool diagram_style_find(const char *name, DiagramStyle *out) {
    if (span_is_nocase(name, strlen(name), "text")) name = STYLES[DIAGRAM_ASCII];
    for (size_t i = 0; i < sizeof STYLES / sizeof *STYLES; i++) {
        if (!span_is_nocase(name, strlen(name), STYLES[i])) continue;
        *out = (DiagramStyle)i;
        return true;
    }
    return false;
}

const char *diagram_style_name(DiagramStyle style) {
    return STYLES[style];
}

static bool is_framed(const DiagramOptions *o) {
    return o->frame || o->style == DIAGRAM_LINES;
}

/* The square shown in this row (from the top) and column (from the left). */
static Square square_shown(const DiagramOptions *o, int row, int column) {
    return o->flip ? square_at(7 - column, row) : square_at(column, 7 - row);
}

static bool is_marked(const DiagramOptions *o, int row, int column) {
    return column >= 0 && column < 8 && o->mark & bit(square_shown(o, row, column));
}

static void put_files(Text *out, const DiagramOptions *o, const char *before, const char *between) {
    for (int column = 0; column < 8; column++)
        text_format(out, "%s%c", column ? between : before,
                    'a' + file_of(square_shown(o, 0, column)));
    text_char(out, '\n');
}

static int rank_shown(const DiagramOptions *o, int row) {
    return rank_of(square_shown(o, row, 0)) + 1;
}

static void put_piece(Text *out, const DiagramOptions *o, Piece piece) {
    if (!diagram_is_ascii(o->style))
        text_string(out, piece == NO_PIECE && is_framed(o) ? " " : piece_figurine(piece));
    else if (piece == NO_PIECE)
        text_char(out, is_framed(o) ? ' ' : '.');
    else
        text_char(out, piece_to_char(piece));
}

/* Writes what stands between two squares: a blank, or the bracket of a marked square. */
static void put_gap(Text *out, const DiagramOptions *o, int row, int column) {
    text_char(out, is_marked(o, row, column) ? '[' : is_marked(o, row, column - 1) ? ']' : ' ');
}

static void write_plain(Text *out, const Piece piece[64], const DiagramOptions *o) {
    for (int row = 0; row < 8; row++) {
        text_format(out, "%d ", rank_shown(o, row));
        for (int column = 0; column < 8; column++) {
            put_gap(out, o, row, column);
            put_piece(out, o, piece[square_shown(o, row, column)]);
        }
        if (is_marked(o, row, 7)) text_char(out, ']');
        text_char(out, '\n');
    }
    put_files(out, o, "   ", " ");
}

static void put_line(Text *out, const char *left, const char *middle, const char *right,
                     const char *dash) {
    text_string(out, "  ");
    for (int column = 0; column < 8; column++) {
        text_string(out, column ? middle : left);
        for (int i = 0; i < 3; i++) text_string(out, dash);
    }
    text_string(out, right);
    text_char(out, '\n');
}

static void write_framed(Text *out, const Piece piece[64], const DiagramOptions *o) {
    bool lines = !diagram_is_ascii(o->style);
    const char *dash = lines ? "─" : "-", *bar = lines ? "│" : "|";
    for (int row = 0; row < 8; row++) {
        if (!lines)
            put_line(out, "+", "+", "+", dash);
        else if (row == 0)
            put_line(out, "┌", "┬", "┐", dash);
        else
            put_line(out, "├", "┼", "┤", dash);
        text_format(out, "%d ", rank_shown(o, row));
        for (int column = 0; column < 8; column++) {
            bool marked = is_marked(o, row, column);
            text_format(out, "%s%c", bar, marked ? '[' : ' ');
            put_piece(out, o, piece[square_shown(o, row, column)]);
            text_char(out, marked ? ']' : ' ');
        }
        text_format(out, "%s\n", bar);
    }
    if (lines)
        put_line(out, "└", "┴", "┘", dash);
    else
        put_line(out, "+", "+", "+", dash);
    put_files(out, o, "    ", "   ");
}

static void write_german(Text *out, const Piece piece[64], const DiagramOptions *o) {
    put_files(out, o, "    ", "  ");
    for (int row = 0; row < 8; row++) {
        text_format(out, "%d ", rank_shown(o, row));
        for (int column = 0; column < 8; column++) {
            Piece p = piece[square_shown(o, row, column)];
            put_gap(out, o, row, column);
            text_char(out, p != NO_PIECE && piece_color(p) == BLACK ? '*' : ' ');
            text_char(out, p == NO_PIECE ? '.' : "BSLTDK"[piece_role(p)]);
        }
        if (is_marked(o, row, 7)) text_char(out, ']');
        text_char(out, '\n');
    }
}

enum { CELL = 45, EDGE = 22 };

static void svg_squares(Text *out, const DiagramOptions *o) {
    for (int i = 0; i < 64; i++) {
        int row = i / 8, column = i % 8;
        Square s = square_shown(o, row, column);
        bool dark = DARK_SQUARES & bit(s);
        text_format(out, "<rect class=\"%s%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                    dark ? "dark" : "light", o->mark & bit(s) ? " mark" : "", EDGE + column * CELL,
                    EDGE + row * CELL, CELL, CELL);
    }
}

static void svg_names(Text *out, const DiagramOptions *o) {
    for (int i = 0; i < 8; i++) {
        int middle = EDGE + i * CELL + CELL / 2;
        text_format(out, "<text x=\"%d\" y=\"%d\">%d</text>\n", EDGE / 2, middle + 5,
                    rank_shown(o, i));
        text_format(out, "<text x=\"%d\" y=\"%d\">%c</text>\n", middle, EDGE + 8 * CELL + 16,
                    'a' + file_of(square_shown(o, 0, i)));
    }
}

static void svg_pieces(Text *out, const Piece piece[64], const DiagramOptions *o) {
    for (int i = 0; i < 64; i++) {
        Piece p = piece[square_shown(o, i / 8, i % 8)];
        if (p == NO_PIECE) continue;
        text_format(out, "<path class=\"%s\" transform=\"translate(%d %d)\" d=\"%s\"/>\n",
                    piece_color(p) == WHITE ? "white" : "black", EDGE + i % 8 * CELL + 3,
                    EDGE + i / 8 * CELL + 2, piece_outline(piece_role(p)));
    }
}

static double middle_x(const DiagramOptions *o, Square s) {
    return EDGE + CELL * ((o->flip ? 7 - file_of(s) : file_of(s)) + 0.5);
}

static double middle_y(const DiagramOptions *o, Square s) {
    return EDGE + CELL * ((o->flip ? rank_of(s) : 7 - rank_of(s)) + 0.5);
}

/* Draws an arrow from the centre of one square to just before the centre of the other. */
static void svg_arrow(Text *out, const DiagramOptions *o, DiagramArrow arrow) {
    double x1 = middle_x(o, arrow.from), y1 = middle_y(o, arrow.from);
    double x2 = middle_x(o, arrow.to), y2 = middle_y(o, arrow.to);
    double shorter = 1 - 14 / hypot(x2 - x1, y2 - y1);
    text_format(out,
                "<path class=\"arrow\" d=\"M%.1f %.1fL%.1f %.1f\" marker-end=\"url(#tip)\"/>\n", x1,
                y1, x1 + (x2 - x1) * shorter, y1 + (y2 - y1) * shorter);
}

static void write_svg(Text *out, const Piece piece[64], const DiagramOptions *o) {
    int size = 8 * CELL + 2 * EDGE;
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">\n",
                size, size, size, size);
    text_string(out, "<style>\n"
                     ".light{fill:#f0e2c6}.dark{fill:#c9a77c}\n"
                     ".light.mark{fill:#dfe08a}.dark.mark{fill:#c3bb56}\n"
                     ".white{fill:#fff;stroke:#222;stroke-width:1.6;stroke-linejoin:round}\n"
                     ".black{fill:#333;stroke:#000;stroke-width:1.6;stroke-linejoin:round}\n"
                     ".arrow{stroke:#15781b;stroke-width:7;stroke-linecap:round;opacity:.75}\n"
                     "text{font:14px sans-serif;text-anchor:middle;fill:#444}\n"
                     "</style>\n");
    if (o->arrow_count)
        text_string(out, "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"3\" refY=\"4\" "
                         "markerWidth=\"3\" markerHeight=\"3\" orient=\"auto\">"
                         "<path d=\"M0 0L8 4 0 8z\" fill=\"#15781b\"/></marker></defs>\n");
    text_format(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", size, size);
    svg_squares(out, o);
    svg_names(out, o);
    svg_pieces(out, piece, o);
    for (int i = 0; i < o->arrow_count; i++) svg_arrow(out, o, o->arrows[i]);
    text_string(out, "</svg>\n");
}

void diagram_write(Text *out, const Piece piece[64], const DiagramOptions *options) {
    switch (options->style) {
    case DIAGRAM_GERMAN: write_german(out, piece, options); return;
    case DIAGRAM_SVG: write_svg(out, piece, options); return;
    case DIAGRAM_ASCII:
    case DIAGRAM_UNICODE:
    case DIAGRAM_FIGURINE:
    case DIAGRAM_LINES:
        if (is_framed(options))
            write_framed(out, piece, options);
        else
            write_plain(out, piece, options);
    }
}
