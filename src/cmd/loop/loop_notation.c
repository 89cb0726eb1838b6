// SPDX-License-Identifier: MIT
//
// Words in and out of `roek loop`: puzzles, squares, pieces, placements.
#include "cmd/common/command.h"
#include "cmd/loop/loop_command.h"

#include <string.h>

/* A number as people mistype it: zero, negative, huge and "x" all get one clear line. */
static bool read_number(const char *word, const char *what, int64_t max, int *out) {
    int64_t value;
    if (text_to_int(word, 1, max, &value)) {
        *out = (int)value;
        return true;
    }
    print_error("%s must be a whole number from 1 to %lld, not '%s'", what, (long long)max, word);
    return false;
}

static bool read_type(const char *word, LoopType *type) {
    if (loop_type_read(word, type)) return true;
    print_error("unknown type '%s'; the types are kings queens rooks bishops knights", word);
    return false;
}

bool loop_read_puzzle(char **words, int count, LoopPuzzle *puzzle) {
    if (count != 5) {
        print_error("a puzzle is ROWS COLS N TYPE1 TYPE2, for example 'roek loop 2 3 2 kings "
                    "knights'; see 'roek help loop'");
        return false;
    }
    memset(puzzle, 0, sizeof *puzzle);
    if (!read_number(words[0], "ROWS", LOOP_MAX_SQUARES, &puzzle->rows) ||
        !read_number(words[1], "COLS", LOOP_MAX_SQUARES, &puzzle->cols) ||
        !read_number(words[2], "N", LOOP_MAX_SQUARES, &puzzle->n) ||
        !read_type(words[3], &puzzle->type[0]) || !read_type(words[4], &puzzle->type[1]))
        return false;
    LoopFault fault = loop_fault(puzzle);
    if (fault == LOOP_OK) return true;
    if (fault == LOOP_TOO_MANY)
        print_error("%d pieces do not fit on %d squares (%d x %d)", 2 * puzzle->n,
                    puzzle->rows * puzzle->cols, puzzle->rows, puzzle->cols);
    else
        print_error("%s", loop_fault_text(fault));
    return false;
}

bool loop_read_format(const char *text, LoopFormat *format) {
    static const char *const names[] = {"unicode", "ascii", "svg", "json", "list"};
    for (int i = 0; i < 5; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        *format = (LoopFormat)i;
        return true;
    }
    print_error("--format wants unicode, ascii, svg, json or list, not '%s'", text);
    return false;
}

const char *loop_square_name(const LoopPuzzle *p, int square, char name[LOOP_NAME_MAX]) {
    Text t = text_on(name, LOOP_NAME_MAX);
    char letters[4];
    int count = 0;
    for (int n = square % p->cols + 1; n > 0; n = (n - 1) / 26)
        letters[count++] = (char)('a' + (n - 1) % 26);
    while (count > 0) text_char(&t, letters[--count]);
    text_int(&t, p->rows - square / p->cols);
    return name;
}

void loop_write_puzzle(Text *out, const LoopPuzzle *p) {
    text_format(out, "%d %d %d %ss %ss", p->rows, p->cols, p->n, loop_type_name(p->type[0]),
                loop_type_name(p->type[1]));
}

/* ` --given "Ka1 Nc2"` or ` --empty "b2"`, or nothing. */
static void write_option(Text *out, const LoopPuzzle *p, const char *option, bool pieces) {
    int count = 0;
    for (int s = 0; s < p->rows * p->cols; s++) {
        bool piece = p->mark[s] == LOOP_FIRST || p->mark[s] == LOOP_SECOND;
        if (pieces ? !piece : p->mark[s] != LOOP_EMPTY) continue;
        char name[LOOP_NAME_MAX];
        if (count++ == 0)
            text_format(out, " --%s \"", option);
        else
            text_char(out, ' ');
        if (piece) text_char(out, loop_type_letter(p->type[p->mark[s] == LOOP_SECOND]));
        text_string(out, loop_square_name(p, s, name));
    }
    if (count > 0) text_char(out, '"');
}

void loop_write_marks(Text *out, const LoopPuzzle *p) {
    write_option(out, p, "given", true);
    write_option(out, p, "empty", false);
}

static bool is_letter(char c) {
    return char_lower(c) >= 'a' && char_lower(c) <= 'z';
}

/* Reads a number from 1, at most `max`, digits only. */
static bool scan_number(Cursor *c, int max, int *out) {
    int n = 0;
    if (!char_is_digit(*c->at)) return false;
    while (char_is_digit(*c->at) && n <= max) n = 10 * n + (*c->at++ - '0');
    *out = n;
    return n >= 1 && n <= max;
}

/* Reads "b3" or "7"; the cursor stays at the start of what is wrong. */
static bool scan_square(Cursor *c, const LoopPuzzle *p, int *square) {
    Cursor at = *c;
    int col = 0, number;
    while (is_letter(*at.at) && col <= p->cols) col = 26 * col + (char_lower(*at.at++) - 'a' + 1);
    if (col == 0) {
        if (!scan_number(&at, p->rows * p->cols, &number)) return false;
        *square = number - 1;
    } else {
        if (col > p->cols || !scan_number(&at, p->rows, &number)) return false;
        *square = (p->rows - number) * p->cols + col - 1;
    }
    *c = at;
    return true;
}

static bool bad_square(const char *option, const Cursor *c, const LoopPuzzle *p) {
    char last[LOOP_NAME_MAX];
    print_error_at(c->start, cursor_column(c), "%s wants a square from a1 to %s or from 1 to %d",
                   option, loop_square_name(p, p->cols - 1, last), p->rows * p->cols);
    return false;
}

/* The arrow between the pieces of a loop as it is printed; 0: there is none. */
static size_t arrow_length(const char *at) {
    if (strncmp(at, "->", 2) == 0) return 2;
    return strncmp(at, "→", strlen("→")) == 0 ? strlen("→") : 0;
}

/* Blanks, commas and arrows; was there an arrow? */
static bool skip_separators(Cursor *c) {
    bool arrow = false;
    for (;;) {
        size_t length = arrow_length(c->at);
        if (length == 0 && !char_is_space(*c->at) && *c->at != ',') return arrow;
        arrow |= length > 0;
        c->at += length ? length : 1;
    }
}

static bool set_mark(const char *option, const Cursor *c, int square, LoopMark value,
                     uint8_t mark[]) {
    if (mark[square] != LOOP_UNKNOWN && mark[square] != value) {
        print_error_at(c->start, cursor_column(c), "%s says two things about one square", option);
        return false;
    }
    mark[square] = (uint8_t)value;
    return true;
}

bool loop_read_empty(const char *option, const char *text, const LoopPuzzle *p, uint8_t mark[]) {
    Cursor c = cursor_on(text);
    for (skip_separators(&c); !cursor_done(&c); skip_separators(&c)) {
        Cursor start = c;
        int square;
        if (!scan_square(&c, p, &square) || is_letter(*c.at)) return bad_square(option, &start, p);
        if (!set_mark(option, &start, square, LOOP_EMPTY, mark)) return false;
    }
    return true;
}

/* The mark for a type written as a letter or a word. */
static bool scan_type(Cursor *c, const LoopPuzzle *p, LoopMark *mark) {
    const char *word = c->at;
    while (is_letter(*c->at)) c->at++;
    size_t length = (size_t)(c->at - word);
    for (int t = 0; t < 2; t++) {
        char letter[2] = {loop_type_letter(p->type[t]), '\0'};
        if (!span_is_nocase(word, length, letter) &&
            !span_is_nocase(word, length, loop_type_name(p->type[t])))
            continue;
        *mark = t == 0 ? LOOP_FIRST : LOOP_SECOND;
        return true;
    }
    c->at = word;
    return false;
}

static bool bad_piece(const char *option, const Cursor *c, const LoopPuzzle *p) {
    print_error_at(c->start, cursor_column(c), "%s: the pieces of this puzzle are %c and %c",
                   option, loop_type_letter(p->type[0]), loop_type_letter(p->type[1]));
    return false;
}

/* "Ka1": the letter of a piece, then its square, and no '=' behind it, which would make the letter
 * part of the square's name. */
static bool scan_named_piece(Cursor *c, const LoopPuzzle *p, int *square, LoopMark *value) {
    Cursor at = *c;
    for (int t = 0; t < 2; t++) {
        if (char_upper(*c->at) != loop_type_letter(p->type[t])) continue;
        at.at = c->at + 1;
        if (!is_letter(*at.at) || !scan_square(&at, p, square) || *at.at == '=') continue;
        *value = t == 0 ? LOOP_FIRST : LOOP_SECOND;
        *c = at;
        return true;
    }
    return false;
}

/* "a1=K": is the word meant so, whatever stands before the '='? */
static bool is_assignment(const char *word) {
    while (is_letter(*word) || char_is_digit(*word)) word++;
    return *word == '=';
}

static bool is_piece_letter(char c, const LoopPuzzle *p) {
    return char_upper(c) == loop_type_letter(p->type[0]) ||
           char_upper(c) == loop_type_letter(p->type[1]);
}

/* Complains about the part of a word that is wrong where no square could be read: in "Ka9" that is
 * the square behind the letter of a piece, in "Qa1" the letter. */
static void print_word_error(const char *option, const Cursor *c, const LoopPuzzle *p) {
    Cursor square = *c;
    bool lettered = is_letter(c->at[0]) && is_letter(c->at[1]) && !is_assignment(c->at);
    bool known = lettered && is_piece_letter(*c->at, p);
    if (known) square.at++;
    if (lettered && !known && char_upper(*c->at) == *c->at)
        bad_piece(option, c, p);
    else
        bad_square(option, &square, p);
}

/* "a1=K" or "7=knight"; false after complaining. */
static bool read_assignment(const char *option, Cursor *c, const LoopPuzzle *p, int *square,
                            LoopMark *value) {
    char letter = loop_type_letter(p->type[0]);
    if (!scan_square(c, p, square)) {
        print_word_error(option, c, p);
        return false;
    }
    if (*c->at != '=') {
        print_error_at(c->start, cursor_column(c), "%s wants pieces such as %ca1 or a1=%c", option,
                       letter, letter);
        return false;
    }
    c->at++;
    return scan_type(c, p, value) || bad_piece(option, c, p);
}

/* A piece in either way of writing; false after complaining. */
static bool read_piece(const char *option, Cursor *c, const LoopPuzzle *p, int *square,
                       LoopMark *value) {
    return scan_named_piece(c, p, square, value) || read_assignment(option, c, p, square, value);
}

bool loop_read_pieces(const char *option, const char *text, const LoopPuzzle *p, uint8_t mark[]) {
    Cursor c = cursor_on(text);
    for (skip_separators(&c); !cursor_done(&c); skip_separators(&c)) {
        Cursor start = c;
        int square;
        LoopMark value;
        if (!read_piece(option, &c, p, &square, &value)) return false;
        if (!set_mark(option, &start, square, value, mark)) return false;
    }
    return true;
}

bool loop_read_placement(const char *text, const LoopPuzzle *p, uint8_t placement[]) {
    if (*text && !strchr(text, '|')) return loop_read_pieces("the placement", text, p, placement);
    Cursor c = cursor_on(text);
    LoopMark side = LOOP_FIRST;
    for (skip_separators(&c); !cursor_done(&c); skip_separators(&c)) {
        Cursor start = c;
        int square;
        if (*c.at == '|' && side == LOOP_FIRST) {
            side = LOOP_SECOND;
            c.at++;
            continue;
        }
        if (!scan_square(&c, p, &square)) return bad_square("the placement", &start, p);
        if (!set_mark("the placement", &start, square, side, placement)) return false;
    }
    if (side == LOOP_SECOND) return true;
    print_error("a placement is written '1 5 | 2 6' or 'Ka1 Nc2'");
    return false;
}

static bool attacks(const LoopSolution *solution, int from, int to) {
    for (int i = 0; i < solution->length; i++)
        if (solution->square[i] == from) return solution->square[(i + 1) % solution->length] == to;
    return false;
}

/* A list of squares has no order that arrows could tell. */
bool loop_find_wrong_arrow(const char *text, const LoopPuzzle *p, const LoopSolution *solution,
                           int *from, int *to) {
    Cursor c = cursor_on(text);
    LoopMark type;
    if (strchr(text, '|')) return false;
    *from = -1;
    for (bool arrow = skip_separators(&c); !cursor_done(&c); arrow = skip_separators(&c)) {
        if (!read_piece("the placement", &c, p, to, &type)) return false;
        if (arrow && *from >= 0 && !attacks(solution, *from, *to)) return true;
        *from = *to;
    }
    return false;
}

bool loop_read_marks(const LoopCommandOptions *opts, LoopPuzzle *p) {
    if (opts->given && !loop_read_pieces("--given", opts->given, p, p->mark)) return false;
    if (opts->empty && !loop_read_empty("--empty", opts->empty, p, p->mark)) return false;
    LoopFault fault = loop_fault(p);
    if (fault != LOOP_OK) print_error("%s", loop_fault_text(fault));
    return fault == LOOP_OK;
}
