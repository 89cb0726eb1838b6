// SPDX-License-Identifier: MIT
//
// What the files of `roek analyse` share: analyse_command.c for positions, analyse_game.c for
// games.
#ifndef CMD_POSITION_ANALYSE_COMMAND_H
#define CMD_POSITION_ANALYSE_COMMAND_H

#include "cmd/common/job_options.h"
#include "cmd/common/search_options.h"

typedef struct {
    bool json;
    const char *pgn, *graph; // files to write, or NULL
} ReviewCommandOptions;

/* Does the operand name a file of games?  Its name or its first bytes decide. */
bool analyse_is_games(const char *operand);

/* Reviews every game of a file; returns an exit status. */
int analyse_games(const Command *self, const BatchOptions *batch_options,
                  const ReviewCommandOptions *opts, SearchOptions *search, const char *path);

#endif
