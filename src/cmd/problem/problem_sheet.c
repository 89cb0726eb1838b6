// SPDX-License-Identifier: MIT
//
// A book of problems without LaTeX: pages of A4 with six diagrams each, then all solutions.
#include "cmd/common/command.h"
#include "cmd/common/svg_to_pdf.h"
#include "cmd/problem/problem_command.h"

#include <stdlib.h>
#include <string.h>

/* In points. */
enum { PAGE_WIDTH = 595, PAGE_HEIGHT = 842, MARGIN = 36, COLUMNS = 2, ROWS = 3, GAP = 24 };
enum { BOX_WIDTH = (PAGE_WIDTH - 2 * MARGIN) / COLUMNS };
enum { BOX_HEIGHT = (PAGE_HEIGHT - 2 * MARGIN) / ROWS };

/* Solutions: two columns of small lines. */
enum { FONT = 8, LEADING = 10, LINE_LETTERS = 52, LINES = (PAGE_HEIGHT - 2 * MARGIN) / LEADING };

static Text *page_of(ProblemSheet *sheet, int page) {
    if (page >= SVG_PAGES_MAX) return NULL;
    while (sheet->page_count <= page) sheet->pages[sheet->page_count++] = text_growing();
    return &sheet->pages[page];
}

void problem_sheet_add(ProblemSheet *sheet, const Problem *problem, const char *twins,
                       const char *solution) {
    int index = sheet->count++, row = index / COLUMNS;
    Text *page = page_of(sheet, row / ROWS), picture = text_growing();
    text_format(&sheet->solutions, "%d)\n%s", sheet->count, solution);
    if (!page) return;
    int height = problem_put_svg(&picture, problem, twins), width = PROBLEM_SVG_WIDTH;
    double x = (double)(BOX_WIDTH - GAP) / width, y = (double)(BOX_HEIGHT - GAP) / height;
    double scale = x < y ? x : y;
    int left = MARGIN + index % COLUMNS * BOX_WIDTH, top = MARGIN + row % ROWS * BOX_HEIGHT;
    text_format(page, "<text x=\"%d\" y=\"%d\" style=\"font:10px sans-serif\">%d</text>\n", left,
                top + 10, sheet->count);
    text_format(page, "<g transform=\"translate(%g %d) scale(%.3f)\">\n",
                left + (BOX_WIDTH - width * scale) / 2, top, scale);
    text_append(page, &picture);
    text_string(page, "</g>\n");
    text_free(&picture);
}

// --- solutions ---

/* Bytes of the text that fit into a line of so many letters, cut at a blank where there is one. */
static size_t fitting(const char *text, size_t length, int letters) {
    size_t end = 0, blank = 0;
    for (; end < length; end++) {
        bool starts = ((unsigned char)text[end] & 0xc0) != 0x80; // a letter in UTF-8
        if (starts && letters-- == 0) return blank ? blank : end;
        if (text[end] == ' ') blank = end;
    }
    return length;
}

static void put_solution_line(ProblemSheet *sheet, int first_page, int line, const char *text,
                              size_t length, size_t indent) {
    int column = line / LINES;
    Text *page = page_of(sheet, first_page + column / COLUMNS);
    if (!page) return;
    int x = MARGIN + column % COLUMNS * BOX_WIDTH + (int)indent * FONT / 2;
    text_format(page, "<text x=\"%d\" y=\"%d\" style=\"font:%dpx monospace;text-anchor:start\">", x,
                MARGIN + (line % LINES + 1) * LEADING, FONT);
    text_escape_xml(page, text, length);
    text_string(page, "</text>\n");
}

/* Behind the diagrams; what is too long for a line goes on in the next, indented further. */
static void lay_out_solutions(ProblemSheet *sheet) {
    int first_page = sheet->page_count, line = 0;
    for (const char *at = text_get(&sheet->solutions); *at;) {
        size_t indent = strspn(at, " "), length = strcspn(at, "\n");
        const char *rest = at + indent, *end = at + length;
        do {
            size_t part = fitting(rest, (size_t)(end - rest), LINE_LETTERS - (int)indent);
            put_solution_line(sheet, first_page, line++, rest, part, indent);
            rest += part;
            if (*rest == ' ') rest++;
            indent = indent < LINE_LETTERS / 2 ? indent + 2 : indent;
        } while (rest < end);
        at = *end ? end + 1 : end;
    }
}

// --- files ---

static void put_head(Text *out, int height) {
    text_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\">\n",
                PAGE_WIDTH, height, PAGE_WIDTH, height);
}

/* All pages in one picture, one below the other. */
static int save_svg(const ProblemSheet *sheet, const char *path) {
    Text out = text_growing();
    put_head(&out, PAGE_HEIGHT * sheet->page_count);
    for (int i = 0; i < sheet->page_count; i++) {
        text_format(&out, "<g transform=\"translate(0 %d)\">\n", i * PAGE_HEIGHT);
        text_append(&out, &sheet->pages[i]);
        text_string(&out, "</g>\n");
    }
    text_string(&out, "</svg>\n");
    int status = svg_pages_save(&out, 1, path);
    text_free(&out);
    return status;
}

static int save_pdf(const ProblemSheet *sheet, const char *path) {
    Text pages[SVG_PAGES_MAX];
    for (int i = 0; i < sheet->page_count; i++) {
        pages[i] = text_growing();
        put_head(&pages[i], PAGE_HEIGHT);
        text_append(&pages[i], &sheet->pages[i]);
        text_string(&pages[i], "</svg>\n");
    }
    int status = svg_pages_save(pages, sheet->page_count, path);
    for (int i = 0; i < sheet->page_count; i++) text_free(&pages[i]);
    return status;
}

int problem_sheet_save(ProblemSheet *sheet, const char *path) {
    if (sheet->solutions.failed) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    lay_out_solutions(sheet);
    if (sheet->page_count == 0) return EXIT_DONE; // what was refused has been told
    if (sheet->page_count == SVG_PAGES_MAX) {
        print_error("--sheet: more than %d pages", SVG_PAGES_MAX - 1);
        return EXIT_NO;
    }
    return svg_pages_is_pdf(path) ? save_pdf(sheet, path) : save_svg(sheet, path);
}

void problem_sheet_free(ProblemSheet *sheet) {
    for (int i = 0; i < sheet->page_count; i++) text_free(&sheet->pages[i]);
    text_free(&sheet->solutions);
}
