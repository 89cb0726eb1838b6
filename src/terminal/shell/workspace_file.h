// SPDX-License-Identifier: MIT
//
// The workspace as a text file: boards with their games, parameters, the current board.
//
//     roek desk 1                       the file type and the version of the format
//     style ascii
//     set depth 10                      every parameter
//     tune lmr_base 800                 search parameters that differ from their defaults
//     board main chess                  name and variant of a board
//     start rnbqkbnr/… w KQkq - 0 1     its start position
//     moves e2e4 e7e5                   the played moves
//     undone g1f3                       the moves taken back
//     current main
//     end                               missing if the file is truncated
#ifndef TERMINAL_SHELL_WORKSPACE_FILE_H
#define TERMINAL_SHELL_WORKSPACE_FILE_H

#include "base/text/text.h"
#include "terminal/shell/workspace.h"

void workspace_write(const Workspace *workspace, Text *out);

enum { WORKSPACE_ERROR_MAX = 512 };
typedef struct {
    int line, column;               // from 1 and from 0; line 0: the error is not in the file
    char text[WORKSPACE_ERROR_MAX]; // the message
    bool no_memory;                 // memory was short
} WorkspaceError;

/* Reads a workspace, which the caller frees.  Returns false, with the first error and nothing to
 * free, if the text is not a workspace file. */
bool workspace_read(const char *text, size_t length, Workspace *out, WorkspaceError *error);

#endif
