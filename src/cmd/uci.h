// SPDX-License-Identifier: MIT
#ifndef CMD_UCI_H
#define CMD_UCI_H

/* Speaks UCI on stdin and stdout until quit or the end of input; `first_line` (may be NULL) was
 * read already.  Returns an exit status. */
int uci_loop(const char *first_line);

#endif
