// SPDX-License-Identifier: MIT
//
// The engine at the board, as the xboard protocol sees it: it keeps the game, the clocks and its
// own turn.  Private to the protocol's commands (xboard.c).
//
// One thread does everything: it waits for lines from the GUI and for the engine, which rings a
// bell when it has made up its mind.  The engine's own thread only prints lines of thought.
//
//     ACTIVITY_IDLE ──go, their move──► ACTIVITY_THINKING ──bell──► move, then ACTIVITY_IDLE or
//     ACTIVITY_PONDERING ACTIVITY_PONDERING ──the move we expected──► ACTIVITY_THINKING
//     ACTIVITY_ANALYSING   between `analyze` and `exit`, started again after every change
#ifndef PROTOCOL_XBOARD_GAME_H
#define PROTOCOL_XBOARD_GAME_H

#include "base/thread/line_queue.h"
#include "game/game.h"
#include "notation/text/san.h"
#include "play/game/search_budget.h"
#include "protocol/engine_options.h"
#include "protocol/xboard.h"

#include <pthread.h>
#include <stdatomic.h>

typedef enum {
    ACTIVITY_IDLE,
    ACTIVITY_THINKING,
    ACTIVITY_PONDERING,
    ACTIVITY_ANALYSING
} EngineActivity;

struct XBoard {
    EngineSettings settings;
    Game game;
    EngineActivity activity;
    bool forced; // we play neither colour
    bool analysing, post, pondering;
    bool against_engine;
    bool over; // the result was told
    bool quit;
    atomic_bool shows_thinking; // lines of thought are wanted
    Color our_color;
    SearchBudget budget;
    ChessClock clock; // we believe what the GUI tells of ours
    int64_t started_ms;
    Move ponder_move; // what we think the other side plays; NO_MOVE: no idea
    Score score;      // of our last search
    bool editing;     // a set-up, before it becomes a game
    Setup edited;
    Color edited_color;    // of the pieces that are put down
    LineQueue *line_queue; // where the bell hangs; NULL: nobody waits for it
    pthread_mutex_t mutex;
    SearchInfo latest_info; // guarded by the mutex; without its line
};

/* A line to the GUI; from any thread. */
void xboard_send(const XBoard *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Moves as this protocol writes them. */
void xboard_write_move(const XBoard *x, const Position *pos, Move move, char out[SAN_MAX]);

/* Sets the clocks anew, as the allowance says. */
void xboard_set_clock(XBoard *x);

/* Drops whatever the engine is doing. */
void xboard_cancel_search(XBoard *x);

/* Puts the game, and `next` after it unless that is NO_MOVE, before the engine. */
bool xboard_set_engine_position(XBoard *x, Move next);

/* Start to think: ahead, if we may; without end; about a move of ours, if the game goes on. */
void xboard_ponder(XBoard *x);
void xboard_analyse(XBoard *x);
void xboard_think(XBoard *x);

/* The bell rang: the engine has chosen a move. */
void xboard_finish_search(XBoard *x);

void xboard_opponent_move(XBoard *x, Move move);
void xboard_reject_move(const XBoard *x, const char *word, size_t length);

/* Tells the result if there is one.  A draw that may be claimed is claimed unless it was the other
 * side's move that allows it and we stand better. */
void xboard_send_result(XBoard *x, bool our_move);

/* Begins a game from a position, or the start of some rules; the old one stays if there is no
 * memory. */
void xboard_new_game(XBoard *x, const Position *pos);
void xboard_new_game_with_rules(XBoard *x, const Rules *rules, bool chess960);

#endif
