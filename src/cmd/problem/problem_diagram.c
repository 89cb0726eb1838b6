// SPDX-License-Identifier: MIT
//
// Problems on paper: LaTeX for the package `diagram` (Debian: texlive-games), and SVG.
//
// Author, source and title come from the EPD operations `author`, `source` and `title`.  The
// package knows pieces by their German letters.
#include "cmd/problem/problem_command.h"

#include "notation/text/diagram.h"
#include "notation/text/uci_move.h"

#include <string.h>

static void put_escaped_bytes(Text *out, const char *text, size_t length) {
    for (const char *end = text + length; text < end; text++) {
        if (strchr("#$%&_{}", *text)) text_char(out, '\\');
        if (strchr("\\^~", *text))
            text_string(out, *text == '\\'  ? "\\textbackslash{}"
                             : *text == '^' ? "\\^{}"
                                            : "\\~{}");
        else
            text_char(out, *text);
    }
}

static void put_escaped(Text *out, const char *text) {
    put_escaped_bytes(out, text, strlen(text));
}

/* Each line a paragraph of its own, indented as far as it was. */
static void put_paragraphs(Text *out, const char *text) {
    while (*text) {
        size_t indent = strspn(text, " "), length = strcspn(text, "\n");
        text_format(out, "\\hspace*{%zuem}", indent / 2);
        put_escaped_bytes(out, text + indent, length - indent);
        text_string(out, "\\\\\n");
        text += length;
        text += *text == '\n';
    }
}

static bool field_of(const Problem *problem, const char *name, char *out, size_t size) {
    return epd_find(&problem->epd, name) && epd_text(&problem->epd, name, out, size);
}

static void put_field(Text *out, const Problem *problem, const char *name, const char *command) {
    char value[256];
    if (!field_of(problem, name, value, sizeof value)) return;
    text_format(out, "\\%s{", command);
    put_escaped(out, value);
    text_string(out, "}\n");
}

/* The package wants "Shinkman, William": the last word is the surname unless a comma says so. */
static void put_author(Text *out, const Problem *problem) {
    char name[256];
    if (!field_of(problem, "author", name, sizeof name)) return;
    char *last = strrchr(name, ' ');
    text_string(out, "\\author{");
    if (strchr(name, ',')) {
        put_escaped(out, name);
    } else {
        put_escaped(out, last ? last + 1 : name);
        text_string(out, ", ");
        if (last) *last = '\0';
        put_escaped(out, last ? name : "");
    }
    text_string(out, "}\n");
}

static void put_pieces(Text *out, const Position *pos) {
    static const char LETTERS[] = "BSLTDK";
    int count[2] = {popcount(pos->board.color[WHITE]), popcount(pos->board.color[BLACK])};
    bool first = true;
    text_format(out, "\\pieces[%d+%d]{", count[WHITE], count[BLACK]);
    for (Square s = A1; s <= H8; s++) {
        char name[3];
        if (pos->piece[s] == NO_PIECE) continue;
        square_write(s, name);
        text_format(out, "%s%c%c%s", first ? "" : ", ",
                    piece_color(pos->piece[s]) == WHITE ? 'w' : 's',
                    LETTERS[piece_role(pos->piece[s])], name);
        first = false;
    }
    text_string(out, "}\n");
}

void problem_put_latex(Text *out, const Problem *problem, const char *twins, const char *solution) {
    char name[STIPULATION_MAX];
    stipulation_write(&problem->stipulation, name);
    text_string(out, "\\begin{diagram}\n");
    put_author(out, problem);
    put_field(out, problem, "source", "source");
    put_field(out, problem, "title", "title");
    put_pieces(out, &problem->pos);
    text_string(out, "\\stipulation{");
    put_escaped(out, name);
    text_string(out, "}\n");
    if (*twins) {
        text_string(out, "\\condition{");
        put_escaped(out, twins);
        text_string(out, "}\n");
    }
    text_string(out, "\\Cplus\n\\solution{%\n"); // tested by a computer
    put_paragraphs(out, solution);
    text_string(out, "}\n\\end{diagram}\n");
}

void problem_put_latex_head(Text *out) {
    text_string(out, "\\documentclass[a4paper,twocolumn]{article}\n"
                     "\\usepackage[utf8]{inputenc}\n"
                     "\\usepackage{diagram}\n"
                     "\\begin{document}\n"
                     "\\diagnum{1}\n");
}

void problem_put_latex_foot(Text *out) {
    text_string(out, "\\clearpage\n\\putsol\n\\end{document}\n");
}

// --- SVG ---

enum { BOARD = PROBLEM_SVG_WIDTH, ROW = 22 };

static void put_svg_line(Text *out, int y, const char *text) {
    text_format(out, "<text x=\"%d\" y=\"%d\">", BOARD / 2, y);
    text_escape_xml(out, text, strlen(text));
    text_string(out, "</text>\n");
}

/* "h#2.5 (4+7)" */
static void write_caption(const Problem *problem, char *out, size_t size) {
    char name[STIPULATION_MAX];
    Text text = text_on(out, size);
    stipulation_write(&problem->stipulation, name);
    text_format(&text, "%s (%d+%d)", name, popcount(problem->pos.board.color[WHITE]),
                popcount(problem->pos.board.color[BLACK]));
}

int problem_put_svg(Text *out, const Problem *problem, const char *twins) {
    static const char *const ABOVE[] = {"author", "source", "title"};
    char lines[3][256], caption[64];
    int above = 0;
    for (int i = 0; i < 3; i++) above += field_of(problem, ABOVE[i], lines[above], 256);
    int below = *twins ? 2 : 1, height = BOARD + (above + below) * ROW + ROW / 2;
    write_caption(problem, caption, sizeof caption);
    text_format(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">\n",
                BOARD, height);
    for (int i = 0; i < above; i++) put_svg_line(out, (i + 1) * ROW - 4, lines[i]);
    text_format(out, "<g transform=\"translate(0 %d)\">\n", above * ROW);
    diagram_write(out, problem->pos.piece, &(DiagramOptions){.style = DIAGRAM_SVG});
    text_string(out, "</g>\n");
    put_svg_line(out, above * ROW + BOARD + ROW - 4, caption);
    if (*twins) put_svg_line(out, above * ROW + BOARD + 2 * ROW - 4, twins);
    text_string(out, "</svg>\n");
    return height;
}
