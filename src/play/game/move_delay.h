// SPDX-License-Identifier: MIT
//
// How fast computers move: a fixed delay between two computers in milliseconds, or the time that a
// human would take.
#ifndef PLAY_GAME_MOVE_DELAY_H
#define PLAY_GAME_MOVE_DELAY_H

#include "base/rng.h"
#include "game/chessclock.h"
#include "game/game.h"

enum { MOVE_DELAY_HUMAN = -1, MOVE_DELAY_DEFAULT = 800, MOVE_DELAY_MAX = 60000 };

/* Reads "800" or "human". */
bool move_delay_read(const char *text, int64_t *out);

/* Time that a human might think about the next move: more with many moves to choose from, less in
 * the opening, for recaptures, and when the clock runs low. */
int64_t move_delay_human(const Game *game, const ChessClock *clock, int64_t now, Rng *rng);

#endif
