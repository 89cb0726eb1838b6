// SPDX-License-Identifier: MIT
//
// The controller of a game in progress: players, clocks, draw offers, moves taken back, advice.
//
// All user interfaces (terminal, protocols, JSON session) and the referee of matches use it: they
// pass commands with the current time and read the events that result.  The controller reads no
// clock, prints nothing and never blocks (except controller_think and controller_free).
//
//     commands, now ──► GameController ──► events        game, clock, offers, hints
//                           │  ▲
//                     query │  │ reply
//                           ▼  │
//                     computers (async_player.h)         each computer player on its own thread
//
//     GameController *ctl = controller_new(&options, now);
//     controller_step(ctl, now);                         after each `wake`, and not later than
//                                                        controller_deadline(ctl)
//     controller_move(ctl, move, now);                   a human's move
//     while (controller_next_event(ctl, &event)) …       what has happened since
//
// All calls come from one thread.  `now` is a monotonic time in milliseconds.
#ifndef PLAY_GAME_GAME_CONTROLLER_H
#define PLAY_GAME_GAME_CONTROLLER_H

#include "notation/text/fen.h"
#include "notation/text/san.h"
#include "notation/text/uci_move.h"
#include "play/game/async_player.h"
#include "play/game/move_delay.h"
#include "play/game/search_budget.h"
#include "play/players/player.h"

typedef struct GameController GameController;

typedef struct {
    Position start;
    const Move *opening; // moves played before the players are asked; may be NULL
    int opening_count;
    Player *players[2]; // belong to the caller, who must not use them before controller_free
    SearchBudget budget[2];
    int64_t left_ms[2];    // initial times; 0: the full time of the time control
    uint64_t seed;         // of the players' random numbers in this game
    int64_t margin_ms;     // tolerance for late answers
    int64_t move_delay_ms; // pause between moves of two computers; MOVE_DELAY_HUMAN: computers take
                           // as long as a human would
    TablebaseProber prober; // tablebases for advice
    bool threaded;          // computers search on their own threads; else inside controller_think
    void (*wake)(void *context); // threaded: called on any thread when controller_step has work;
                                 // may be NULL
    void *context;
    const atomic_bool *stop; // not threaded: makes controller_think return early; may be NULL
} ControllerOptions;

/* Why a command was refused. */
typedef enum {
    CONTROLLER_OK,
    CONTROLLER_GAME_OVER,     // the game is over
    CONTROLLER_PAUSED,        // it is paused
    CONTROLLER_NOT_YOUR_TURN, // no human is to move
    CONTROLLER_ILLEGAL_MOVE,  // the move is not legal
    CONTROLLER_NOTHING_TO_DO, // no move to take back or replay
    CONTROLLER_NO_DRAW_OFFER, // there is no draw offer
    CONTROLLER_NO_DRAW_CLAIM, // the rules allow no claim
    CONTROLLER_NO_SUCH_PLY,   // the game has no such ply
    CONTROLLER_NO_MEMORY,
} ControllerError;

/* A word for programs ("not-yours") and a sentence for users ("it is not your turn"). */
const char *controller_error_name(ControllerError error);
const char *controller_error_text(ControllerError error);

typedef enum {
    GAME_EVENT_STARTED,   // a new game: everything may have changed
    GAME_EVENT_MOVE,      // `color` played `move`
    GAME_EVENT_NAVIGATED, // moves or the end of the game were taken back or replayed
    GAME_EVENT_CLOCKS,    // the clocks were paused or resumed
    GAME_EVENT_THINKING,  // `color` searches: `pv`
    GAME_EVENT_HINT,      // `hint` 1: the piece to move, 2: its target square, 3: the move
    GAME_EVENT_OPINION,   // an evaluation: `pv`, its score from White's view
    GAME_EVENT_NO_ADVICE, // no hint (`hint` 1) or no opinion (0) is available: `message` says why
    GAME_EVENT_DRAW_OFFERED,  // `color` offers a draw
    GAME_EVENT_DRAW_DECLINED, // `color` declines it
    GAME_EVENT_FORFEIT,       // the computer player `color` lost by a fault: `message`
    GAME_EVENT_WARNING, // `color` departs from the FEN contract, which is tolerated: `message`;
                        // once
    GAME_EVENT_ENDED,   // `outcome`
} GameEventKind;

typedef struct {
    GameEventKind kind;
    int ply;             // number of moves played
    int64_t clock_ms[2]; // time left; -1: no clock
    Color color;
    Move move;
    Piece captured; // NO_PIECE: none
    char san[SAN_MAX], uci[UCI_MOVE_MAX];
    char fen[FEN_MAX]; // the position on the board at that moment
    int hint;
    bool has_score; // GAME_EVENT_MOVE: `pv` holds the player's line
    PvLine pv;
    Outcome outcome;
    char message[PLAYER_FAULT_MAX];
} GameEvent;

/* Information about a played move. */
typedef struct {
    bool has_score;
    Score score; // for the side that moved
    int depth;
    uint64_t nodes;
    int64_t time_ms;  // time spent on it; -1: not played in this game
    int64_t clock_ms; // left after it; -1: no clock
} MoveInfo;

/* A loss for another reason than the moves: time, crash or fault of a computer player. */
typedef struct {
    Color culprit; // NO_COLOR: there is none
    bool timed_out, crashed, no_memory;
    char message[PLAYER_FAULT_MAX];
} GameForfeit;

/* NULL if memory or threads are short. */
GameController *controller_new(const ControllerOptions *options, int64_t now);

/* Waits until the players have stopped; see async_player_free. */
void controller_free(GameController *ctl);

// --- state ---

const Game *controller_game(const GameController *ctl);
const Position *controller_position(const GameController *ctl);
const Player *controller_player(const GameController *ctl, Color c);
int controller_human_count(const GameController *ctl); // 0 to 2
Outcome controller_outcome(const GameController *ctl);
bool controller_is_over(const GameController *ctl);
bool controller_is_paused(const GameController *ctl);
bool controller_is_human_turn(const GameController *ctl);
Color controller_draw_offer(const GameController *ctl);      // by which side; NO_COLOR: none
bool controller_is_reply_pending(const GameController *ctl); // to a draw offer or hint request
bool controller_has_clocks(const GameController *ctl);
const TimeControl *controller_time_control(const GameController *ctl, Color c);
int64_t controller_time_left(const GameController *ctl, Color c, int64_t now); // -1: no clock
const MoveInfo *controller_move_info(const GameController *ctl, int index);    // of a move, from 0
const GameForfeit *controller_forfeit(const GameController *ctl);
bool controller_omits_ep(const GameController *ctl,
                         Color c); // has an answer omitted it (fen_contract.h)?

// --- progress ---

/* Takes replies, checks the clock, and asks the player to move. */
void controller_step(GameController *ctl, int64_t now);

/* When controller_step is due at the latest, even without `wake`; CHESSCLOCK_NEVER: no need. */
int64_t controller_deadline(const GameController *ctl);

/* Not threaded: runs the open query on this thread; false if there is none. */
bool controller_think(GameController *ctl);

/* The next event, in order; false when all were read.  Keeps CONTROLLER_EVENTS_MAX events: if more
 * are unread, the oldest are dropped. */
bool controller_next_event(GameController *ctl, GameEvent *out);

// --- commands ---

/* Starts a game with the same players from a position after `moves`. */
ControllerError controller_start_game(GameController *ctl, const Position *start, const Move *moves,
                                      int count, int64_t now);

ControllerError controller_move(GameController *ctl, Move move, int64_t now);

/* controller_undo goes back to the last position with a human to move (one move if both players are
 * computers).  An end that a player declared is taken back without a move.  Clocks go back, too. */
ControllerError controller_undo(GameController *ctl, int64_t now);
ControllerError controller_redo(GameController *ctl, int64_t now);
ControllerError controller_go_to(GameController *ctl, int ply, int64_t now);

ControllerError controller_resign(GameController *ctl, Color loser, int64_t now);

/* The human to move claims a draw by the rules, or offers one; the opponent accepts or declines. */
ControllerError controller_claim_draw(GameController *ctl, int64_t now);
ControllerError controller_offer_draw(GameController *ctl, int64_t now);
ControllerError controller_accept_draw(GameController *ctl, int64_t now);
ControllerError controller_decline_draw(GameController *ctl, int64_t now);

/* Ends the game with an outcome that does not depend on the players. */
ControllerError controller_declare(GameController *ctl, Outcome outcome, int64_t now);

ControllerError controller_pause(GameController *ctl, int64_t now);
ControllerError controller_resume(GameController *ctl, int64_t now);
void controller_set_move_delay(GameController *ctl, int64_t move_delay_ms);

/* Set a new time control for both sides from now on, or the time one side had left after its last
 * move, for a game that is continued. */
void controller_set_time_control(GameController *ctl, const TimeControl *time, int64_t now);
void controller_set_time_left(GameController *ctl, Color c, int64_t left_ms, int64_t now);

/* Makes the computer move at once; ignores the move delay. */
void controller_move_now(GameController *ctl);

/* Advice arrives as events: GAME_EVENT_HINT, with one more detail on each call for the same
 * position, and GAME_EVENT_OPINION; or GAME_EVENT_NO_ADVICE if memory is short. */
ControllerError controller_hint(GameController *ctl, int64_t now);
ControllerError controller_evaluate(GameController *ctl);

#endif
