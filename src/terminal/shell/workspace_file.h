// SPDX-License-Identifier: MIT
//
// A desk as a plain text file, whole: boards with their games, parameters, which board is in front.
//
//     roek desk 1                       what it is, and the version of the format
//     style ascii
//     set depth 10                      every parameter
//     tune lmr_base 800                 numbers of the search that differ from the built-in ones
//     board main chess                  name and game; then where it began, as FEN,
//     start rnbqkbnr/… w KQkq - 0 1
//     moves e2e4 e7e5                   what was played, and what was taken back
//     undone g1f3
//     current main
//     end                               so that half a file is not taken for a whole one
#ifndef TERMINAL_SHELL_WORKSPACE_FILE_H
#define TERMINAL_SHELL_WORKSPACE_FILE_H

#include "base/text/text.h"
#include "terminal/shell/workspace.h"

void workspace_write(const Workspace *workspace, Text *out);

enum { WORKSPACE_ERROR_MAX = 512 };
typedef struct {
    int line, column;               // from 1 and from 0; line 0: not the file's fault
    char text[WORKSPACE_ERROR_MAX]; // in words
    bool no_memory;                 // that is what is wrong, and not the file
} WorkspaceError;

/* Reads a desk; it is the caller's to free.  False, with the first thing that is wrong and nothing
 * to free, if the text is not one. */
bool workspace_read(const char *text, size_t length, Workspace *out, WorkspaceError *error);

#endif
