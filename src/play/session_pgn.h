// SPDX-License-Identifier: MIT
//
// The game of a session as a PGN file.
#ifndef PLAY_SESSION_PGN_H
#define PLAY_SESSION_PGN_H

#include "roek/play/session.h"

/* Writes the game, with clock times if there are clocks; an existing file is replaced in one step.
 * False with one line of error. */
bool session_save_pgn(const Session *s, const char *path, char error[PLAYER_ERROR_MAX]);

/* Goes on with the first game of a file, after its last move.  False, with one line of error and
 * nothing changed, if it cannot be read. */
bool session_load_pgn(Session *s, const char *path, char error[PLAYER_ERROR_MAX]);

/* The game as PGN text. */
void session_write_pgn(const Session *s, Text *out);

#endif
