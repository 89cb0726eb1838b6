// SPDX-License-Identifier: MIT
//
// The board language: one line in, text out.
//
//     m e2 e4      e4      (m e2 e4)      (new) (m e4) (bbm 6)      ; a comment
//
// A move needs no command before it.  A line holds one command as plain words, or commands in
// parentheses as many as one likes; texts with blanks stand in "quotes".  Commands are rows of a
// table with usage, help and function, which also drives completion.  Everything a command needs is
// in the Shell: it never prints, and only `sb` and `lb` (`save` and `load`) touch files.
#ifndef TERMINAL_SHELL_SHELL_H
#define TERMINAL_SHELL_SHELL_H

#include "base/text/text.h"
#include "play/players/pv_line.h"
#include "terminal/shell/workspace.h"

#include <stdatomic.h>

enum { SHELL_WORDS_MAX = 64 };

/* What may be done, and what is told unasked; all zero: nothing is forbidden, and nothing told. */
typedef struct {
    bool no_files;           // sb, lb and their other names are refused
    uint64_t nodes;          // no thought takes more; 0: any number
    int perft_depth;         // no perft goes deeper; 0: any depth
    const atomic_bool *stop; // thinking ends when this becomes true; may be NULL
    bool shows_board;        // the board is shown after each move
    /* Hears the best line so far while a command thinks; may be NULL. */
    void (*on_best_line)(void *context, const Position *pos, const PvLine *best);
    void *context;
} ShellLimits;

typedef struct {
    Workspace workspace;
    ShellLimits limits;
    Engine *engine; // made when first needed
    // the answer to the line that is executed
    Text out;
    Text error;        // empty: all is well
    int column;        // of the line, where the error is; -1: nowhere in particular
    bool no_memory;    // the error is that, or the answer is not whole
    bool write_failed; // the error is that a file could not be written
    bool quit;
} Shell;

/* False (and nothing to free) without memory. */
bool shell_init(Shell *shell, const Rules *rules, const ShellLimits *limits);
void shell_free(Shell *shell);

/* Does what the line says; what stands behind `engine` holds the answer until the next
 * line.  False if there was an error; commands before it in the line have been done. */
bool shell_execute(Shell *shell, const char *line);

/* Calls `add` with each word that could stand where the text ends, whose last `*length` bytes they
 * complete. */
void shell_complete(const Shell *shell, const char *text, size_t *length,
                    void (*add)(void *context, const char *word), void *context);

#endif
