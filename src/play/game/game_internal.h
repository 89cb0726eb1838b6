// SPDX-License-Identifier: MIT
//
// What the files of the arena share: game_controller.c has its life and the commands, game_turn.c
// whose turn it is and what players answer, game_advice.c hints and opinions, game_event.c the
// events.
#ifndef PLAY_GAME_GAME_INTERNAL_H
#define PLAY_GAME_GAME_INTERNAL_H

#include "play/game/game_controller.h"

enum { CONTROLLER_EVENTS_MAX = 64 };

/* By position: the clocks when its turn began, and what is known about the move that led to it. */
typedef struct {
    ClockTimes times;
    MoveInfo info;
} ControllerPly;

/* Advice that was asked for and has not come. */
typedef enum { ADVICE_NONE = 0, ADVICE_HINT = 1, ADVICE_OPINION = 2 } AdviceKind;

struct GameController {
    ControllerOptions options;
    Game game;
    ChessClock clock;
    ControllerPly *plies;
    int ply_capacity;
    AsyncPlayer *computers[2]; // NULL: a person
    bool ready[2];             // prepared for this game
    bool thinking;             // the player to move is thinking
    bool paused;
    bool end_reported;
    int64_t ask_not_before;   // no computer is asked earlier
    int64_t reply_not_before; // nor is its answer taken before this moment
    Color offer;              // who offers a draw
    bool draw_query_sent;     // a computer thinks about it
    GameForfeit fault;
    bool omits_ep[2]; // an answer did, and ARENA_WARNING said so
    // advice
    Player *adviser; // made when first needed
    AsyncPlayer *async_adviser;
    unsigned advice_wanted; // set of Advice
    AdviceKind advice_running;
    Move hint_move;
    int hint_level; // given for this position
    // events
    GameEvent events[CONTROLLER_EVENTS_MAX];
    int event_first, event_count;
};

// game_event.c

/* An event with everything filled in that does not depend on its kind; to be completed and put. */
GameEvent controller_make_event(const GameController *ctl, GameEventKind kind, Color color,
                                int64_t now);
void controller_add_event(GameController *ctl, const GameEvent *event);
void controller_report(GameController *ctl, GameEventKind kind, Color color, int64_t now);

// game_controller.c

/* Plays a legal move for the side to move.  False without memory. */
bool controller_make_move(GameController *ctl, Move move, const MoveInfo *info, const PvLine *pv,
                          int64_t now);

/* Ends the game; the clocks stop. */
void controller_end_game(GameController *ctl, Outcome outcome, int64_t now);

// game_turn.c

/* Asks the players to get ready; begins the turn of whoever is to move, if the game goes on; stops
 * it, with what was asked forgotten. */
void controller_prepare_players(GameController *ctl, int64_t now);
void controller_begin_turn(GameController *ctl, int64_t now);
void controller_stop_turn(GameController *ctl, int64_t now);

// game_advice.c

void controller_collect_advice(GameController *ctl, int64_t now);
void controller_cancel_advice(GameController *ctl);

#endif
