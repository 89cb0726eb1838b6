// SPDX-License-Identifier: MIT
#ifndef CMD_POSITION_FEN_COMMAND_H
#define CMD_POSITION_FEN_COMMAND_H

#include "cmd/common/command.h"

/* A FEN in, the FEN after the best move out.  In the table of commands as `fen`, and what a command
 * line means that begins with a FEN instead of a command's name. */
extern const Command command_fen;

#endif
