// SPDX-License-Identifier: MIT
//
// A game: the positions and moves so far, repetitions, and how it ended.
//
//     positions   start      after move 1 … now … undone, for redo
//     moves            move 1                 …
//
// All positions are stored, so taking back a move only decrements `count`. Moves that were taken
// back can be played again until a different move is played. Mate, a won race, a dead position, 75
// moves and the fifth repetition end the game automatically. A player may claim a draw after fifty
// moves or the third repetition; in games such as Racing Kings these are automatic. Resignation,
// agreement and the like are recorded by game_declare.
#ifndef GAME_GAME_H
#define GAME_GAME_H

#include "core/outcome.h"
#include "core/position.h"

#include <stddef.h>

typedef struct {
    Position *positions; // `length` + 1 of them
    Move *moves;         // `length` of them; the first `count` are played, the rest undone
    int count, length;
    size_t position_capacity, move_capacity;
    Outcome declared; // OUTCOME_ONGOING: nothing was declared
} Game;

/* Starts a game.  False (and an empty game that need not be freed) when memory ran out. */
bool game_init(Game *game, const Position *start);
void game_free(Game *game);

/* Copies the moves played and the declared outcome, without the moves that were taken back. False
 * (and an empty game) if memory ran out. */
bool game_copy(Game *copy, const Game *game);

static inline const Position *game_current(const Game *game) {
    return &game->positions[game->count];
}
static inline const Position *game_start(const Game *game) {
    return &game->positions[0];
}

/* The position before move `index` (from 0); the current one for index == count. */
static inline const Position *game_position_at(const Game *game, int index) {
    return &game->positions[index];
}

/* Plays a legal move, or NULL_MOVE when not in check. Drops the moves that were taken back, unless
 * it is the first of them. False, with nothing changed, if memory ran out. */
bool game_play(Game *game, Move move);

/* Takes back a move or plays it again. False if there is none. Both clear the declared outcome. */
bool game_undo(Game *game);
bool game_redo(Game *game);

/* How often the current position has occurred, including now. Positions before the last capture or
 * pawn move cannot recur, so they are not searched. */
int game_repetitions(const Game *game);

/* The outcome: first by the rules, then as declared. */
Outcome game_outcome(const Game *game);

/* The draw that the side to move may claim: OUTCOME_FIFTY_MOVES or OUTCOME_THREEFOLD, else
 * OUTCOME_ONGOING. */
Outcome game_claimable_draw(const Game *game);

/* The outcome when `loser` has run out of time: a draw if the other side could not win by any legal
 * moves. */
Outcome game_time_outcome(const Game *game, Color loser);

/* Declares an outcome: resignation, agreement, time, a claimed draw, an illegal move. */
void game_declare(Game *game, Outcome outcome);

#endif
