// SPDX-License-Identifier: MIT
//
// roek: picks the command and runs it.
#include "roek/cmd/command.h"

#include <stdio.h>
#include <string.h>

static int help_all(void) {
    printf("Roek %s, a chess suite.\n\nCommands:\n", ROEK_VERSION);
    for (const Command *const *c = commands; *c; c++)
        printf("  %-10s %s\n", (*c)->name, (*c)->summary);
    printf("\n'roek help COMMAND' or 'roek COMMAND --help' tells more.\n");
    return EXIT_DONE;
}

static int help(int argc, char **argv) {
    if (argc < 3) return help_all();
    const Command *command = command_find(argv[2]);
    if (!command) {
        complain("there is no command '%s'; 'roek help' lists them", argv[2]);
        return EXIT_MISUSE;
    }
    char help_word[] = "--help";
    char *again[] = {argv[2], help_word, NULL};
    return command->run(command, 2, again);
}

int main(int argc, char **argv) {
    if (argc >= 2 && (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0))
        return finish_output(help(argc, argv));
    if (argc >= 2 && strcmp(argv[1], "--version") == 0) {
        printf("roek %s\n", ROEK_VERSION);
        return finish_output(EXIT_DONE);
    }
    const Command *command = argc >= 2 ? command_find(argv[1]) : NULL;
    if (command) return finish_output(command->run(command, argc - 1, argv + 1));
    complain("no such command; 'roek help' lists them");
    return EXIT_MISUSE;
}
