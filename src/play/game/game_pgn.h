// SPDX-License-Identifier: MIT
//
// Games as PGN: writes a game, and reads one from a text so that it can be continued.
#ifndef PLAY_GAME_GAME_PGN_H
#define PLAY_GAME_GAME_PGN_H

#include "base/text/text.h"
#include "notation/pgn/pgn.h"
#include "play/game/game_controller.h"

typedef struct {
    const Game *game;
    const char *names[2];
    TimeControl time[2];
    const MoveInfo *infos; // one for each move; NULL: no information
} GameRecord;

/* Appends the game as PGN with the current date. */
void game_pgn_write(Text *out, const GameRecord *record);

/* Does the same for a game in progress. */
void controller_write_pgn(const GameController *ctl, Text *out);

/* Appends "[%eval 0.35] [%clk 0:00:59]": the score, from White's view, and the clock, as far as
 * they are known. */
void game_pgn_put_info(Text *out, const MoveInfo *info, Color mover);

/* A start position with the main line of a game, or without moves. */
typedef struct {
    Position start;
    Move *moves;
    int count;
    int left_out; // moves of the game behind these
} MainLine;

/* The main line of a game, as far as it can be played on from: up to a null move, or to where the
 * game is over.  False without memory; the caller frees line->moves. */
bool game_pgn_main_line(const PgnGame *pgn, MainLine *line);

enum { GAME_PGN_ERROR_MAX = 256 };

/* Reads a FEN, or game `number` (from 0) of a PGN.  False, with one line of error, if the text is
 * neither; otherwise the caller frees line->moves. */
bool game_pgn_read(const char *text, size_t length, int number, const Rules *rules, MainLine *line,
                   char error[GAME_PGN_ERROR_MAX]);

#endif
