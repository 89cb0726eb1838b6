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
//     Arena *a = arena_new(&options, now);
//     arena_step(a, now);                         as often as one likes: whenever the bell rang, at
//                                                 the moment arena_due(a) at the latest
//     arena_move(a, move, now);                   a person's move
//     while (arena_event(a, &event)) …            what happened since
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

typedef struct Arena Arena;

typedef struct {
    Position start;
    const Move *opening; // moves played before anybody is asked; may be NULL
    int opening_count;
    Player *players[2]; // stay the caller's; left alone as long as the arena lives
    Allowance allowance[2];
    int64_t left_ms[2]; // what the clocks show at first; 0: all of their time
    uint64_t seed;      // of the players' luck in this game
    int64_t margin_ms;  // how much too late an answer may come
    int64_t pace_ms;    // how long a computer's move is seen before the next computer moves;
                        // PACE_HUMAN: every move of a computer takes as long as a person's
    Prober prober;      // solved endings for advice
    bool threaded;      // computers think beside the caller; else within arena_think
    void (*ring)(
        void *context); // threaded, from any thread: arena_step is worth while; may be NULL
    void *context;
    const atomic_bool *stop; // not threaded: makes arena_think come back early; may be NULL
} ArenaOptions;

/* Why a command was not carried out. */
typedef enum {
    ARENA_OK,
    ARENA_OVER,      // the game is over
    ARENA_PAUSED,    // it is paused
    ARENA_NOT_YOURS, // it is not a person's turn
    ARENA_ILLEGAL,   // the move is not legal
    ARENA_NOTHING,   // there is nothing to take back or to play again
    ARENA_NO_OFFER,  // nobody has offered a draw
    ARENA_NO_CLAIM,  // there is no draw to claim
    ARENA_NO_PLY,    // the game has no such ply
    ARENA_NO_MEMORY,
} ArenaRefusal;

/* As a word for programs ("not-yours") and a sentence for people ("it is not your turn"). */
const char *arena_refusal_name(ArenaRefusal refusal);
const char *arena_refusal_text(ArenaRefusal refusal);

typedef enum {
    ARENA_BEGAN,     // a game begins: everything may be different
    ARENA_MOVED,     // `color` played `move`
    ARENA_WENT,      // moves or the end were taken back, or played again
    ARENA_CLOCKS,    // paused or resumed
    ARENA_THINKING,  // `color` thinks: `thought`
    ARENA_HINT,      // `hint` 1: the piece that should move, 2: where to, 3: the move
    ARENA_OPINION,   // `thought`, its score for White
    ARENA_UNADVISED, // there is no hint (`hint` 1) or no opinion (0): `words` say why
    ARENA_OFFERED,   // `color` offers a draw
    ARENA_DECLINED,  // `color` declines it
    ARENA_FAULT,     // the computer player `color` has lost by a fault of its own: `words`
    ARENA_WARNING,   // `color` departs from the FEN contract, which is let pass: `words`; once
    ARENA_ENDED,     // `outcome`
} ArenaEventKind;

typedef struct {
    ArenaEventKind kind;
    int ply;             // how many moves have been played
    int64_t clock_ms[2]; // what is left; -1: no clock
    Color color;
    Move move;
    Piece captured; // NO_PIECE: none
    char san[SAN_MAX], uci[COORD_MAX];
    char fen[FEN_MAX]; // the position that is on the board then
    int hint;
    bool has_score; // ARENA_MOVED: `thought` holds what the player thought
    Thought thought;
    Outcome outcome;
    char words[PLAYER_FAULT_MAX];
} ArenaEvent;

/* What is known about a move that was played. */
typedef struct {
    bool has_score;
    Score score; // for the side that moved
    int depth;
    uint64_t nodes;
    int64_t time_ms;  // spent on it; -1: not played at the board
    int64_t clock_ms; // left after it; -1: no clock
} MoveNote;

/* Who lost otherwise than on the board, and how. */
typedef struct {
    Color culprit; // NO_COLOR: nobody
    bool late, gone, no_memory;
    char words[PLAYER_FAULT_MAX];
} ArenaFault;

/* NULL without memory or threads. */
Arena *arena_new(const ArenaOptions *options, int64_t now);

/* Waits for the players to notice; see seat_free. */
void arena_free(Arena *a);

// Looking.

const Game *arena_game(const Arena *a);
const Position *arena_now(const Arena *a);
const Player *arena_player(const Arena *a, Color c);
int arena_humans(const Arena *a); // how many of the two
Outcome arena_outcome(const Arena *a);
bool arena_is_over(const Arena *a);
bool arena_is_paused(const Arena *a);
bool arena_awaits_human(const Arena *a);
Color arena_offer(const Arena *a);      // who offers a draw; NO_COLOR: nobody
bool arena_owes_answer(const Arena *a); // to a draw offered, or advice asked for
bool arena_has_clocks(const Arena *a);
const TimeControl *arena_time_control(const Arena *a, Color c);
int64_t arena_time_left(const Arena *a, Color c, int64_t now); // -1: no clock
const MoveNote *arena_note(const Arena *a, int index);         // of a move, counted from 0
const ArenaFault *arena_fault(const Arena *a);
bool arena_omits_ep(const Arena *a, Color c); // has an answer of this player, see fen_reply.h?

// Going on.

/* Takes answers, lets flags fall, asks who is to move. */
void arena_step(Arena *a, int64_t now);

/* When that must happen at the latest though no bell rang; CLOCK_NEVER: no need. */
int64_t arena_due(const Arena *a);

/* Not threaded: whoever is asked thinks now, on this thread; false if nobody is. */
bool arena_think(Arena *a);

/* The next event, in order; false when all were read.  Of very many unread ones the oldest are
 * lost. */
bool arena_event(Arena *a, ArenaEvent *out);

// Commands.

/* Another game with the same players: from a position, with moves that have been played. */
ArenaRefusal arena_begin(Arena *a, const Position *start, const Move *moves, int count,
                         int64_t now);

ArenaRefusal arena_move(Arena *a, Move move, int64_t now);

/* Back to where a person last had to move (one move if nobody is a person), and forward again; an
 * end that was declared is taken back alone.  The clocks go back as well. */
ArenaRefusal arena_undo(Arena *a, int64_t now);
ArenaRefusal arena_redo(Arena *a, int64_t now);
ArenaRefusal arena_go_to(Arena *a, int ply, int64_t now);

ArenaRefusal arena_resign(Arena *a, Color loser, int64_t now);

/* The person to move claims a draw by the rules, or offers one; the opponent answers. */
ArenaRefusal arena_claim_draw(Arena *a, int64_t now);
ArenaRefusal arena_offer_draw(Arena *a, int64_t now);
ArenaRefusal arena_accept_draw(Arena *a, int64_t now);
ArenaRefusal arena_decline_draw(Arena *a, int64_t now);

/* Ends the game in a way the players have no say in. */
ArenaRefusal arena_declare(Arena *a, Outcome outcome, int64_t now);

ArenaRefusal arena_pause(Arena *a, int64_t now);
ArenaRefusal arena_resume(Arena *a, int64_t now);
void arena_set_pace(Arena *a, int64_t pace_ms);

/* Other clocks from now on, for both; or what the last move of one side left on its own, in a game
 * that goes on. */
void arena_set_time(Arena *a, const TimeControl *time, int64_t now);
void arena_set_left(Arena *a, Color c, int64_t left_ms, int64_t now);

/* Makes the computer move at once, whatever its pace. */
void arena_hurry(Arena *a);

/* Advice comes as events: ARENA_HINT, one step further each time for the same position, and
 * ARENA_OPINION; or, for want of memory, ARENA_UNADVISED. */
ArenaRefusal arena_hint(Arena *a, int64_t now);
ArenaRefusal arena_evaluate(Arena *a);

#endif
