// SPDX-License-Identifier: MIT
//
// A game as players write it down: to PGN, and from a text to a game that can be played on.
#ifndef PLAY_GAME_GAME_PGN_H
#define PLAY_GAME_GAME_PGN_H

#include "base/text/text.h"
#include "notation/pgn/pgn.h"
#include "play/game/game_controller.h"

typedef struct {
    const Game *game;
    const char *names[2];
    TimeControl time[2];
    const MoveNote *notes; // one for each move; NULL: nothing is known about them
} ScoreSheet;

/* Appends the game as PGN, with today's date. */
void scoresheet_write(Text *out, const ScoreSheet *sheet);

/* The same for a game in progress. */
void arena_write_pgn(const Arena *a, Text *out);

/* "[%eval 0.35] [%clk 0:00:59]": what is known about a move, the score as White sees it; nothing if
 * nothing is. */
void scoresheet_put_note(Text *out, const MoveNote *note, Color mover);

/* What a text holds: a FEN, or the main line of a game of PGN. */
typedef struct {
    Position start;
    Move *moves;
    int count;
} ScoreLine;

/* The main line of a game; null moves and what follows an end are left out.  False without memory;
 * the caller frees line->moves. */
bool scoresheet_line(const PgnGame *pgn, ScoreLine *line);

enum { SCORESHEET_ERROR_MAX = 256 };

/* Reads a FEN, or game `number` (from 0) of a PGN.  False, with one line of error, if the text is
 * neither; else the caller frees line->moves. */
bool scoresheet_read(const char *text, size_t length, int number, const Rules *rules,
                     ScoreLine *line, char error[SCORESHEET_ERROR_MAX]);

#endif
