// SPDX-License-Identifier: MIT
//
// Puzzles on paper: pages of A4 in one SVG file, or in PDF by a program that the system may have.
#include "roek/base/clock.h"
#include "roek/base/file.h"
#include "roek/base/process.h"
#include "roek/cmd/command.h"
#include "roek/cmd/loop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
enum { CONVERT_MS = 60000 };

/* As large as fits into a box, above its caption. */
static double board_scale(const LoopPuzzle *p) {
    int width, height;
    loop_svg_size(p, &width, &height);
    double x = (double)(BOX_WIDTH - GAP) / width, y = (double)(BOX_HEIGHT - CAPTION) / height;
    return x < y ? x : y;
}

static void put_caption(Text *out, const LoopTask *task, int number, int x, int y) {
    const LoopPuzzle *p = &task->puzzle;
    text_format(out, "<text x=\"%d\" y=\"%d\" style=\"font-size:12px\">", x + BOX_WIDTH / 2,
                y + BOX_HEIGHT - CAPTION / 2);
    text_format(out, "%d. %d %ss, %d %ss (%s)</text>\n", number, p->n, loop_type_name(p->type[0]),
                p->n, loop_type_name(p->type[1]), loop_level_name(task->level));
}

void loop_sheet_add(LoopSheet *sheet, const LoopTask *task, bool solved) {
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
    text_join(out, &sheet->boards);
    text_string(out, "</svg>\n");
}

/* Gives the text to the converter line by line; false if it does not take it. */
static bool feed(Process *p, char *text) {
    for (char *line = text; line && *line;) {
        char *end = strchr(line, '\n');
        if (end) *end = '\0';
        if (!process_write(p, line)) return false;
        line = end ? end + 1 : NULL;
    }
    process_close_input(p);
    const char *said;
    int64_t deadline = clock_ms() + CONVERT_MS;
    ProcessRead r;
    while ((r = process_read(p, deadline, NULL, &said)) == PROCESS_LINE) continue;
    return r == PROCESS_CLOSED;
}

static Process *start_converter(const char *path, int *error) {
    char program[] = "rsvg-convert", format[] = "--format=pdf", output[] = "--output";
    char *target = strdup(path);
    char *const argv[] = {program, format, output, target, NULL};
    *error = ENOMEM;
    Process *p = target ? process_start(argv, error) : NULL;
    free(target);
    return p;
}

static int convert(char *svg, const char *path) {
    int error;
    char how[PROCESS_HOW_MAX] = "";
    Process *p = start_converter(path, &error);
    if (!p) {
        complain("cannot make '%s': %s", path,
                 error == ENOENT ? "there is no rsvg-convert (Debian: librsvg2-bin)"
                                 : strerror(error));
        return EXIT_MACHINE;
    }
    bool fed = feed(p, svg);
    process_end(p, CONVERT_MS, how);
    if (fed && strcmp(how, "exit status 0") == 0) return EXIT_DONE;
    complain("cannot make '%s': rsvg-convert ended with %s", path, how);
    return EXIT_MACHINE;
}

static bool is_pdf(const char *path) {
    size_t length = strlen(path);
    return length > 4 && span_is_nocase(path + length - 4, 4, ".pdf");
}

int loop_sheet_save(const LoopSheet *sheet, const char *path) {
    Text out = text_growing();
    loop_sheet_write(&out, sheet);
    int status = EXIT_DONE;
    if (out.failed) {
        complain_memory();
        status = EXIT_MACHINE;
    } else if (is_pdf(path)) {
        status = convert(out.data, path);
    } else if (!file_replace(path, &(FilePart){out.data, out.used}, 1)) {
        complain_unwritable(path);
        status = EXIT_MACHINE;
    }
    text_free(&out);
    return status;
}
