// SPDX-License-Identifier: MIT
//
// Puzzles on paper: pages of A4 in one SVG file, or in PDF by a program that the system may have.
#include "cmd/common/command.h"
#include "cmd/common/svg_to_pdf.h"
#include "cmd/loop/loop_command.h"

/* In points; a page holds COLUMNS x ROWS puzzles. */
enum {
    PAGE_WIDTH = 595,
    PAGE_HEIGHT = 842,
    MARGIN = 36,
    COLUMNS = 2,
    ROWS = 3,
    CAPTION = 34,
    GAP = 24
};
enum { BOX_WIDTH = (PAGE_WIDTH - 2 * MARGIN) / COLUMNS };
enum { BOX_HEIGHT = (PAGE_HEIGHT - 2 * MARGIN) / ROWS };

/* As large as fits into a box, above its caption. */
static double board_scale(const LoopPuzzle *p) {
    int width, height;
    loop_svg_size(p, &width, &height);
    double x = (double)(BOX_WIDTH - GAP) / width, y = (double)(BOX_HEIGHT - CAPTION) / height;
    return x < y ? x : y;
}

static void put_caption(Text *out, const LoopGradedPuzzle *task, int number, int x, int y) {
    const LoopPuzzle *p = &task->puzzle;
    text_format(out, "<text x=\"%d\" y=\"%d\" style=\"font-size:12px\">", x + BOX_WIDTH / 2,
                y + BOX_HEIGHT - CAPTION / 2);
    text_format(out, "%d. %d %ss, %d %ss (%s)</text>\n", number, p->n, loop_type_name(p->type[0]),
                p->n, loop_type_name(p->type[1]), loop_level_name(task->level));
}

void loop_sheet_add(LoopSheet *sheet, const LoopGradedPuzzle *task, bool solved) {
    const LoopPuzzle *p = &task->puzzle;
    int row = sheet->count / COLUMNS, page = row / ROWS, width, height;
    int x = MARGIN + sheet->count % COLUMNS * BOX_WIDTH;
    int y = page * PAGE_HEIGHT + MARGIN + row % ROWS * BOX_HEIGHT;
    double scale = board_scale(p);
    loop_svg_size(p, &width, &height);
    text_format(&sheet->boards, "<g transform=\"translate(%g %d) scale(%.3f)\">\n",
                x + (BOX_WIDTH - width * scale) / 2, y, scale);
    if (solved)
        loop_svg_solution(&sheet->boards, p, &task->solution);
    else
        loop_svg_clues(&sheet->boards, p);
    text_string(&sheet->boards, "</g>\n");
    put_caption(&sheet->boards, task, ++sheet->count, x, y);
}

void loop_sheet_write(Text *out, const LoopSheet *sheet) {
    int pages = (sheet->count + COLUMNS * ROWS - 1) / (COLUMNS * ROWS);
    loop_svg_head(out, PAGE_WIDTH, pages * PAGE_HEIGHT, "Chess Loop");
    for (int page = 0; page < pages; page++)
        text_format(
            out,
            "<text x=\"%d\" y=\"%d\" style=\"font-size:11px\">Each piece attacks one other, of "
            "the other kind, and all make one loop; × stays empty.</text>\n",
            PAGE_WIDTH / 2, page * PAGE_HEIGHT + MARGIN - 10);
    text_append(out, &sheet->boards);
    text_string(out, "</svg>\n");
}

int loop_sheet_save(const LoopSheet *sheet, const char *path) {
    Text out = text_growing();
    loop_sheet_write(&out, sheet);
    int status = svg_pages_save(&out, 1, path);
    text_free(&out);
    return status;
}
