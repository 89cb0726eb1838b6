// SPDX-License-Identifier: MIT
//
// The Universal Chess Interface: a loop over lines, or line by line for whoever has them.
#ifndef PROTOCOL_UCI_H
#define PROTOCOL_UCI_H

#include "protocol/protocol.h"

typedef struct Uci Uci;

/* Its lines go to `out`, from several threads.  NULL when memory or threads are short. */
Uci *uci_new(LineSink out);
/* Stops what is running. */
void uci_free(Uci *uci);

/* Takes in a line and does not wait for it to be carried out.  False if it is `quit`, which stops
 * everything: free it then. */
bool uci_execute(Uci *uci, const char *line);

/* Waits until all lines are carried out: finite searches finish, endless ones answer now. */
void uci_finish(Uci *uci);

/* Speaks UCI on stdin and stdout until quit or the end of input; `first_line` (may be NULL) was
 * read already.  Returns an exit status. */
int uci_loop(LineReader *reader, const char *first_line);

/* The same with the words of a command line: each argument that starts with a word of UCI starts a
 * line, the others continue it. */
int uci_run_arguments(int count, char **arguments);

/* Does the text start with a word of UCI? */
bool uci_is_command(const char *text);

#endif
