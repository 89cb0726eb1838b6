// SPDX-License-Identifier: MIT
//
// The board language: one line in, text out.
//
//     m e2 e4      e4      (m e2 e4)      (new) (m e4) (bbm 6)      ; a comment
//
// A move needs no command before it.  A line holds one command as plain words, or any number of
// commands in parentheses; texts with blanks stand in "quotes".  Commands are rows of a table with
// usage, help and function; completion uses the same table.  All state is in the Shell.  Commands
// never print, and only `sb` and `lb` (`save` and `load`) use files.
#ifndef TERMINAL_SHELL_SHELL_H
#define TERMINAL_SHELL_SHELL_H

#include "base/text/text.h"
#include "play/players/pv_line.h"
#include "terminal/shell/workspace.h"

#include <stdatomic.h>

enum { SHELL_WORDS_MAX = 64 };

/* Limits of commands, and additional output.  All zero: no limits, no additional output. */
typedef struct {
    bool no_files;           // sb, lb and their other names are refused
    uint64_t nodes;          // the most nodes of a search; 0: any number
    int perft_depth;         // the greatest depth of a perft; 0: any depth
    const atomic_bool *stop; // ends a search or perft when it becomes true; may be NULL
    bool shows_board;        // show the board after each move
    /* Called with the best line so far during a search; may be NULL. */
    void (*on_best_line)(void *context, const Position *pos, const PvLine *best);
    void *context;
} ShellLimits;

typedef struct {
    Workspace workspace;
    ShellLimits limits;
    Engine *engine; // created when first needed
    // the answer to the last line:
    Text out;
    Text error;        // empty: success
    int column;        // the column of the error in the line; -1: none
    bool no_memory;    // memory was short: for the command, or for the answer
    bool write_failed; // a file could not be written
    bool quit;
} Shell;

/* Returns false, with nothing to free, when memory is short. */
bool shell_init(Shell *shell, const Rules *rules, const ShellLimits *limits);
void shell_free(Shell *shell);

/* Executes a line.  The members behind `engine` hold the answer until the next line.  Returns false
 * after an error; commands before it in the line were executed. */
bool shell_execute(Shell *shell, const char *line);

/* Calls `add` with each word that can complete the last `*length` bytes of the text. */
void shell_complete(const Shell *shell, const char *text, size_t *length,
                    void (*add)(void *context, const char *word), void *context);

#endif
