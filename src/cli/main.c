// SPDX-License-Identifier: MIT
//
// roek: finds the command and runs it.
#include "base/os/platform.h"
#include "cmd/common/command.h"
#include "cmd/common/input.h"
#include "cmd/position/fen_command.h"
#include "protocol/uci.h"
#include "protocol/xboard.h"

#include <string.h>
#include <unistd.h>

static int help_all(void) {
    Text out = text_growing();
    text_format(&out, "Roek %s, a chess suite.\n\nCommands:\n", ROEK_VERSION);
    for (const Command *const *c = commands; *c; c++)
        text_format(&out, "  %-10s %s\n", (*c)->name, (*c)->summary);
    text_string(&out, "\n'roek help COMMAND' or 'roek COMMAND --help' tells more.\n");
    print_wrapped_text(&out);
    text_free(&out);
    return EXIT_DONE;
}

static bool asks_for_help(const char *word) {
    return strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static bool asks_for_version(const char *word) {
    return strcmp(word, "--version") == 0 || strcmp(word, "version") == 0 ||
           strcmp(word, "-V") == 0;
}

static int help(int argc, char **argv) {
    if (argc < 3 || asks_for_help(argv[2]) || asks_for_version(argv[2])) return help_all();
    const Command *command = command_find(argv[2]);
    if (!command) {
        print_unknown_command(argv[2]);
        return EXIT_MISUSE;
    }
    char help_word[] = "--help";
    char *again[] = {argv[2], help_word, NULL};
    return command_call(command, NULL, 2, again);
}

static void report_too_long(void *context, int number, const char *start) {
    (void)context;
    print_long_line_error(number, start, LINE_READER_LIMIT);
}

/* The next line that is not blank. */
static bool next_words(LineReader *reader, const char **line) {
    while (line_reader_next(reader, line)) {
        Cursor c = cursor_on(*line);
        cursor_skip_spaces(&c);
        if (!cursor_done(&c)) return true;
    }
    return false;
}

/* `roek` without arguments: the game on a terminal; in a pipe an engine for a GUI, whose first line
 * selects UCI or xboard. */
static int run_bare(char **argv) {
    if (platform_is_terminal(STDIN_FILENO)) {
        const Command *play = command_find("play");
        return play ? command_call(play, NULL, 1, argv) : help_all();
    }
    LineReader reader = line_reader_on(STDIN_FILENO);
    const char *line;
    int status = EXIT_DONE;
    reader.too_long = report_too_long;
    if (next_words(&reader, &line))
        status = xboard_is_greeting(line) ? xboard_loop(&reader, line) : uci_loop(&reader, line);
    else
        print_input_error("the commands", reader.error);
    line_reader_free(&reader);
    return status;
}

/* The first argument is no command: it is a FEN or an option of `fen`, a UCI command ("bench
 * quit"), or a mistake. */
static int run_nameless(int argc, char **argv) {
    if (uci_is_command(argv[1])) return uci_run_arguments(argc - 1, argv + 1);
    bool test = strcmp(argv[1], "TEST") == 0;
    if (argc >= 7 || argv[1][0] == '-' || test || input_is_position(argv[1]))
        return command_fen.run(&command_fen, argc, argv);
    print_unknown_command(argv[1]);
    return EXIT_MISUSE;
}

static int run(int argc, char **argv) {
    if (argc == 1) return run_bare(argv);
    const char *word = argv[1];
    if (asks_for_help(word)) return help(argc, argv);
    if (asks_for_version(word)) {
        print_out("roek %s\n", ROEK_VERSION);
        return EXIT_DONE;
    }
    const Command *command = command_find(word);
    bool lines = command && argc > 2 && uci_is_command(word) && uci_is_command(argv[argc - 1]);
    if (command && !lines) return command_call(command, NULL, argc - 1, argv + 1);
    return run_nameless(argc, argv);
}

int main(int argc, char **argv) {
    platform_init();
    return finish_output(command_main(run, argc, argv));
}
