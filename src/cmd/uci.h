// SPDX-License-Identifier: MIT
//
// The Universal Chess Interface: a loop over lines, or line by line for whoever has them.
#ifndef CMD_UCI_H
#define CMD_UCI_H

#include "roek/cmd/protocol.h"

typedef struct Uci Uci;

/* NULL when memory is short. */
Uci *uci_new(void);
void uci_free(Uci *uci);

/* Does what a line asks; false once it was told to quit. */
bool uci_execute(Uci *uci, const char *line);

/* No more lines will come: a finite search finishes, an endless one answers now. */
void uci_finish(Uci *uci);

/* Speaks UCI on stdin and stdout until quit or the end of input; `first_line` (may be NULL) was
 * read already.  Returns an exit status. */
int uci_loop(LineReader *reader, const char *first_line);

/* The same with the words of a command line: each argument that starts with a word of UCI starts a
 * line, the others continue it. */
int uci_run_arguments(int count, char **arguments);

/* Does the text start with a word of UCI? */
bool uci_knows(const char *text);

#endif
