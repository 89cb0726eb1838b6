// SPDX-License-Identifier: MIT
//
// The engine at the board, as the xboard protocol sees it: it keeps the game, the clocks and its
// own turn.  Private to the protocol's commands (xboard.c).
//
// One thread does everything: it waits for lines from the GUI and for the engine, which rings a
// bell when it has made up its mind.  The engine's own thread only prints lines of thought.
//
//     IDLE ──go, their move──► THINKING ──bell──► move, then IDLE or PONDERING
//     PONDERING ──the move we expected──► THINKING
//     ANALYSING   between `analyze` and `exit`, started again after every change
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

typedef enum { IDLE, THINKING, PONDERING, ANALYSING } Activity;

struct XBoard {
    Settings settings;
    Game game;
    Activity activity;
    bool forced; // we play neither colour
    bool analysing, post, pondering;
    bool against_engine;
    bool over; // the result was told
    bool quit;
    atomic_bool aloud; // lines of thought are wanted
    Color ours;
    Allowance allowance;
    ChessClock clock; // we believe what the GUI tells of ours
    int64_t started_ms;
    Move expected; // what we think the other side plays; NO_MOVE: no idea
    Score score;   // of our last search
    bool editing;  // a set-up, before it becomes a game
    Setup edited;
    Color edited_color; // of the pieces that are put down
    Inbox *inbox;       // where the bell hangs; NULL: nobody waits for it
    pthread_mutex_t mutex;
    SearchInfo latest; // guarded by the mutex; without its line
};

/* A line to the GUI; from any thread. */
void tell(const XBoard *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Moves as this protocol writes them. */
void seat_write_move(const XBoard *x, const Position *pos, Move move, char out[SAN_MAX]);

/* Sets the clocks anew, as the allowance says. */
void seat_set_clock(XBoard *x);

/* Drops whatever the engine is doing. */
void seat_cancel(XBoard *x);

/* Puts the game, and `next` after it unless that is NO_MOVE, before the engine. */
bool seat_show_game(XBoard *x, Move next);

/* Start to think: ahead, if we may; without end; about a move of ours, if the game goes on. */
void seat_ponder(XBoard *x);
void seat_analyse(XBoard *x);
void seat_think(XBoard *x);

/* The bell rang: the engine has chosen a move. */
void seat_finish_thinking(XBoard *x);

void seat_their_move(XBoard *x, Move move);
void seat_refuse_move(const XBoard *x, const char *word, size_t length);

/* Tells the result if there is one.  A draw that may be claimed is claimed unless it was the other
 * side's move that allows it and we stand better. */
void seat_tell_end(XBoard *x, bool our_move);

/* Begins a game from a position, or the start of some rules; the old one stays if there is no
 * memory. */
void seat_new_game(XBoard *x, const Position *pos);
void seat_new_game_of(XBoard *x, const Rules *rules, bool chess960);

#endif
