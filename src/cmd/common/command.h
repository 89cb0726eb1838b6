// SPDX-License-Identifier: MIT
//
// What every command shares: one table of commands, one way to read options, one way to complain.
//
// A command is a row {name, synopsis, summary, examples, options, run}.  `roek help` and
// `roek COMMAND --help` print the same rows that dispatch and option reading use, so they
// cannot drift apart.
#ifndef CMD_COMMON_COMMAND_H
#define CMD_COMMON_COMMAND_H

#include "base/text/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Exit statuses, the same for every command. */
enum { EXIT_DONE = 0, EXIT_NO = 1, EXIT_MISUSE = 2, EXIT_MACHINE = 3 };

typedef enum {
    OPTION_FLAG, // bool
    OPTION_INT,  // int64_t
    OPTION_REAL, // double
    OPTION_TEXT, // const char *
    OPTION_LIST, // OptionList: may be given several times
    OPTION_PAIR, // double[2]: two values follow
} OptionKind;

enum { OPTION_LIST_MAX = 64 };
typedef struct {
    const char *items[OPTION_LIST_MAX];
    int count;
} OptionList;

/* One option.  `target` points to a variable of the caller's of the type that the kind names. */
typedef struct {
    const char *name; // without the dashes; NULL ends a table
    char letter;      // the short form, or 0
    OptionKind kind;
    void *target;
    const char *argument; // how help names the value: "N", "FILE", "MS"
    const char *help;
    int64_t min, max; // for OPTION_INT
} Option;

/* What remains of the command line after the options, in order. */
typedef struct {
    char **items;
    int count;
} Operands;

typedef struct Command Command;
typedef struct BatchRunner BatchRunner; // see run_jobs.h
struct Command {
    const char *name;
    const char *synopsis; // "perft DEPTH [FEN]"
    const char *summary;  // one line, no full stop
    const char *details;  // paragraphs and examples
    bool is_batch;        // its work is a list of jobs, see run_jobs.h
    /* Reads its options from argv[1..] with options_read and returns an exit status. */
    int (*run)(const Command *self, int argc, char **argv);
    // Of a command that was called (command_call):
    const BatchRunner *runner; // who does its jobs; NULL: this process
    char **words;              // as they were given, its name first
    int word_count;
    const Option **options; // where options_read leaves the table that they were read by
};

/* Runs the command with these words, its name first. */
int command_call(const Command *command, const BatchRunner *runner, int argc, char **argv);

/* What main does: run(argc, argv), which ends with an exit status, where there is the stack that
 * commands need, whatever little the one who started us allows the first thread. */
int command_main(int (*run)(int argc, char **argv), int argc, char **argv);

/* All commands, ended by NULL. */
extern const Command *const commands[];
const Command *command_find(const char *name);

/* There is none of that name, but perhaps one like it. */
void print_unknown_command(const char *name);

typedef enum { OPTIONS_OK, OPTIONS_HELP_SHOWN, OPTIONS_BAD } OptionsResult;

/* Reads `--name value`, `--name=value`, `-n value`; `--` ends the options; a lone `-` and
 * negative-looking operands such as "-king" are operands unless they name an option.  Permutes
 * argv so that `rest` holds the operands in order.  `--help` prints the command's page. */
OptionsResult options_read(const Command *self, const Option *options, int argc, char **argv,
                           Operands *rest);

/* The option that the first of these words names, NULL if they begin with an operand; and how many
 * words that is with its values.  The words were read by options_read. */
const Option *option_at(const Option *options, char *const *words, int *count);

/* The usual opening of a command:  OPTIONS_OR_RETURN(self, options, argc, argv, &rest); */
#define OPTIONS_OR_RETURN(self, options, argc, argv, rest)                             \
    do {                                                                               \
        OptionsResult options_result_ = options_read(self, options, argc, argv, rest); \
        if (options_result_ == OPTIONS_HELP_SHOWN) return EXIT_DONE;                   \
        if (options_result_ == OPTIONS_BAD) return EXIT_MISUSE;                        \
    } while (0)

void command_print_help(const Command *self, const Option *options);

/* One line "warning: …" on stderr. */
void print_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* One line "error: …" on stderr. */
void print_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same line into a text, for whoever shows it when its turn has come. */
void put_error(Text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As complain, then the text that was read with a caret under the byte (from 0) that is wrong.
 * The column that is named is the one that is seen: a character is one, whatever its bytes. */
void print_error_at(const char *text, int column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "not enough memory", once; whatever the command answers, finish_output makes it EXIT_MACHINE. */
void print_memory_error(void);
bool memory_ran_out(void); // it was complained about

/* A file that cannot be written or read, and the reason in errno (0: it is empty).  Unless there is
 * nothing to read under that name, which is bad input, finish_output makes it EXIT_MACHINE. */
void print_write_error(const char *path);
void print_read_error(const char *path);

/* Would the file that an option names be written over one that is read?  True after complaining. */
bool overwrites_input(const char *option, const char *path, const Operands *read);

/* A tablebase that could not be read: EXIT_MACHINE at the end. */
void print_tablebase_error(void);

/* Input that could not be read to its end, if `error` is not 0: EXIT_MACHINE as well. */
void print_input_error(const char *what, int error);

/* Prints a text and what follows it; complains instead when it is not whole. */
void print_text(const Text *text, const char *end);

/* The same for text that people read: at a terminal no word is broken in two. */
void print_wrapped_text(const Text *text);

/* The same as complain about a line that was skipped, as it has more bytes than `limit`. */
void print_long_line_error(int number, const char *start, int limit);

/* Flushes stdout; EXIT_MACHINE with a complaint, once, if the output could not be written, or if
 * memory ran out; else status. */
int finish_output(int status);

#endif
