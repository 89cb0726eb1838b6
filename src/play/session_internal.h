// SPDX-License-Identifier: MIT
//
// What the files of the session share; private to them.
#ifndef PLAY_SESSION_INTERNAL_H
#define PLAY_SESSION_INTERNAL_H

#include "roek/play/session.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct {
    int64_t ms[2];
} ClockPair;

struct Session {
    SessionOptions options;
    Player *players[2];
    Game game;
    ClockPair *left; // by position: what the clocks showed when its turn began
    int left_capacity;
    ClockPair stopped; // what they showed when the end was declared
    int64_t turn_began;
    // thinking in the background
    pthread_t thread;
    bool thinking;    // a thread waits to be joined
    atomic_bool done; // it has its answer
    PlayerChoice choice;
    // advice
    Engine *adviser; // made when first needed
    Move advised;
    int hints; // given for this position
};

/* A new game from this position with the same players; false if memory ran out. */
bool session_restart(Session *s, const Position *start);

/* Ends the thinking and forgets its answer. */
void session_cancel(Session *s);

/* Stops the clocks and ends the game. */
void session_declare(Session *s, Outcome outcome);

#endif
