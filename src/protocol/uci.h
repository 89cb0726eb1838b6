// SPDX-License-Identifier: MIT
//
// The Universal Chess Interface: uci_loop reads standard input; uci_execute takes single lines from
// any other caller.
#ifndef PROTOCOL_UCI_H
#define PROTOCOL_UCI_H

#include "protocol/protocol.h"

typedef struct Uci Uci;

/* Writes its lines to `out`, from several threads.  Returns NULL when memory or threads
 * are short. */
Uci *uci_new(LineSink out);
/* Stops running commands. */
void uci_free(Uci *uci);

/* Queues a line without waiting until it is carried out.  Returns false for `quit`, which stops
 * all commands: call uci_free then. */
bool uci_execute(Uci *uci, const char *line);

/* Waits until all lines are carried out.  Finite searches finish; infinite ones answer now. */
void uci_finish(Uci *uci);

/* Speaks UCI on stdin and stdout until `quit` or the end of input; `first_line` (may be NULL) was
 * read already.  Returns an exit status. */
int uci_loop(LineReader *reader, const char *first_line);

/* The same with the arguments of a command line: an argument that starts with a UCI command starts
 * a line, the others continue it. */
int uci_run_arguments(int count, char **arguments);

/* Does the text start with a UCI command? */
bool uci_is_command(const char *text);

#endif
