// SPDX-License-Identifier: MIT
//
// A seat at the board: a player that is asked without waiting for it.
//
// Whoever asks gets the answer later, by looking in; the bell (a function of the asker's) tells
// when that is worth while.  A question that is dropped is never answered, and however long its
// player takes to notice, the asker goes on at once and may ask again.
//
//     async_player_ask(seat, &question)      the player starts to think, on the seat's own thread
//     async_player_next_pv(seat, &thought)   what it thinks, if there is something new
//     async_player_next_reply(seat, &answer)     true once, when it has answered
//
// Without a thread (`threaded` false) nothing happens until async_player_run is called, which does
// all the thinking there and then: for whoever has nothing else to do meanwhile.
#ifndef PLAY_GAME_ASYNC_PLAYER_H
#define PLAY_GAME_ASYNC_PLAYER_H

#include "play/players/player.h"

typedef struct AsyncPlayer AsyncPlayer;

typedef enum {
    PLAYER_QUERY_PREPARE, // for a game, with a seed
    PLAYER_QUERY_MOVE,    // a move
    PLAYER_QUERY_DRAW,    // would you take a draw?
} PlayerQueryKind;

typedef struct {
    PlayerQueryKind kind;
    const Game *game;    // copied
    SearchLimits limits; // its `stop` is the seat's own, unless one is given and there is
                         // no thread
    uint64_t seed;
} PlayerQuery;

typedef struct {
    PlayerQueryKind kind;
    bool yes; // PLAYER_QUERY_PREPARE: it is ready; PLAYER_QUERY_DRAW: it would
    PlayerChoice
        choice; // PLAYER_QUERY_MOVE; with PLAYER_QUERY_PREPARE its fault, if it is not ready
} PlayerReply;

typedef struct {
    bool threaded;
    void (*wake)(
        void *context); // from the seat's thread: there is something to look at; may be NULL
    void *context;
} AsyncPlayerOptions;

/* The player stays the caller's, who leaves it alone as long as the seat lives.  NULL without
 * memory or thread. */
AsyncPlayer *async_player_new(Player *player, const AsyncPlayerOptions *options);

/* Drops the question and waits until the player has noticed. */
void async_player_free(AsyncPlayer *async);

/* Asks; an earlier question is dropped.  False without memory. */
bool async_player_ask(AsyncPlayer *async, const PlayerQuery *query);
void async_player_cancel(AsyncPlayer *async);

/* Makes the player answer soon. */
void async_player_move_now(AsyncPlayer *async);

bool async_player_next_pv(AsyncPlayer *async, PvLine *out);
bool async_player_next_reply(AsyncPlayer *async, PlayerReply *out);

/* Without a thread: answers the open question; false if there is none. */
bool async_player_run(AsyncPlayer *async);

#endif
