// SPDX-License-Identifier: MIT
//
// A game in progress: who plays, what the clocks show, what is offered, what was taken back.
//
// This is the one place where a game is told.  Terminal, protocols, referee and the JSON session
// are skins: they hand in commands with the present time and show the events that come out.  The
// arena reads no clock, prints nothing and waits for nobody.
//
//     commands, now ──► Arena ──► events         game, clock, offers, hints
//                        │ ▲
//                 question │ answer
//                        ▼ │
//                   seats (async_player.h)               the players that are no people, each on
//                   its thread
//
//     Arena *a = controller_new(&options, now);
//     controller_step(a, now);                         as often as one likes: whenever the bell
//     rang, at
//                                                 the moment controller_deadline(a) at the latest
//     controller_move(a, move, now);                   a person's move
//     while (controller_next_event(a, &event)) …            what happened since
//
// Calls come from one thread.  The moment is any clock that only goes forward, in milliseconds.
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
    const Move *opening; // moves played before anybody is asked; may be NULL
    int opening_count;
    Player *players[2]; // stay the caller's; left alone as long as the arena lives
    SearchBudget budget[2];
    int64_t left_ms[2];    // what the clocks show at first; 0: all of their time
    uint64_t seed;         // of the players' luck in this game
    int64_t margin_ms;     // how much too late an answer may come
    int64_t move_delay_ms; // how long a computer's move is seen before the next computer moves;
                           // MOVE_DELAY_HUMAN: every move of a computer takes as long as a person's
    TablebaseProber prober; // solved endings for advice
    bool threaded;          // computers think beside the caller; else within controller_think
    void (*wake)(
        void *context); // threaded, from any thread: controller_step is worth while; may be NULL
    void *context;
    const atomic_bool *stop; // not threaded: makes controller_think come back early; may be NULL
} ControllerOptions;

/* Why a command was not carried out. */
typedef enum {
    CONTROLLER_OK,
    CONTROLLER_GAME_OVER,     // the game is over
    CONTROLLER_PAUSED,        // it is paused
    CONTROLLER_NOT_YOUR_TURN, // it is not a person's turn
    CONTROLLER_ILLEGAL_MOVE,  // the move is not legal
    CONTROLLER_NOTHING_TO_DO, // there is nothing to take back or to play again
    CONTROLLER_NO_DRAW_OFFER, // nobody has offered a draw
    CONTROLLER_NO_DRAW_CLAIM, // there is no draw to claim
    CONTROLLER_NO_SUCH_PLY,   // the game has no such ply
    CONTROLLER_NO_MEMORY,
} ControllerError;

/* As a word for programs ("not-yours") and a sentence for people ("it is not your turn"). */
const char *controller_error_name(ControllerError error);
const char *controller_error_text(ControllerError error);

typedef enum {
    GAME_EVENT_STARTED,       // a game begins: everything may be different
    GAME_EVENT_MOVE,          // `color` played `move`
    GAME_EVENT_NAVIGATED,     // moves or the end were taken back, or played again
    GAME_EVENT_CLOCKS,        // paused or resumed
    GAME_EVENT_THINKING,      // `color` thinks: `thought`
    GAME_EVENT_HINT,          // `hint` 1: the piece that should move, 2: where to, 3: the move
    GAME_EVENT_OPINION,       // `thought`, its score for White
    GAME_EVENT_NO_ADVICE,     // there is no hint (`hint` 1) or no opinion (0): `words` say why
    GAME_EVENT_DRAW_OFFERED,  // `color` offers a draw
    GAME_EVENT_DRAW_DECLINED, // `color` declines it
    GAME_EVENT_FORFEIT,       // the computer player `color` has lost by a fault of its own: `words`
    ARENA_WARNING,    // `color` departs from the FEN contract, which is let pass: `words`; once
    GAME_EVENT_ENDED, // `outcome`
} GameEventKind;

typedef struct {
    GameEventKind kind;
    int ply;             // how many moves have been played
    int64_t clock_ms[2]; // what is left; -1: no clock
    Color color;
    Move move;
    Piece captured; // NO_PIECE: none
    char san[SAN_MAX], uci[UCI_MOVE_MAX];
    char fen[FEN_MAX]; // the position that is on the board then
    int hint;
    bool has_score; // GAME_EVENT_MOVE: `thought` holds what the player thought
    PvLine pv;
    Outcome outcome;
    char message[PLAYER_FAULT_MAX];
} GameEvent;

/* What is known about a move that was played. */
typedef struct {
    bool has_score;
    Score score; // for the side that moved
    int depth;
    uint64_t nodes;
    int64_t time_ms;  // spent on it; -1: not played at the board
    int64_t clock_ms; // left after it; -1: no clock
} MoveInfo;

/* Who lost otherwise than on the board, and how. */
typedef struct {
    Color culprit; // NO_COLOR: nobody
    bool timed_out, crashed, no_memory;
    char message[PLAYER_FAULT_MAX];
} GameForfeit;

/* NULL without memory or threads. */
GameController *controller_new(const ControllerOptions *options, int64_t now);

/* Waits for the players to notice; see async_player_free. */
void controller_free(GameController *ctl);

// --- looking ---

const Game *controller_game(const GameController *ctl);
const Position *controller_position(const GameController *ctl);
const Player *controller_player(const GameController *ctl, Color c);
int controller_human_count(const GameController *ctl); // how many of the two
Outcome controller_outcome(const GameController *ctl);
bool controller_is_over(const GameController *ctl);
bool controller_is_paused(const GameController *ctl);
bool controller_is_human_turn(const GameController *ctl);
Color controller_draw_offer(const GameController *ctl); // who offers a draw; NO_COLOR: nobody
bool controller_is_reply_pending(
    const GameController *ctl); // to a draw offered, or advice asked for
bool controller_has_clocks(const GameController *ctl);
const TimeControl *controller_time_control(const GameController *ctl, Color c);
int64_t controller_time_left(const GameController *ctl, Color c, int64_t now); // -1: no clock
const MoveInfo *controller_move_info(const GameController *ctl,
                                     int index); // of a move, counted from 0
const GameForfeit *controller_forfeit(const GameController *ctl);
bool arena_omits_ep(const GameController *ctl,
                    Color c); // has an answer of this player, see fen_reply.h?

// --- going on ---

/* Takes answers, lets flags fall, asks who is to move. */
void controller_step(GameController *ctl, int64_t now);

/* When that must happen at the latest though no bell rang; CHESSCLOCK_NEVER: no need. */
int64_t controller_deadline(const GameController *ctl);

/* Not threaded: whoever is asked thinks now, on this thread; false if nobody is. */
bool controller_think(GameController *ctl);

/* The next event, in order; false when all were read.  Of very many unread ones the oldest are
 * lost. */
bool controller_next_event(GameController *ctl, GameEvent *out);

// --- commands ---

/* Another game with the same players: from a position, with moves that have been played. */
ControllerError controller_start_game(GameController *ctl, const Position *start, const Move *moves,
                                      int count, int64_t now);

ControllerError controller_move(GameController *ctl, Move move, int64_t now);

/* Back to where a person last had to move (one move if nobody is a person), and forward again; an
 * end that was declared is taken back alone.  The clocks go back as well. */
ControllerError controller_undo(GameController *ctl, int64_t now);
ControllerError controller_redo(GameController *ctl, int64_t now);
ControllerError controller_go_to(GameController *ctl, int ply, int64_t now);

ControllerError controller_resign(GameController *ctl, Color loser, int64_t now);

/* The person to move claims a draw by the rules, or offers one; the opponent answers. */
ControllerError controller_claim_draw(GameController *ctl, int64_t now);
ControllerError controller_offer_draw(GameController *ctl, int64_t now);
ControllerError controller_accept_draw(GameController *ctl, int64_t now);
ControllerError controller_decline_draw(GameController *ctl, int64_t now);

/* Ends the game in a way the players have no say in. */
ControllerError controller_declare(GameController *ctl, Outcome outcome, int64_t now);

ControllerError controller_pause(GameController *ctl, int64_t now);
ControllerError controller_resume(GameController *ctl, int64_t now);
void controller_set_move_delay(GameController *ctl, int64_t move_delay_ms);

/* Other clocks from now on, for both; or what the last move of one side left on its own, in a game
 * that goes on. */
void controller_set_time_control(GameController *ctl, const TimeControl *time, int64_t now);
void controller_set_time_left(GameController *ctl, Color c, int64_t left_ms, int64_t now);

/* Makes the computer move at once, whatever its pace. */
void controller_move_now(GameController *ctl);

/* Advice comes as events: GAME_EVENT_HINT, one step further each time for the same position, and
 * GAME_EVENT_OPINION; or, for want of memory, GAME_EVENT_NO_ADVICE. */
ControllerError controller_hint(GameController *ctl, int64_t now);
ControllerError controller_evaluate(GameController *ctl);

#endif
