// SPDX-License-Identifier: MIT
//
// One game being played: who plays, what time is left, taking back, hints, offers.
//
// A session knows nothing of screens.  Whoever shows it asks whose turn it is, hands in the moves
// of people, lets the computer think in the background, and looks in from time to time:
//
//     while (!session_is_over(s)) {
//         if (session_awaits_human(s))      session_play(s, move somebody chose);
//         else if (session_think(s))        while (session_poll(s) == SESSION_THINKING) wait;
//         session_check_clocks(s);
//     }
//
// Calls come from one thread.  Everything that changes the game ends the thinking first.
#ifndef PLAY_SESSION_H
#define PLAY_SESSION_H

#include "roek/play/player.h"
#include "roek/play/timecontrol.h"
#include "roek/solve/tables.h"

typedef struct Session Session;

typedef struct {
    Position start;
    TimeControl time;
    const Tables *tables; // solved endings; NULL: none.  Must outlive the session.
    int64_t movetime_ms;  // for computers when there are no clocks; 0: what they are used to
} SessionOptions;

/* Takes over both players, also on failure.  NULL when memory ran out. */
Session *session_new(const SessionOptions *options, Player *white, Player *black);
void session_free(Session *s);

const Game *session_game(const Session *s);
const Position *session_now(const Session *s);
const Player *session_player(const Session *s, Color c);
int session_humans(const Session *s); // how many of the two

Outcome session_outcome(const Session *s);
bool session_is_over(const Session *s);
bool session_awaits_human(const Session *s);

/* The same players once more from the same start; false if memory ran out. */
bool session_restart_game(Session *s);

/* Clocks run from the start; there are none if the base of the time control is 0. */
bool session_has_clocks(const Session *s);
int64_t session_time_left(const Session *s, Color c);

/* Ends the game if the player to move has run out of time; true if it does. */
bool session_check_clocks(Session *s);

/* Plays a legal move for the player to move; false if the time was up before, the game is over or
 * memory ran out. */
bool session_play(Session *s, Move move);

typedef enum {
    SESSION_IDLE,
    SESSION_THINKING,
    SESSION_PLAYED, // the computer has moved, or its time was up
    SESSION_FAILED, // it named no legal move and has lost; see session_choice
} SessionThought;

/* Lets the computer player to move think in the background.  False if there is none to move, if it
 * claims a draw instead (the game is over then), or if it cannot be started. */
bool session_think(Session *s);
SessionThought session_poll(Session *s);

/* Makes it move at once, without changing anything yet. */
void session_hurry(Session *s);

/* What the computer answered last. */
const PlayerChoice *session_choice(const Session *s);

/* Back to where a person last had to move (one move if nobody is a person), and forward again.
 * False if there is nothing to.  The clocks go back as well. */
bool session_undo(Session *s);
bool session_redo(Session *s);

void session_resign(Session *s, Color loser);

typedef enum {
    DRAW_CLAIMED,  // by the rules
    DRAW_ACCEPTED, // by the computer
    DRAW_REFUSED,
    DRAW_TO_BE_ASKED, // the opponent is a person: ask, then call session_agree_draw
} DrawAnswer;

/* The player to move claims a draw or offers one. */
DrawAnswer session_offer_draw(Session *s);
void session_agree_draw(Session *s);

/* A hint comes in three steps for the same position: the piece, the square it goes to, the move. */
enum { HINT_MAX = 96 };
bool session_hint(Session *s, char out[HINT_MAX]);

/* What the position is worth to White, by a short look; false if the game is over or it cannot be
 * told. */
bool session_evaluate(Session *s, Score *out);

/* "White wins in 5 moves", if a table knows. */
bool session_verdict(const Session *s, char out[TABLE_WORDS_MAX]);

/* The tables as the engine wants them; without tables, none. */
Prober session_prober(const Tables *tables);

#endif
