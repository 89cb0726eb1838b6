// SPDX-License-Identifier: MIT
//
// roek board: a position as a picture.
#include "cmd/common/input.h"
#include "cmd/common/output.h"
#include "cmd/loop/loop_command.h"
#include "notation/text/diagram.h"
#include "notation/text/uci_move.h"

#include <string.h>

typedef struct {
    const char *format, *mark, *arrow;
    bool strict, json;
    DiagramOptions look;
} BoardWish;

static bool read_format(BoardWish *wish) {
    if (diagram_style_find(wish->format, &wish->look.style)) return true;
    complain("--format: there is no format '%s'; known are " DIAGRAM_STYLES ", svg", wish->format);
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
        complain("--%s: '%.*s' is not %s", option, (int)length, word,
                 count == 1 ? "a square" : "two squares, such as e2e4");
    return good;
}

static bool take_mark(BoardWish *wish, const char *word, size_t length) {
    Square square;
    if (!read_squares("mark", word, length, &square, 1)) return false;
    wish->look.mark |= bit(square);
    return true;
}

/* In text an arrow is seen by its ends alone. */
static bool take_arrow(BoardWish *wish, const char *word, size_t length) {
    Square ends[2];
    DiagramOptions *look = &wish->look;
    if (!read_squares("arrow", word, length, ends, 2)) return false;
    if (look->arrow_count == DIAGRAM_ARROWS_MAX || ends[0] == ends[1]) {
        complain("--arrow: '%.*s' %s", (int)length, word,
                 ends[0] == ends[1] ? "leads nowhere" : "is one arrow too many");
        return false;
    }
    look->arrows[look->arrow_count++] = (DiagramArrow){ends[0], ends[1]};
    if (look->style != DIAGRAM_SVG) look->mark |= bit(ends[0]) | bit(ends[1]);
    return true;
}

/* Words with blanks or commas between them. */
static bool take_words(BoardWish *wish, const char *text,
                       bool (*take)(BoardWish *wish, const char *word, size_t length)) {
    const char *at = text ? text : "";
    while (*(at += strspn(at, " ,"))) {
        size_t length = strcspn(at, " ,");
        if (!take(wish, at, length)) return false;
        at += length;
    }
    return true;
}

/* --- loops ---------------------------------------------------------------------------------- */

static void draw_loop(Text *out, const LoopPuzzle *p, const LoopCheck *check, DiagramStyle style) {
    LoopFormat format = diagram_is_letters(style) ? LOOP_ASCII : LOOP_UNICODE;
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
static int show_loop(const BoardWish *wish, const Operands *rest) {
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
    draw_loop(&out, &puzzle, &check, wish->look.style);
    if (wish->json) put_in_object(&out);
    loop_put(&out);
    return EXIT_DONE;
}

static void show(const BoardWish *wish, const Position *pos) {
    Text picture = text_growing();
    diagram_write(&picture, pos->piece, &wish->look);
    if (wish->json) {
        Text out = text_growing();
        answer_open(&out, pos);
        json_put_text(&out, "picture", &picture);
        answer_close(&out);
    } else
        say_text(&picture, "");
    text_free(&picture);
}

static int run(const Command *self, int argc, char **argv) {
    BoardWish wish = {.format = "text"};
    const char *variant = NULL;
    const Option options[] = {
        {"format", 0, OPTION_TEXT, &wish.format, "FORMAT", "text (default), svg, " DIAGRAM_STYLES,
         0, 0},
        {"style", 0, OPTION_TEXT, &wish.format, "STYLE", "the same", 0, 0},
        {"flip", 0, OPTION_FLAG, &wish.look.flip, NULL, "Black at the bottom", 0, 0},
        {"frame", 0, OPTION_FLAG, &wish.look.frame, NULL, "lines between the squares", 0, 0},
        {"mark", 'm', OPTION_TEXT, &wish.mark, "SQUARES", "show these as special: e2,e4", 0, 0},
        {"arrow", 'a', OPTION_TEXT, &wish.arrow, "MOVES", "draw arrows (SVG): e2e4,g1f3", 0, 0},
        VARIANT_OPTION(variant),
        STRICT_OPTION(wish.strict),
        {"json", 0, OPTION_FLAG, &wish.json, NULL, "one JSON object per position", 0, 0},
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    const Rules *rules = input_rules(variant);
    if (!rules || !read_format(&wish)) return EXIT_MISUSE;
    if (!take_words(&wish, wish.mark, take_mark) || !take_words(&wish, wish.arrow, take_arrow))
        return EXIT_MISUSE;
    if (rest.count && strcmp(rest.items[0], "loop") == 0) return show_loop(&wish, &rest);
    Input in;
    InputPosition here;
    int used = input_open(&in, rules, &rest, 0, INPUT_FROM_START);
    if (used < 0) return EXIT_MISUSE;
    in.strict = wish.strict;
    if (used < rest.count) {
        complain("'%s' is one operand too many", rest.items[used]);
        return input_close(&in, EXIT_MISUSE);
    }
    while (input_next(&in, &here)) show(&wish, &here.pos);
    return input_close(&in, EXIT_DONE);
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
