// SPDX-License-Identifier: MIT
#ifndef CMD_POSITION_FEN_COMMAND_H
#define CMD_POSITION_FEN_COMMAND_H

#include "cmd/common/command.h"

/* Reads a FEN and prints the FEN after the best move.  It is the command `fen`, and also runs when
 * the command line begins with a FEN in place of a command. */
extern const Command command_fen;

#endif
