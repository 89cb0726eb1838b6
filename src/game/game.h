// SPDX-License-Identifier: MIT
//
// A position with a past: the moves played, what was repeated, and how the game ended.
//
//     positions   start      after move 1 … now … undone, for redo
//     moves            move 1                 …
//
// Every position is kept, so taking back is counting down, and the moves taken back can be played
// again until another one is played.  Some ends the board tells (mate, the race, a dead position,
// 75 moves, the fifth repetition), some a player may claim (fifty moves, the third repetition;
// games such as Racing Kings make these automatic), some the players tell by game_declare.
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "core/outcome.h"
#include "core/position.h"

typedef struct {
    Position *positions; // length + 1 of them
    Move *moves;         // length of them; the first `count` are played, the rest undone
    int count, length, capacity;
    Outcome declared; // OUTCOME_ONGOING: nothing was declared
} Game;

/* Starts a game.  False (and an empty game that need not be freed) when memory ran out. */
bool game_init(Game *game, const Position *start);
void game_free(Game *game);

/* Makes another game of what was played and declared so far; what was taken back stays behind.
 * False (and an empty game) when memory ran out. */
bool game_copy(Game *copy, const Game *game);

static inline const Position *game_current(const Game *game) {
    return &game->positions[game->count];
}
static inline const Position *game_start(const Game *game) {
    return &game->positions[0];
}

/* The position before move `index` (from 0), or the present one for index == count. */
static inline const Position *game_position_at(const Game *game, int index) {
    return &game->positions[index];
}

/* Plays a legal move, or NULL_MOVE when not in check; forgets the moves taken back, unless it is
 * the first of them.  False, with nothing changed, when memory ran out. */
bool game_play(Game *game, Move move);

/* Take back or play again; false if there is nothing to.  Both clear what was declared. */
bool game_undo(Game *game);
bool game_redo(Game *game);

/* How often the present position has occurred, this time included; positions before the last
 * capture or pawn move cannot recur and are not looked at. */
int game_repetitions(const Game *game);

/* Why the game is over: what the board says first, then what was declared. */
Outcome game_outcome(const Game *game);

/* The draw the side to move may claim now (OUTCOME_FIFTY_MOVES or OUTCOME_THREEFOLD), or
 * OUTCOME_ONGOING. */
Outcome game_claimable_draw(const Game *game);

/* What follows when `loser` has run out of time: drawn if the other side has only its king and
 * the game is won by mate. */
Outcome game_time_outcome(const Game *game, Color loser);

/* Ends the game by resignation, agreement, time, a claim, an illegal move. */
void game_declare(Game *game, Outcome outcome);

#endif
