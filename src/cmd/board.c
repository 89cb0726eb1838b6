// SPDX-License-Identifier: MIT
//
// roek board: a position as a picture.
#include "roek/cmd/input.h"
#include "roek/notation/coord.h"
#include "roek/notation/diagram.h"

#include <string.h>

typedef struct {
    const char *format, *mark;
    bool strict;
    DiagramOptions look;
} BoardWish;

static bool read_format(BoardWish *wish) {
    if (diagram_style_find(wish->format, &wish->look.style)) return true;
    complain("--format: there is no format '%s'; text, unicode, german and svg are known",
             wish->format);
    return false;
}

/* --mark: squares with blanks or commas between them. */
static bool read_marks(BoardWish *wish) {
    const char *at = wish->mark ? wish->mark : "";
    while (*(at += strspn(at, " ,"))) {
        size_t length = strcspn(at, " ,");
        Square square = length == 2 ? square_read(at) : NO_SQUARE;
        if (square == NO_SQUARE) {
            complain("--mark: '%.*s' is not a square", (int)length, at);
            return false;
        }
        wish->look.mark |= bit(square);
        at += length;
    }
    return true;
}

static void show(const BoardWish *wish, const Position *pos) {
    Text out = text_growing();
    diagram_write(&out, pos->piece, &wish->look);
    say_text(&out, "");
    text_free(&out);
}

static int run(const Command *self, int argc, char **argv) {
    BoardWish wish = {.format = "text"};
    const char *variant = NULL;
    const Option options[] = {
        {"format", 0, OPTION_TEXT, &wish.format, "FORMAT", "text (default), unicode, german or svg",
         0, 0},
        {"flip", 0, OPTION_FLAG, &wish.look.flip, NULL, "Black at the bottom", 0, 0},
        {"frame", 0, OPTION_FLAG, &wish.look.frame, NULL, "lines between the squares", 0, 0},
        {"mark", 'm', OPTION_TEXT, &wish.mark, "SQUARES", "show these as special: e2,e4", 0, 0},
        VARIANT_OPTION(variant),
        STRICT_OPTION(wish.strict),
        {0},
    };
    Operands rest;
    OPTIONS_OR_RETURN(self, options, argc, argv, &rest);
    const Rules *rules = input_rules(variant);
    if (!rules || !read_format(&wish) || !read_marks(&wish)) return EXIT_MISUSE;
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
    .synopsis = "board [FEN|-|FILE] [options]",
    .summary = "Show a position as a picture",
    .details = "Without a FEN the start position; with '-' or a FILE one picture for each line.\n"
               "\n"
               "Examples:\n"
               "  $ roek board '8/8/8/8/8/8/k7/7K w - - 0 1'\n"
               "  $ roek board --format svg --mark e2,e4 > board.svg\n",
    .run = run,
};
