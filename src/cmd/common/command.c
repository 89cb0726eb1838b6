// SPDX-License-Identifier: MIT
#include "cmd/common/command.h"

#include "base/file/file.h"

#include "base/file/line_reader.h"
#include "base/os/platform.h"
#include "base/text/text.h"
#include "base/thread/thread.h"
#include "console/wrap.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The longest message that is printed whole. */
enum { REMARK_MAX = 4096 };

/* The bytes of input that are printed before and after the caret. */
enum { SHOWN_BEFORE = 160, SHOWN_AFTER = 160 };

/* The buffer for a message with such a text. */
enum { REMARK_ROOM = REMARK_MAX + 3 * (SHOWN_BEFORE + SHOWN_AFTER) };

const Command *command_find(const char *name) {
    if (strcmp(name, "analyze") == 0) name = "analyse";
    for (const Command *const *c = commands; *c; c++)
        if (strcmp((*c)->name, name) == 0) return *c;
    return NULL;
}

int command_call(const Command *command, const BatchRunner *runner, int argc, char **argv) {
    char **copy = calloc((size_t)argc + 1, sizeof *copy); // options_read changes the order
    if (!copy) {
        print_memory_error();
        return EXIT_MACHINE;
    }
    memcpy(copy, argv, (size_t)argc * sizeof *copy);
    const Option *options = NULL;
    Command called = *command;
    called.options = &options;
    called.runner = runner;
    called.words = argv;
    called.word_count = argc;
    int status = called.run(&called, argc, copy);
    free(copy);
    return status;
}

typedef struct {
    int (*run)(int argc, char **argv);
    int argc;
    char **argv;
    int status;
} MainCall;

static void *main_call_run(void *argument) {
    MainCall *p = argument;
    p->status = p->run(p->argc, p->argv);
    return NULL;
}

int command_main(int (*run)(int argc, char **argv), int argc, char **argv) {
    MainCall program = {run, argc, argv, EXIT_MACHINE};
    pthread_t thread;
    if (platform_main_stack_size() < THREAD_STACK && thread_start(&thread, main_call_run, &program))
        pthread_join(thread, NULL);
    else
        main_call_run(&program);
    return program.status;
}

void print_unknown_command(const char *name) {
    NearWord near = near_word_to(name, strlen(name));
    near_word_try(&near, "help");
    near_word_try(&near, "version");
    for (const Command *const *c = commands; *c; c++) near_word_try(&near, (*c)->name);
    if (near.found)
        print_error("no such command: '%s'; did you mean '%s'?", name, near.found);
    else
        print_error("no such command: '%s'; 'roek help' lists them", name);
}

/* One line without its line end.  Control characters are escaped.  It is written into a fixed
 * buffer, as there may be no memory. */
static void put_remark(Text *out, const char *kind, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));
static void put_remark(Text *out, const char *kind, const char *format, va_list args) {
    char text[REMARK_MAX] = "";
    vsnprintf(text, sizeof text, format, args);
    text_sanitize(text, strlen(text));
    text_string(out, kind);
    text_string(out, ": ");
    text_string(out, text);
}

/* Flushes standard output first, so that answers and messages keep their order on a terminal.
 * Writes in one call, so that the messages of two threads never mix. */
static void show_remark(Text *out) {
    text_char(out, '\n');
    fflush(stdout);
    fputs(text_get(out), stderr);
}

static void print_remark(const char *kind, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
static void print_remark(const char *kind, const char *format, va_list args) {
    char room[REMARK_ROOM];
    Text out = text_on(room, sizeof room);
    put_remark(&out, kind, format, args);
    show_remark(&out);
}

void print_error(const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_remark("error", format, args);
    va_end(args);
}

void print_warning(const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_remark("warning", format, args);
    va_end(args);
}

void put_error(Text *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_remark(out, "error", format, args);
    va_end(args);
    text_char(out, '\n');
}

/* Replaces tabs and control characters, which would move the caret away from its place. */
static void put_visible(Text *out, const char *text, int bytes) {
    char shown[SHOWN_BEFORE + SHOWN_AFTER + UTF8_MAX];
    Text copy = text_on(shown, sizeof shown);
    text_bytes(&copy, text, strnlen(text, (size_t)bytes));
    text_sanitize(shown, copy.used);
    for (char *c = shown; *c; c++) text_char(out, *c == '\t' ? ' ' : *c);
}

static bool is_continuation(char c) {
    return (c & 0xc0) == 0x80;
}

/* The start of the UTF-8 character at this byte; a byte that belongs to none is its own start. */
static int character_start(const char *text, int at) {
    int start = at;
    while (start > 0 && at - start < UTF8_MAX - 1 && is_continuation(text[start])) start--;
    return is_continuation(text[start]) ? at : start;
}

void print_error_at(const char *text, int column, const char *format, ...) {
    char room[REMARK_ROOM];
    Text out = text_on(room, sizeof room);
    va_list args;
    va_start(args, format);
    put_remark(&out, "error", format, args);
    va_end(args);
    text_format(&out, " (column %d)\n  ", text_width(text, (size_t)column) + 1);
    int from = character_start(text, column > SHOWN_BEFORE ? column - SHOWN_BEFORE : 0);
    int bytes = column - from + SHOWN_AFTER;
    if ((int)strnlen(text + from, (size_t)bytes + 1) > bytes)
        bytes = character_start(text, from + bytes) - from;
    put_visible(&out, text + from, bytes);
    text_format(&out, "\n  %*s^", text_width(text + from, (size_t)(column - from)), "");
    show_remark(&out);
}

void print_long_line_error(int number, const char *start, int limit) {
    print_error("line %d has more than %d bytes and is skipped: '%s…'", number, limit, start);
}

/* Errors that decide the exit status.  They belong to the process; any thread may set them. */
static atomic_bool out_of_memory, machine_failed, tablebase_lost, output_lost;

void print_memory_error(void) {
    if (!atomic_exchange(&out_of_memory, true)) print_error("not enough memory");
}

bool memory_ran_out(void) {
    return atomic_load(&out_of_memory);
}

/* Is the cause a wrong file name, and not a failure of the machine? */
static bool is_bad_name(int error) {
    return error == 0 || error == ENOENT || error == ENOTDIR || error == EISDIR ||
           error == EACCES || error == ELOOP || error == ENAMETOOLONG || error == EFBIG;
}

static void print_file_error(const char *verb, const char *path) {
    if (errno == ENOMEM)
        print_memory_error();
    else
        print_error("cannot %s '%s': %s", verb, path,
                    errno ? strerror(errno) : "the file is empty");
}

void print_write_error(const char *path) {
    atomic_store(&machine_failed, true);
    print_file_error("write", path);
}

void print_read_error(const char *path) {
    if (!is_bad_name(errno)) atomic_store(&machine_failed, true);
    print_file_error("read", path);
}

bool overwrites_input(const char *option, const char *path, const Operands *read) {
    for (int i = 0; i < read->count; i++) {
        if (strcmp(read->items[i], "-") == 0 || !file_is_same(path, read->items[i])) continue;
        print_error("%s and what is read are the same file: '%s'", option, path);
        return true;
    }
    return false;
}

void print_tablebase_error(void) {
    atomic_store(&machine_failed, true);
    if (!atomic_exchange(&tablebase_lost, true))
        print_error("a tablebase is damaged, or became shorter or unreadable under way: "
                    "it told nothing");
}

void print_input_error(const char *what, int error) {
    if (error) atomic_store(&machine_failed, true);
    if (error == ENOMEM)
        print_memory_error();
    else if (error)
        print_error("cannot read %s: %s", what, strerror(error));
}

void print_text(const Text *text, const char *end) {
    if (text->failed)
        print_memory_error();
    else
        printf("%s%s", text_get(text), end);
}

void print_wrapped_text(const Text *text) {
    const char *words = text_get(text);
    int columns = platform_terminal_columns(STDOUT_FILENO);
    if (columns == 0 || text->failed || text->used == 0) {
        print_text(text, "");
        return;
    }
    Text out = text_growing();
    wrap_text(&out, words, columns - 1);
    bool open = words[text->used - 1] != '\n';
    if (open && !out.failed) out.data[--out.used] = '\0';
    print_text(&out, "");
    text_free(&out);
}

int finish_output(int status) {
    if (memory_ran_out() || atomic_load(&machine_failed)) status = EXIT_MACHINE;
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    // errno of an earlier failure is lost; writing one more byte fails for the same reason
    if (!errno && fputc('\n', stdout) != EOF) fflush(stdout);
    int reason = errno ? errno : EIO;
    if (!atomic_exchange(&output_lost, true))
        print_error("cannot write the output: %s", strerror(reason));
    return EXIT_MACHINE;
}

static void put_option(Text *out, const Option *o) {
    char left[64];
    Text t = text_on(left, sizeof left);
    if (o->letter) text_format(&t, "-%c, ", o->letter);
    text_format(&t, "--%s", o->name);
    if (o->kind != OPTION_FLAG) text_format(&t, " %s", o->argument ? o->argument : "N");
    text_format(out, "  %-26s %s\n", left, o->help);
}

void command_print_help(const Command *self, const Option *options) {
    Text out = text_growing();
    text_format(&out, "Usage: roek %s\n\n%s.\n", self->synopsis, self->summary);
    if (options && options->name) {
        text_string(&out, "\nOptions:\n");
        for (const Option *o = options; o->name; o++) put_option(&out, o);
        text_format(&out, "  %-26s %s\n", "-h, --help", "show this page");
    }
    if (self->details) text_format(&out, "\n%s", self->details);
    print_wrapped_text(&out);
    text_free(&out);
}

static bool store_item(const Option *o, const char *value) {
    OptionList *list = o->target;
    if (list->count == OPTION_LIST_MAX) {
        print_error("--%s was given too often", o->name);
        return false;
    }
    list->items[list->count++] = value;
    return true;
}

static bool store_value(const Option *o, const char *value) {
    switch (o->kind) {
    case OPTION_LIST: return store_item(o, value);
    case OPTION_FLAG: *(bool *)o->target = true; return true;
    case OPTION_TEXT: *(const char **)o->target = value; return true;
    case OPTION_PAIR:
    case OPTION_REAL:
        if (text_to_real(value, o->target)) return true;
        print_error("--%s wants a number, not '%s'", o->name, value);
        return false;
    case OPTION_INT:
        if (text_to_int(value, o->min, o->max, o->target)) return true;
        print_error("--%s wants a whole number from %lld to %lld, not '%s'", o->name,
                    (long long)o->min, (long long)o->max, value);
        return false;
    }
    return false;
}

static const Option *find_long(const Option *options, const char *name, size_t length) {
    for (const Option *o = options; o->name; o++)
        if (span_is(name, length, o->name)) return o;
    return NULL;
}

static const Option *find_letter(const Option *options, char letter) {
    for (const Option *o = options; o->name; o++)
        if (o->letter && o->letter == letter) return o;
    return NULL;
}

/* The option with the most similar name; NULL if none is near. */
static const char *nearest_option(const Option *options, const char *name, size_t length) {
    NearWord near = near_word_to(name, length);
    near_word_try(&near, "help");
    for (const Option *o = options; o->name; o++) near_word_try(&near, o->name);
    return near.found;
}

static void print_unknown_option(const Command *self, const Option *options, const char *word) {
    const char *near =
        word[1] == '-' ? nearest_option(options, word + 2, strcspn(word + 2, "=")) : NULL;
    if (near)
        print_error("unknown option '%s': did you mean --%s?", word, near);
    else
        print_error("unknown option '%s'; see 'roek help %s'", word, self->name);
}

/* The option that a word names; `value` gets the part behind '=', or NULL. */
static const Option *find_option(const Option *options, const char *word, const char **value) {
    *value = NULL;
    if (word[1] != '-') {
        if (word[2]) *value = word + 2;
        return find_letter(options, word[1]);
    }
    const char *equals = strchr(word, '=');
    size_t length = equals ? (size_t)(equals - word) - 2 : strlen(word) - 2;
    if (equals) *value = equals + 1;
    return find_long(options, word + 2, length);
}

/* Reads the option at argv[*i], moving *i over a separate value. */
static bool read_one(const Command *self, const Option *options, int argc, char **argv, int *i) {
    const char *word = argv[*i], *value;
    const Option *o = find_option(options, word, &value);
    if (!o) {
        print_unknown_option(self, options, word);
        return false;
    }
    if (o->kind == OPTION_FLAG) {
        if (!value) return store_value(o, NULL);
        print_error("--%s takes no value", o->name);
        return false;
    }
    if (!value && *i + 1 < argc) value = argv[++*i];
    if (!value || (o->kind == OPTION_PAIR && *i + 1 >= argc)) {
        print_error("--%s wants %s (%s)", o->name,
                    o->kind == OPTION_PAIR ? "two values" : "a value",
                    o->argument ? o->argument : "N");
        return false;
    }
    if (!store_value(o, value)) return false;
    if (o->kind != OPTION_PAIR) return true;
    Option second = *o;
    second.target = (double *)o->target + 1;
    return store_value(&second, argv[++*i]);
}

/* "-" is standard input, "-king" a black king and "-3" a number: these are operands. */
static bool is_option(const Option *options, const char *word) {
    if (word[0] != '-' || word[1] == '\0') return false;
    if (word[1] == '-') return true;
    if (char_is_digit(word[1])) return false;
    return word[2] == '\0' || find_letter(options, word[1]) != NULL;
}

const Option *option_at(const Option *options, char *const *words, int *count) {
    const char *value;
    const Option *o = is_option(options, words[0]) ? find_option(options, words[0], &value) : NULL;
    *count = 1;
    if (o && o->kind != OPTION_FLAG && !value) ++*count;
    if (o && o->kind == OPTION_PAIR) ++*count;
    return o;
}

OptionsResult options_read(const Command *self, const Option *options, int argc, char **argv,
                           Operands *rest) {
    if (self->options) *self->options = options;
    *rest = (Operands){.items = argv + 1, .count = 0};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            while (++i < argc) rest->items[rest->count++] = argv[i];
            break;
        }
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            command_print_help(self, options);
            return OPTIONS_HELP_SHOWN;
        }
        if (!is_option(options, argv[i]))
            rest->items[rest->count++] = argv[i];
        else if (!read_one(self, options, argc, argv, &i))
            return OPTIONS_BAD;
    }
    return OPTIONS_OK;
}
