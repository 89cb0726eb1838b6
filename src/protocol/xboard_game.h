// SPDX-License-Identifier: MIT
//
// The game of an xboard session: position, clocks, and what the engine is doing.  Private to the
// commands of the protocol (xboard.c).
//
// One thread handles all events: it waits for lines of the GUI, and for the search, whose thread
// wakes the line queue when the search is done.  The search thread itself only prints its lines of
// analysis.
//
//     IDLE       ── `go`, opponent's move ──►  THINKING
//     THINKING   ── search done ────────────►  sends the move, then IDLE or PONDERING
//     PONDERING  ── the expected move ──────►  THINKING
//     ANALYSING  between `analyze` and `exit`; started again after every change
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
    bool forced; // the engine plays neither colour
    bool analysing, post, pondering;
    bool against_engine;
    bool over; // the game has a result
    bool quit;
    atomic_bool shows_thinking; // the GUI wants lines of analysis
    Color our_color;
    SearchBudget budget;
    ChessClock clock; // the engine's time is set by `time`
    int64_t started_ms;
    Move ponder_move; // the move expected from the opponent; or NO_MOVE
    Score score;      // of the engine's last search
    bool editing;     // in edit mode
    Setup edited;
    Color edited_color;    // the colour of the pieces that edit mode places
    LineQueue *line_queue; // woken when a search is done; NULL: the caller waits by itself
    pthread_mutex_t mutex;
    SearchInfo latest_info; // guarded by the mutex; its `line` is not valid
};

/* Sends a line to the GUI.  May be called from any thread. */
void xboard_send(const XBoard *x, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a move in the notation of this protocol. */
void xboard_write_move(const XBoard *x, const Position *pos, Move move, char out[SAN_MAX]);

/* Resets both clocks to the time control of `budget`. */
void xboard_set_clock(XBoard *x);

/* Stops the running search and discards its result. */
void xboard_cancel_search(XBoard *x);

/* Gives the engine the game, followed by `next` unless that is NO_MOVE.  Returns false when memory
 * is short. */
bool xboard_set_engine_position(XBoard *x, Move next);

/* Start a search: on the expected move, if pondering is on; without limit; for the engine's move,
 * if the game is not over. */
void xboard_ponder(XBoard *x);
void xboard_analyse(XBoard *x);
void xboard_think(XBoard *x);

/* Ends a search that has chosen a move, and plays it. */
void xboard_finish_search(XBoard *x);

void xboard_opponent_move(XBoard *x, Move move);
void xboard_reject_move(const XBoard *x, const char *word, size_t length);

/* Sends the result if the game is over.  Claims a draw that may be claimed, unless the opponent's
 * move allows it and the engine stands better. */
void xboard_send_result(XBoard *x, bool our_move);

/* Begin a game from a position, or from the start position of the rules.  The old game stays when
 * memory is short. */
void xboard_new_game(XBoard *x, const Position *pos);
void xboard_new_game_with_rules(XBoard *x, const Rules *rules, bool chess960);

#endif
