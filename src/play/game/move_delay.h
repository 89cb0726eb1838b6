// SPDX-License-Identifier: MIT
//
// How fast computers move: a pause in milliseconds after which the next of two goes on, or the time
// that a person would take.
#ifndef PLAY_GAME_MOVE_DELAY_H
#define PLAY_GAME_MOVE_DELAY_H

#include "base/rng.h"
#include "game/chessclock.h"
#include "game/game.h"

enum { MOVE_DELAY_HUMAN = -1, MOVE_DELAY_DEFAULT = 800, MOVE_DELAY_MAX = 60000 };

/* "800" or "human". */
bool move_delay_read(const char *text, int64_t *out);

/* How long a person might think about the move that is due: more where there is much to choose
 * from, less in the opening, when taking back and when the clock runs low. */
int64_t move_delay_human(const Game *game, const ChessClock *clock, int64_t now, Rng *rng);

#endif
