// SPDX-License-Identifier: MIT
//
// What the two halves of `roek analyse` share: positions (analyse.c) and whole games
// (analyse_game.c).
#ifndef CMD_POSITION_ANALYSE_H
#define CMD_POSITION_ANALYSE_H

#include "cmd/common/run_jobs.h"
#include "cmd/common/search_options.h"

typedef struct {
    bool json;
    const char *pgn, *graph; // files to write, or NULL
} ReviewCommandOptions;

/* Does the operand name a file of games: by its ending, or by what it begins with? */
bool analyse_is_games(const char *operand);

/* Looks back upon every game of a file; an exit status. */
int analyse_games(const Command *self, const BatchOptions *batch_options,
                  const ReviewCommandOptions *opts, SearchOptions *search, const char *path);

#endif
