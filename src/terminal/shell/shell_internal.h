// SPDX-License-Identifier: MIT
//
// What the files of the shell share: shell.c reads lines and finds commands, shell_board.c has
// those that look at and change boards, shell_search.c and
// shell_tree.c those that think, shell_workspace.c the rest.
#ifndef TERMINAL_SHELL_SHELL_INTERNAL_H
#define TERMINAL_SHELL_SHELL_INTERNAL_H

#include "terminal/shell/shell.h"

/* The words of a command; words[0] is its name. */
typedef struct {
    int count;
    char *words[SHELL_WORDS_MAX];
    int columns[SHELL_WORDS_MAX];
} ShellWords;

/* What can stand behind a command, for completion. */
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
    const char *usage; // what follows the name
    int min, max;      // how many words may follow
    ShellCompletion completion;
    bool (*run)(Shell *shell, const ShellWords *words);
    const char *summary; // one line
    const char *help;    // more, each line ended; NULL: nothing more to say
} ShellCommand;

/* The commands in groups, each ended by a row without a name. */
extern const ShellCommand SHELL_BOARD_COMMANDS[];
extern const ShellCommand SHELL_SEARCH_COMMANDS[];
extern const ShellCommand SHELL_WORKSPACE_COMMANDS[];

/* `tree`, which has a file of its own. */
bool shell_do_tree(Shell *shell, const ShellWords *words);

/* Is this a move without a command?  Then `out` has it where the words behind `m` stand. */
bool shell_read_move(const ShellWords *words, ShellWords *out);

/* The nth of all commands; NULL past the last. */
const ShellCommand *shell_command_at(int index);
const ShellCommand *shell_command_find(const char *name);

/* Says what is wrong with a word (by its index in the command, -1: with none) and returns false. */
bool shell_error(Shell *shell, const ShellWords *words, int index, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Says that there is not enough memory and returns false. */
bool shell_no_memory(Shell *shell);

/* A number among the words; says what is wrong and returns false if it is none. */
bool shell_number(Shell *shell, const ShellWords *words, int index, int64_t min, int64_t max,
                  int64_t *out);

/* "white" or "black", also w and b; says what is wrong and returns false. */
bool shell_color(Shell *shell, const ShellWords *words, int index, Color *out);

/* The position on the board in front; if it cannot be played, says what is missing. */
const Position *shell_position(Shell *shell);

/* The same with a colour to move, whose turn it need not be. */
bool shell_position_for(Shell *shell, Color color, Position *out);

/* How the game is over, or may be by a claim, as a line; nothing if it goes on.  Without a past
 * `game` is NULL. */
void shell_put_outcome(Text *out, const Position *pos, const Game *game);

#endif
