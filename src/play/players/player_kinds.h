// SPDX-License-Identifier: MIT
//
// The kinds of players, for the table in player.c.
#ifndef PLAY_PLAYERS_PLAYER_KINDS_H
#define PLAY_PLAYERS_PLAYER_KINDS_H

#include "play/players/player.h"

extern const PlayerKind PLAYER_HUMAN;
extern const PlayerKind PLAYER_BIMBI;
extern const PlayerKind PLAYER_OPTIMUS;
extern const PlayerKind PLAYER_RANDOM;
extern const PlayerKind PLAYER_ROEK;
extern const PlayerKind PLAYER_UCI;
extern const PlayerKind PLAYER_COMMAND;

#endif
