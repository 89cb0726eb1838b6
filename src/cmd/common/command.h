// SPDX-License-Identifier: MIT
//
// What all commands share: the table of commands, options, error messages, exit statuses.
//
// A command is a row {name, synopsis, summary, details, run}.  `roek help` and `roek COMMAND
// --help` print the tables that dispatch and option reading use, so that help always matches the
// program.
#ifndef CMD_COMMON_COMMAND_H
#define CMD_COMMON_COMMAND_H

#include "base/text/text.h"
#include "console/print.h"
#include "console/print_error.h"

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

/* One option.  `target` points to a variable of the caller, of the type that belongs to
 * the kind. */
typedef struct {
    const char *name; // without the dashes; NULL ends a table
    char letter;      // the short form, or 0
    OptionKind kind;
    void *target;
    const char *argument; // the name of the value in the help text: "N", "FILE", "MS"
    const char *help;
    int64_t min, max; // for OPTION_INT
} Option;

/* The arguments that are not options, in order. */
typedef struct {
    char **items;
    int count;
} Operands;

typedef struct Command Command;
typedef struct BatchRunner BatchRunner; // see job_options.h
struct Command {
    const char *name;
    const char *synopsis; // "perft DEPTH [FEN]"
    const char *summary;  // one line, no full stop
    const char *details;  // paragraphs and examples
    bool is_batch;        // its work is a list of jobs, see job_options.h
    /* Reads its options from argv[1..] with options_read and returns an exit status. */
    int (*run)(const Command *self, int argc, char **argv);
    // set by command_call in the copy that `run` gets:
    const BatchRunner *runner; // runs the jobs; NULL: this process does
    char **words;              // the original arguments, the command's name first
    int word_count;
    const Option **options; // options_read stores its table here
};

/* Runs the command with these arguments, its name first. */
int command_call(const Command *command, const BatchRunner *runner, int argc, char **argv);

/* Calls run(argc, argv) and returns its exit status.  Uses a thread with a large stack, as the
 * environment may limit the stack of the first thread. */
int command_main(int (*run)(int argc, char **argv), int argc, char **argv);

/* All commands, ended by NULL. */
extern const Command *const commands[];
const Command *command_find(const char *name);

/* Prints the error that there is no such command, and the nearest name. */
void print_unknown_command(const char *name);

typedef enum { OPTIONS_OK, OPTIONS_HELP_SHOWN, OPTIONS_BAD } OptionsResult;

/* Reads `--name value`, `--name=value`, `-n value`; `--` ends the options; a lone `-` and
 * negative-looking operands such as "-king" are operands unless they name an option.  Permutes
 * argv so that `rest` holds the operands in order.  `--help` prints the command's page. */
OptionsResult options_read(const Command *self, const Option *options, int argc, char **argv,
                           Operands *rest);

/* The option that the first of these words names; NULL if it is an operand.  `count` gets the
 * number of words with the option's values.  The words must have passed options_read. */
const Option *option_at(const Option *options, char *const *words, int *count);

/* The usual opening of a command:  OPTIONS_OR_RETURN(self, options, argc, argv, &rest); */
#define OPTIONS_OR_RETURN(self, options, argc, argv, rest)                             \
    do {                                                                               \
        OptionsResult options_result_ = options_read(self, options, argc, argv, rest); \
        if (options_result_ == OPTIONS_HELP_SHOWN) return EXIT_DONE;                   \
        if (options_result_ == OPTIONS_BAD) return EXIT_MISUSE;                        \
    } while (0)

void command_print_help(const Command *self, const Option *options);

/* Would the file that an option names be written over one that is read?  True after complaining. */
bool overwrites_input(const char *option, const char *path, const Operands *read);

/* Prints that a tablebase could not be read; finish_output then returns EXIT_MACHINE. */
void print_tablebase_error(void);

/* If `error` is not 0: prints that input could not be read to its end; EXIT_MACHINE as well. */
void print_input_error(const char *what, int error);

/* An error about a line that was skipped, as it has more bytes than `limit`. */
void print_long_line_error(int number, const char *start, int limit);

/* Flushes standard output; EXIT_MACHINE if it could not be written, which print_finish reports, if
 * memory ran out or if the machine has failed; else status. */
int finish_output(int status);

#endif
