// SPDX-License-Identifier: MIT
#ifndef CMD_FEN_H
#define CMD_FEN_H

#include "roek/cmd/command.h"

/* The command without a word: a FEN in, the FEN after the best move out.  It is not in the table
 * of commands, as nothing names it; `roek fen` does. */
extern const Command command_fen;

#endif
