// SPDX-License-Identifier: MIT
//
// A player that is asked asynchronously, on a thread of its own.
//
// async_player_ask returns at once.  When a line or the reply is available, the player's thread
// calls `wake`; the owner then fetches it.  A cancelled query gets no reply.  The owner never waits
// for the player: after a cancellation it can ask again, even if the player has not stopped yet.
//
//     async_player_ask(async, &query)              starts the player on its own thread
//     async_player_next_pv(async, &pv)             the latest line, if there is a new one
//     async_player_next_reply(async, &reply)       true once, when the player has answered
//
// With `threaded` false no thread is created: async_player_run answers the query on the calling
// thread.
#ifndef PLAY_GAME_ASYNC_PLAYER_H
#define PLAY_GAME_ASYNC_PLAYER_H

#include "play/players/player.h"

typedef struct AsyncPlayer AsyncPlayer;

typedef enum {
    PLAYER_QUERY_PREPARE, // prepare for a game, with a seed
    PLAYER_QUERY_MOVE,    // choose a move
    PLAYER_QUERY_DRAW,    // accept or decline a draw
} PlayerQueryKind;

typedef struct {
    PlayerQueryKind kind;
    const Game *game;    // copied
    SearchLimits limits; // `stop` is replaced, except without a thread if it is set
    uint64_t seed;
} PlayerQuery;

typedef struct {
    PlayerQueryKind kind;
    bool yes;            // PLAYER_QUERY_PREPARE: ready; PLAYER_QUERY_DRAW: accepted
    PlayerChoice choice; // of PLAYER_QUERY_MOVE; after a failed PLAYER_QUERY_PREPARE its fault
} PlayerReply;

typedef struct {
    bool threaded;
    void (*wake)(void *context); // called on the player's thread: a line or reply is available;
                                 // may be NULL
    void *context;
} AsyncPlayerOptions;

/* The player belongs to the caller, who must not use it before async_player_free.  NULL if memory
 * or threads are short. */
AsyncPlayer *async_player_new(Player *player, const AsyncPlayerOptions *options);

/* Cancels the query and waits until the player has stopped. */
void async_player_free(AsyncPlayer *async);

/* Asks; cancels an earlier query.  False if memory is short. */
bool async_player_ask(AsyncPlayer *async, const PlayerQuery *query);
void async_player_cancel(AsyncPlayer *async);

/* Sets the stop flag of the query, so that the player replies soon. */
void async_player_move_now(AsyncPlayer *async);

bool async_player_next_pv(AsyncPlayer *async, PvLine *out);
bool async_player_next_reply(AsyncPlayer *async, PlayerReply *out);

/* Without a thread: answers the query now; false if there is none. */
bool async_player_run(AsyncPlayer *async);

#endif
