// SPDX-License-Identifier: MIT
//
// The xboard protocol (version 2), also called CECP or WinBoard protocol.
#ifndef PROTOCOL_XBOARD_H
#define PROTOCOL_XBOARD_H

#include "protocol/protocol.h"

typedef struct XBoard XBoard;

/* Writes its lines to `out`.  Returns NULL when memory is short. */
XBoard *xboard_new(LineSink out);
void xboard_free(XBoard *x);

/* Carries out a line.  Returns false after `quit`. */
bool xboard_execute(XBoard *x, const char *line);

/* If it is the engine's turn, waits for its move; then stops pondering and analysis. */
void xboard_finish(XBoard *x);

/* Speaks the protocol on stdin and stdout until `quit` or the end of input; `first_line` (may be
 * NULL) was read already.  Returns an exit status. */
int xboard_loop(LineReader *reader, const char *first_line);

/* Does the text start with `xboard` or `protover`, which no other protocol starts with? */
bool xboard_is_greeting(const char *text);

#endif
