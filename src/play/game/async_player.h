// SPDX-License-Identifier: MIT
//
// A seat at the board: a player that is asked without waiting for it.
//
// Whoever asks gets the answer later, by looking in; the bell (a function of the asker's) tells
// when that is worth while.  A question that is dropped is never answered, and however long its
// player takes to notice, the asker goes on at once and may ask again.
//
//     seat_ask(seat, &question)      the player starts to think, on the seat's own thread
//     seat_thought(seat, &thought)   what it thinks, if there is something new
//     seat_answer(seat, &answer)     true once, when it has answered
//
// Without a thread (`threaded` false) nothing happens until seat_work is called, which does all the
// thinking there and then: for whoever has nothing else to do meanwhile.
#ifndef PLAY_GAME_ASYNC_PLAYER_H
#define PLAY_GAME_ASYNC_PLAYER_H

#include "play/players/player.h"

typedef struct Seat Seat;

typedef enum {
    TASK_PREPARE, // for a game, with a seed
    TASK_CHOOSE,  // a move
    TASK_DRAW,    // would you take a draw?
} SeatTask;

typedef struct {
    SeatTask task;
    const Game *game; // copied
    Limits limits;    // its `stop` is the seat's own, unless one is given and there is
                      // no thread
    uint64_t seed;
} SeatQuestion;

typedef struct {
    SeatTask task;
    bool yes;            // TASK_PREPARE: it is ready; TASK_DRAW: it would
    PlayerChoice choice; // TASK_CHOOSE; with TASK_PREPARE its fault, if it is not ready
} SeatAnswer;

typedef struct {
    bool threaded;
    void (*ring)(
        void *context); // from the seat's thread: there is something to look at; may be NULL
    void *context;
} SeatOptions;

/* The player stays the caller's, who leaves it alone as long as the seat lives.  NULL without
 * memory or thread. */
Seat *seat_new(Player *player, const SeatOptions *options);

/* Drops the question and waits until the player has noticed. */
void seat_free(Seat *seat);

/* Asks; an earlier question is dropped.  False without memory. */
bool seat_ask(Seat *seat, const SeatQuestion *question);
void seat_drop(Seat *seat);

/* Makes the player answer soon. */
void seat_hurry(Seat *seat);

bool seat_thought(Seat *seat, Thought *out);
bool seat_answer(Seat *seat, SeatAnswer *out);

/* Without a thread: answers the open question; false if there is none. */
bool seat_work(Seat *seat);

#endif
