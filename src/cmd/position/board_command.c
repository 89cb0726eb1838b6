// SPDX-License-Identifier: MIT
//
// roek board: a position as a picture.
#include "cmd/common/input.h"
#include "cmd/common/long_work.h"
#include "cmd/common/output.h"
#include "cmd/loop/loop_command.h"
#include "notation/text/diagram.h"
#include "notation/text/uci_move.h"

#include <string.h>

typedef struct {
    const char *format, *mark, *arrow;
    bool strict, json;
    DiagramOptions diagram;
} BoardCommandOptions;

static bool read_format(BoardCommandOptions *opts) {
    if (diagram_style_find(opts->format, &opts->diagram.style)) return true;
    print_error("--format: there is no format '%s'; known are " DIAGRAM_STYLES ", svg",
                opts->format);
    return false;
}

/* The squares of one word: two letters each; false after complaining. */
static bool read_squares(const char *option, const char *word, size_t length, Square *out,
                         size_t count) {
    bool good = length == 2 * count;
    for (size_t i = 0; good && i < count; i++) {
        out[i] = square_read(word + 2 * i);
        good = out[i] != NO_SQUARE;
    }
    if (!good)
        print_error("--%s: '%.*s' is not %s", option, (int)length, word,
                    count == 1 ? "a square" : "two squares, such as e2e4");
    return good;
}

static bool take_mark(BoardCommandOptions *opts, const char *word, size_t length) {
    Square square;
    if (!read_squares("mark", word, length, &square, 1)) return false;
    opts->diagram.mark |= bit(square);
    return true;
}

/* In text an arrow is seen by its ends alone. */
static bool take_arrow(BoardCommandOptions *opts, const char *word, size_t length) {
    Square ends[2];
    DiagramOptions *diagram = &opts->diagram;
    if (!read_squares("arrow", word, length, ends, 2)) return false;
    if (diagram->arrow_count == DIAGRAM_ARROWS_MAX || ends[0] == ends[1]) {
        print_error("--arrow: '%.*s' %s", (int)length, word,
                    ends[0] == ends[1] ? "leads nowhere" : "is one arrow too many");
        return false;
    }
    diagram->arrows[diagram->arrow_count++] = (DiagramArrow){ends[0], ends[1]};
    if (diagram->style != DIAGRAM_SVG) diagram->mark |= bit(ends[0]) | bit(ends[1]);
    return true;
}

/* Words with blanks or commas between them. */
static bool take_words(BoardCommandOptions *opts, const char *text,
                       bool (*take)(BoardCommandOptions *opts, const char *word, size_t length)) {
    const char *at = text ? text : "";
    while (*(at += strspn(at, " ,"))) {
        size_t length = strcspn(at, " ,");
        if (!take(opts, at, length)) return false;
        at += length;
    }
    return true;
}

// --- loops ---

static void draw_loop(Text *out, const LoopPuzzle *p, const LoopCheck *check, DiagramStyle style) {
    LoopFormat format = diagram_is_ascii(style) ? LOOP_ASCII : LOOP_UNICODE;
    bool solved = check->verdict == LOOP_SOLVED;
    int width, height;
    if (style != DIAGRAM_SVG && solved) loop_draw(out, p, &check->solution, format);
    if (style != DIAGRAM_SVG && !solved) loop_draw_clues(out, p, format);
    if (style != DIAGRAM_SVG) return;
    loop_svg_size(p, &width, &height);
    loop_svg_head(out, width, height, "Chess Loop");
    if (solved)
        loop_svg_solution(out, p, &check->solution);
    else
        loop_svg_clues(out, p);
    text_string(out, "</svg>\n");
}

static void put_in_object(Text *picture) {
    Text out = text_growing();
    json_open(&out, '{');
    json_put_text(&out, "picture", picture);
    json_close(&out, '}');
    text_char(&out, '\n');
    text_free(picture);
    *picture = out;
}

/* loop ROWS COLS N TYPE1 TYPE2 [PIECES]: with arrows if that is a solution. */
static int show_loop(const BoardCommandOptions *opts, const Operands *rest) {
    LoopPuzzle puzzle;
    int words = rest->count - 1 < 5 ? rest->count - 1 : 5;
    if (!loop_read_puzzle(rest->items + 1, words, &puzzle)) return EXIT_MISUSE;
    for (int i = 6; i < rest->count; i++)
        if (!loop_read_pieces("the board", rest->items[i], &puzzle, puzzle.mark))
            return EXIT_MISUSE;
    LoopPuzzle bare = puzzle;
    memset(bare.mark, 0, sizeof bare.mark);
    LoopCheck check = loop_check(&bare, puzzle.mark);
    Text out = text_growing();
    draw_loop(&out, &puzzle, &check, opts->diagram.style);
    if (opts->json) put_in_object(&out);
    loop_print(&out);
    return EXIT_DONE;
}

static void show(const BoardCommandOptions *opts, const Position *pos) {
    Text picture = text_growing();
    diagram_write(&picture, pos->piece, &opts->diagram);
    if (opts->json) {
        Text out = text_growing();
        output_json_open(&out, pos);
        json_put_text(&out, "picture", &picture);
        output_json_print(&out);
    } else
        print_text(&picture, "");
    text_free(&picture);
}

static int run(const Command *self, int argc, char **argv) {
    BoardCommandOptions opts = {.format = "text"};
    const char *variant = NULL;
    const Option options[] = {
        {"format", 0, OPTION_TEXT, &opts.format, "FORMAT", "text (default), svg, " DIAGRAM_STYLES,
         0, 0},
        {"style", 0, OPTION_TEXT, &opts.format, "STYLE", "the same", 0, 0},
        {"flip", 0, OPTION_FLAG, &opts.diagram.flip, NULL, "Black at the bottom", 0, 0},
        {"frame", 0, OPTION_FLAG, &opts.diagram.frame, NULL, "lines between the squares", 0, 0},
        {"mark", 'm', OPTION_TEXT, &opts.mark, "SQUARES", "show these as special: e2,e4", 0, 0},
        {"arrow", 'a', OPTION_TEXT, &opts.arrow, "MOVES", "draw arrows (SVG): e2e4,g1f3", 0, 0},
        VARIANT_OPTION(variant),
        STRICT_OPTION(opts.strict),
        JSON_OPTION(opts.json),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    const Rules *rules = input_rules(variant);
    if (!rules || !read_format(&opts)) return EXIT_MISUSE;
    if (!take_words(&opts, opts.mark, take_mark) || !take_words(&opts, opts.arrow, take_arrow))
        return EXIT_MISUSE;
    if (rest.count && strcmp(rest.items[0], "loop") == 0) return show_loop(&opts, &rest);
    Input in;
    InputPosition here;
    int used = input_open(&in, rules, &rest, 0, INPUT_FROM_START);
    if (used < 0) return EXIT_MISUSE;
    in.strict = opts.strict;
    if (used < rest.count) {
        print_error("'%s' is one operand too many", rest.items[used]);
        return input_close(&in, EXIT_MISUSE);
    }
    long_work_begin(self);
    while (input_next(&in, &here)) show(&opts, &here.pos);
    return long_work_end(self, input_close(&in, EXIT_DONE));
}

const Command command_board = {
    .name = "board",
    .synopsis = "board [FEN|-|FILE] [options]\n"
                "       roek board loop ROWS COLS N TYPE1 TYPE2 [PIECES] [options]",
    .summary = "Show a position as a picture",
    .details =
        "Without a FEN the start position; with '-' or a FILE one picture for each line.\n"
        "A board of a Chess Loop puzzle has the pieces that are given (\"Ka2 Nb4\"), and arrows\n"
        "if they solve it.\n"
        "\n"
        "Examples:\n"
        "  $ roek board '8/8/8/8/8/8/k7/7K w - - 0 1'\n"
        "  $ roek board --format svg --mark e2,e4 --arrow e2e4 > board.svg\n"
        "  $ roek board loop 2 3 2 kings knights 'Ka2 Nc1' --format unicode\n",
    .run = run,
};
