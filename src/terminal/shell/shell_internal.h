// SPDX-License-Identifier: MIT
//
// What the files of the shell share.
//
//     shell.c             reads lines and finds commands
//     shell_board.c       commands that show and change boards
//     shell_search.c      commands that search
//     shell_tree.c        `tree`, which draws an alpha-beta tree
//     shell_workspace.c   boards by name, parameters, files, help
//     shell_command.c     `roek shell`: terminal, pipe or file
#ifndef TERMINAL_SHELL_SHELL_INTERNAL_H
#define TERMINAL_SHELL_SHELL_INTERNAL_H

#include "terminal/shell/shell.h"

/* The words of a command; words[0] is its name. */
typedef struct {
    int count;
    char *words[SHELL_WORDS_MAX];
    int columns[SHELL_WORDS_MAX];
} ShellWords;

/* What completion offers behind a command. */
typedef enum {
    COMPLETE_NOTHING,
    COMPLETE_MOVE,
    COMPLETE_PIECE,
    COMPLETE_PARAM,
    COMPLETE_COLOR,
    COMPLETE_BOARD,
    COMPLETE_STYLE,
    COMPLETE_VARIANT,
    COMPLETE_COMMAND,
} ShellCompletion;

typedef struct {
    const char *name;
    const char *usage; // the arguments
    int min, max;      // number of arguments
    ShellCompletion completion;
    bool (*run)(Shell *shell, const ShellWords *words);
    const char *summary; // one line
    const char *help;    // further lines; NULL: none
} ShellCommand;

/* The groups of commands; each ends with a row without a name. */
extern const ShellCommand SHELL_BOARD_COMMANDS[];
extern const ShellCommand SHELL_SEARCH_COMMANDS[];
extern const ShellCommand SHELL_WORKSPACE_COMMANDS[];

/* `tree`, which has a file of its own. */
bool shell_do_tree(Shell *shell, const ShellWords *words);

/* Is this a move without a command?  Then `out` gets the words of the command `m` with
 * that move. */
bool shell_read_move(const ShellWords *words, ShellWords *out);

/* The nth of all commands; NULL past the last. */
const ShellCommand *shell_command_at(int index);
const ShellCommand *shell_command_find(const char *name);

/* Sets the error about a word (its index in the command; -1: none).  Returns false. */
bool shell_error(Shell *shell, const ShellWords *words, int index, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Sets the error "not enough memory".  Returns false. */
bool shell_no_memory(Shell *shell);

/* Reads a word as a number.  Returns false, with an error, if it is none within the bounds. */
bool shell_number(Shell *shell, const ShellWords *words, int index, int64_t min, int64_t max,
                  int64_t *out);

/* Reads "white" or "black", also w and b.  Returns false, with an error, for other words. */
bool shell_color(Shell *shell, const ShellWords *words, int index, Color *out);

/* The position of the current board; NULL, with an error, if it is not a legal position. */
const Position *shell_position(Shell *shell);

/* The same, with `color` to move in place of the side whose turn it is. */
bool shell_position_for(Shell *shell, Color color, Position *out);

/* Writes a line if the game is over or a draw may be claimed.  `game` is NULL if there are no
 * earlier moves. */
void shell_put_outcome(Text *out, const Position *pos, const Game *game);

#endif
