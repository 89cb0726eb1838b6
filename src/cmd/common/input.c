// SPDX-License-Identifier: MIT
#include "cmd/common/input.h"

#include "base/os/interrupt.h"
#include "base/os/platform.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* EPD operations can be long, but not this long. */
enum { LINE_MAX_BYTES = 1 << 16 };

bool input_view(const char *name, FileContents *out) {
    bool is_stdin = strcmp(name, "-") == 0;
    if (is_stdin ? file_load_descriptor(STDIN_FILENO, out) : file_load(name, out)) return true;
    print_read_error(name);
    return false;
}

void input_print_game_error(const char *name, const PgnError *error) {
    print_error("%s, line %d, column %d: %s", name, error->line, error->column + 1, error->text);
}

const Rules *input_rules(const char *variant) {
    const Rules *rules = rules_find(variant ? variant : "chess");
    if (!rules)
        print_error("--variant: there is no game '%s'; chess and racingkings are known", variant);
    return rules;
}

/* Is the word a file name?  A FEN has no dot (an EPD may have one, behind a blank), so a word with
 * a dot names a file even if none exists.  An existing folder counts, too: the error is then that
 * it is a folder, not that it is no FEN. */
static bool names_file(const char *word) {
    return access(word, F_OK) == 0 || (strchr(word, '.') && !strchr(word, ' '));
}

bool input_is_position(const char *operand) {
    return strcmp(operand, "-") == 0 || strcmp(operand, "startpos") == 0 ||
           strpbrk(operand, "/ ") != NULL || file_exists(operand);
}

static bool is_number(const char *word) {
    return char_is_digit(word[0]) || (word[0] == '-' && char_is_digit(word[1]));
}

/* The number of separate arguments that make up the FEN.  Four fields always belong to it.  The two
 * counters belong to it if at least one of them is a number; a move or a word may follow. */
static int count_fields(const Operands *operands, int first) {
    char **items = operands->items + first;
    int count = operands->count - first;
    if (strchr(items[0], ' ') || count == 1) return 1;
    if (count <= 4) return count;
    bool clock = is_number(items[4]), both = count >= 6 && (clock || is_number(items[5]));
    return both && is_number(items[5]) ? 6 : clock ? 5 : 4;
}

/* Joins `count` operands by blanks into the line. */
static bool keep_line(Input *in, char **items, int count) {
    Text text = text_growing();
    for (int i = 0; i < count; i++) {
        if (i) text_char(&text, ' ');
        text_string(&text, items[i]);
    }
    if (text.failed || !text.data) {
        text_free(&text);
        print_memory_error();
        return false;
    }
    in->line = text.data;
    return true;
}

static void on_too_long(void *context, int number, const char *start) {
    Input *in = context;
    in->bad = true;
    in->found++;
    print_long_line_error(number, start, LINE_MAX_BYTES);
}

/* What was answered so far is shown before the next line is waited for; where interrupts are
 * watched, they end the list. */
static bool show_and_await(int fd) {
    print_flush();
    return interrupt_wait_readable(fd);
}

static void set_limit(Input *in) {
    in->lines.wait_readable = show_and_await;
    in->lines.limit = LINE_MAX_BYTES;
    in->lines.too_long = on_too_long;
    in->lines.context = in;
}

static bool open_file(Input *in, const char *name) {
    in->is_list = line_reader_open(&in->lines, name);
    if (!in->is_list) print_read_error(name);
    set_limit(in);
    return in->is_list;
}

int input_open(Input *in, const Rules *rules, const Operands *operands, int first,
               InputDefault otherwise) {
    *in = (Input){.rules = rules};
    const char *word = first < operands->count ? operands->items[first] : NULL;
    bool from_stdin = word ? strcmp(word, "-") == 0 : otherwise == INPUT_FROM_STDIN;
    if (from_stdin) {
        if (platform_is_terminal(STDIN_FILENO) && platform_is_terminal(STDERR_FILENO))
            print_err("One FEN or EPD per line, please; Ctrl-D ends.\n");
        in->lines = line_reader_on(STDIN_FILENO);
        in->is_list = true;
        set_limit(in);
        return word != NULL;
    }
    if (!word || strcmp(word, "startpos") == 0) {
        in->line = strdup(rules->start_fen);
        if (!in->line) print_memory_error();
        return in->line ? word != NULL : -1;
    }
    if (names_file(word)) return open_file(in, word) ? 1 : -1;
    int fields = count_fields(operands, first);
    return keep_line(in, operands->items + first, fields) ? fields : -1;
}

void input_place(const InputPosition *position, char out[INPUT_PLACE_MAX]) {
    Text text = text_on(out, INPUT_PLACE_MAX);
    if (position->number) text_format(&text, "line %d: ", position->number);
}

void input_print_error(Input *in, const InputPosition *position, EpdResult result) {
    char place[INPUT_PLACE_MAX], why[FEN_FAULT_MAX];
    input_place(position, place);
    epd_fault_text(result, why);
    print_error_at(in->line, result.column, "%s%s", place, why);
    in->bad = true;
}

bool input_accepts(bool strict, const char *place, const char *text, FenResult result) {
    char why[FEN_FAULT_MAX];
    if (!result.faults) return true;
    FenResult fault = fen_unplayable(text, result.faults);
    fen_fault_text(fault, why);
    if (strict)
        print_error_at(text, fault.column, "%s%s", place, why);
    else
        print_warning("%s%s; it is ignored", place, why);
    return !strict;
}

static bool is_comment(const Input *in, const char *start) {
    return *start == '#' && !(in->hash_counts && char_is_digit(start[1]));
}

/* Reads a line of the list that is neither blank nor a comment. */
static bool next_line(Input *in) {
    const char *line;
    while (!interrupt_pending() && line_reader_next(&in->lines, &line)) {
        in->number = in->lines.number;
        if (in->lines.had_nul) {
            print_error("line %d: a zero byte is not text", in->number);
            in->bad = true;
            in->found++;
            continue;
        }
        const char *start = line + strspn(line, " \t");
        if (!*start || is_comment(in, start)) continue;
        in->found++;
        free(in->line);
        in->line = strdup(line);
        if (in->line) {
            text_sanitize(in->line, strlen(in->line)); // messages may repeat the line
            return true;
        }
        in->lines.error = ENOMEM;
        break;
    }
    in->failed = in->lines.error != 0;
    print_input_error("the positions", in->lines.error);
    bool empty = in->found == 0 && !interrupt_pending();
    if (!in->failed && empty)
        print_error("there is no position to work on; one FEN or EPD per line is wanted");
    in->bad |= empty;
    return false;
}

const char *input_next_line(Input *in) {
    if (in->is_list) return next_line(in) ? in->line : NULL;
    return in->number++ == 0 ? in->line : NULL;
}

bool input_next(Input *in, InputPosition *out) {
    while (input_next_line(in)) {
        out->number = in->is_list ? in->number : 0;
        EpdResult r = epd_read_position(in->line, in->rules, &out->epd, &out->pos);
        char place[INPUT_PLACE_MAX];
        input_place(out, place);
        if (r.fault != EPD_OK)
            input_print_error(in, out, r);
        else if (input_accepts(in->strict, place, in->line, r.fen))
            return true;
        in->bad = true;
    }
    return false;
}

void input_write_job(Text *job, const Input *in, const InputPosition *position) {
    text_format(job, "%d\t", position->number);
    text_string(job, in->line);
}

bool input_read_job(const char *job, const Rules *rules, InputPosition *out) {
    int64_t number;
    Cursor c = cursor_on(job);
    bool formed = cursor_int(&c, 0, INT_MAX, &number) && *c.at == '\t';
    if (formed && epd_read_position(c.at + 1, rules, &out->epd, &out->pos).fault == EPD_OK) {
        out->number = (int)number;
        return true;
    }
    print_error("this is no job with a position: '%s'", job);
    return false;
}

int input_status(const Input *in, int status) {
    return in->failed ? EXIT_MACHINE : in->bad ? EXIT_MISUSE : status;
}

int input_close(Input *in, int status) {
    if (in->is_list) line_reader_free(&in->lines);
    free(in->line);
    in->line = NULL;
    return input_status(in, status);
}
