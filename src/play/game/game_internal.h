// SPDX-License-Identifier: MIT
//
// What the files of the arena share: game_controller.c has its life and the commands, game_turn.c
// whose turn it is and what players answer, game_advice.c hints and opinions, game_event.c the
// events.
#ifndef PLAY_GAME_GAME_INTERNAL_H
#define PLAY_GAME_GAME_INTERNAL_H

#include "play/game/game_controller.h"

enum { ARENA_EVENTS_KEPT = 64 };

/* By position: the clocks when its turn began, and what is known about the move that led to it. */
typedef struct {
    ClockTimes times;
    MoveNote note;
} ArenaPly;

/* Advice that was asked for and has not come. */
typedef enum { ADVICE_NONE = 0, ADVICE_HINT = 1, ADVICE_OPINION = 2 } Advice;

struct Arena {
    ArenaOptions options;
    Game game;
    ChessClock clock;
    ArenaPly *plies;
    int ply_capacity;
    Seat *seats[2]; // NULL: a person
    bool ready[2];  // prepared for this game
    bool asked;     // the player to move is thinking
    bool paused;
    bool told_end;
    int64_t not_before; // no computer is asked earlier
    int64_t held_until; // nor is its answer taken before this moment
    Color offer;        // who offers a draw
    bool draw_asked;    // a computer thinks about it
    ArenaFault fault;
    bool omits_ep[2]; // an answer did, and ARENA_WARNING said so
    // advice
    Player *adviser; // made when first needed
    Seat *adviser_seat;
    unsigned wanted; // set of Advice
    Advice advising;
    Move advised;
    int hints; // given for this position
    // events
    ArenaEvent events[ARENA_EVENTS_KEPT];
    int event_first, event_count;
};

// game_event.c

/* An event with everything filled in that does not depend on its kind; to be completed and put. */
ArenaEvent arena_event_of(const Arena *a, ArenaEventKind kind, Color color, int64_t now);
void arena_put_event(Arena *a, const ArenaEvent *event);
void arena_tell(Arena *a, ArenaEventKind kind, Color color, int64_t now);

// game_controller.c

/* Plays a legal move for the side to move.  False without memory. */
bool arena_play(Arena *a, Move move, const MoveNote *note, const Thought *thought, int64_t now);

/* Ends the game; the clocks stop. */
void arena_end(Arena *a, Outcome outcome, int64_t now);

// game_turn.c

/* Asks the players to get ready; begins the turn of whoever is to move, if the game goes on; stops
 * it, with what was asked forgotten. */
void arena_prepare(Arena *a, int64_t now);
void arena_begin_turn(Arena *a, int64_t now);
void arena_stop_turn(Arena *a, int64_t now);

// game_advice.c

void arena_take_advice(Arena *a, int64_t now);
void arena_drop_advice(Arena *a);

#endif
