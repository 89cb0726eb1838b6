// SPDX-License-Identifier: MIT
//
// Declarations shared by the files of the controller: game_controller.c creates it and executes
// commands, game_turn.c handles turns and the players' replies, game_advice.c hints and opinions,
// game_event.c events.
#ifndef PLAY_GAME_GAME_INTERNAL_H
#define PLAY_GAME_GAME_INTERNAL_H

#include "play/game/game_controller.h"

enum { CONTROLLER_EVENTS_MAX = 64 };

/* For each position: the clocks when the turn began, and the move that led to it. */
typedef struct {
    ClockTimes times;
    MoveInfo info;
} ControllerPly;

/* Kinds of advice; the values are bits of a set. */
typedef enum { ADVICE_NONE = 0, ADVICE_HINT = 1, ADVICE_OPINION = 2 } AdviceKind;

struct GameController {
    ControllerOptions options;
    Game game;
    ChessClock clock;
    ControllerPly *plies;
    size_t ply_capacity;
    AsyncPlayer *computers[2]; // NULL: a human
    bool ready[2];             // prepared for this game
    bool thinking;             // the player to move is thinking
    bool paused;
    bool end_reported;
    int64_t ask_not_before;   // computers are not asked before this time
    int64_t reply_not_before; // replies are not taken before this time
    Color offer;              // the side that offers a draw
    bool draw_query_sent;     // a computer was asked about the offer
    GameForfeit fault;
    bool omits_ep[2]; // an answer did; GAME_EVENT_WARNING was sent
    // advice
    Player *adviser; // created at the first request
    AsyncPlayer *async_adviser;
    unsigned advice_wanted; // set of AdviceKind
    AdviceKind advice_running;
    Move hint_move;
    int hint_level; // details given so far for this position
    // events
    GameEvent events[CONTROLLER_EVENTS_MAX];
    int event_first, event_count;
};

// --- game_event.c ---

/* An event with all fields that do not depend on its kind; the caller adds the rest. */
GameEvent controller_make_event(const GameController *ctl, GameEventKind kind, Color color,
                                int64_t now);
void controller_add_event(GameController *ctl, const GameEvent *event);
void controller_report(GameController *ctl, GameEventKind kind, Color color, int64_t now);

// --- game_controller.c ---

/* Plays a legal move for the side to move.  False if memory is short. */
bool controller_make_move(GameController *ctl, Move move, const MoveInfo *info, const PvLine *pv,
                          int64_t now);

/* Ends the game and stops the clocks. */
void controller_end_game(GameController *ctl, Outcome outcome, int64_t now);

// --- game_turn.c ---

/* Prepares the players; begins the turn of the side to move, unless the game is over; ends the turn
 * and cancels its query. */
void controller_prepare_players(GameController *ctl, int64_t now);
void controller_begin_turn(GameController *ctl, int64_t now);
void controller_stop_turn(GameController *ctl, int64_t now);

// --- game_advice.c ---

void controller_collect_advice(GameController *ctl, int64_t now);
void controller_cancel_advice(GameController *ctl);

#endif
