// SPDX-License-Identifier: MIT
//
// The table of all commands, in the order in which help shows them.
#include "roek/cmd/command.h"

#include <stddef.h>

extern const Command command_loop;

const Command *const commands[] = {
    &command_loop,
    NULL,
};
