// SPDX-License-Identifier: MIT
#include "cmd/common/command.h"

#include "base/file/file.h"

#include "base/file/line_reader.h"
#include "base/os/platform.h"
#include "base/text/text.h"
#include "base/thread/thread.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

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

void print_long_line_error(int number, const char *start, int limit) {
    print_error("line %d has more than %d bytes and is skipped: '%s…'", number, limit, start);
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
    static atomic_bool is_reported; // of the process, as the exit status is
    machine_set_failed();
    if (!atomic_exchange(&is_reported, true))
        print_error("a tablebase is damaged, or became shorter or unreadable under way: "
                    "it told nothing");
}

void print_input_error(const char *what, int error) {
    if (error) machine_set_failed();
    if (error == ENOMEM)
        print_memory_error();
    else if (error)
        print_error("cannot read %s: %s", what, strerror(error));
}

int finish_output(int status) {
    bool failed = memory_ran_out() || machine_has_failed();
    return print_finish() && !failed ? status : EXIT_MACHINE;
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
