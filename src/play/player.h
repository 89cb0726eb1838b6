// SPDX-License-Identifier: MIT
//
// Who moves: a person, a simple bot, the engine, or a program outside.
//
// A player is made from a text such as "bimbi" or "roek:5" and then asked for moves.  What tells
// one sort from another is a PlayerKind, a table row with functions; player.c holds the list of
// them.  All sorts are asked the same way, and whoever asks checks the answer against the rules.
//
//     char error[PLAYER_ERROR_MAX];
//     Player *p = player_new("roek:5", &PLAYER_DEFAULTS, error);
//     player_new_game(p);
//     PlayerChoice choice = player_choose(p, &game, &limits);
//     if (choice.move == NO_MOVE) … choice.fault says why
//     player_free(p);
//
// player_choose takes as long as the limits allow; player_stop, called from another thread, makes
// it answer early.  Everything else is called from one thread at a time.
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "roek/base/rng.h"
#include "roek/game/game.h"
#include "roek/search/engine.h"

enum { PLAYER_NAME_MAX = 64, PLAYER_ERROR_MAX = 256, PLAYER_FAULT_MAX = 256 };

typedef struct Player Player;
typedef struct PlayerKind PlayerKind;

typedef struct {
    uint64_t seed; // of everything random
    int threads;   // for the engine
    size_t hash_mb;
    Prober prober;       // tablebases for the engine
    int64_t movetime_ms; // how long the engine thinks when the limits say nothing
    int64_t overhead_ms; // for outside programs: what is lost on the way
    int64_t patience_ms; // for outside programs: how long past its time an answer is waited for
    int64_t longest_ms;  // for outside programs: how long at all, when the limits tell no time
    const char *const *settings; // for UCI engines: "NAME=VALUE"; must outlive the player
    int setting_count;
} PlayerOptions;

extern const PlayerOptions PLAYER_DEFAULTS;

/* What a player answered. */
typedef struct {
    Move move;      // NO_MOVE: no legal move was named, see `fault`
    bool has_score; // the player told what it thinks
    Score score;    // for the side to move
    int depth;
    uint64_t nodes;
    bool timed_out;               // with NO_MOVE: no answer came in time
    bool gone;                    // with NO_MOVE: the program has ended or cannot be started
    char fault[PLAYER_FAULT_MAX]; // with NO_MOVE: what went wrong, as one line
} PlayerChoice;

struct PlayerKind {
    const char *name;     // as typed: "bimbi"; a text "name" or "name:argument" means this kind
    const char *title;    // as shown: "Bimbi"
    const char *argument; // how help names what follows the colon; NULL: nothing may
    const char *help;
    /* Makes the state from the argument (NULL: none was given), and may refine player->name.
     * False, with an error, if that cannot be. */
    bool (*open)(Player *player, const char *argument, char error[PLAYER_ERROR_MAX]);
    void (*choose)(Player *player, const Game *game, const Limits *limits, PlayerChoice *out);
    /* The rest may be NULL. */
    void (*close)(Player *player);
    void (*new_game)(Player *player);
    /* Before the first move, with no clock running; see player_prepare. */
    bool (*prepare)(Player *player, const Game *game, char error[PLAYER_ERROR_MAX]);
    void (*stop)(Player *player); // from another thread
    /* The opponent, whose turn it is, offers a draw. */
    bool (*accepts_draw)(Player *player, const Game *game);
};

struct Player {
    const PlayerKind *kind;
    PlayerOptions options;
    char name[PLAYER_NAME_MAX]; // "Roek, level 5"
    Rng rng;
    void *state; // of the kind
};

/* NULL, with one line of error, if the text names no player or it cannot be started. */
Player *player_new(const char *text, const PlayerOptions *options, char error[PLAYER_ERROR_MAX]);
void player_free(Player *player);

/* Forgets what was learned in an earlier game. */
void player_new_game(Player *player);

/* The same, and gets ready for this game, so that no preparation costs time on the clock: programs
 * are started where they have ended, and told which game it is.  False, with one line of error, if
 * the player cannot play it. */
bool player_prepare(Player *player, const Game *game, char error[PLAYER_ERROR_MAX]);

/* How long, in milliseconds, an outside program is waited for under these limits. */
int64_t player_patience(const Player *player, const Game *game, const Limits *limits);

/* A move for the side to move of a game that goes on.  The move is legal or NO_MOVE. */
PlayerChoice player_choose(Player *player, const Game *game, const Limits *limits);

/* Makes a running player_choose answer soon; harmless otherwise.  One that has only just begun
 * may miss it: who must be sure asks again. */
void player_stop(Player *player);

bool player_accepts_draw(Player *player, const Game *game);

/* A person: asked by whoever shows the board, never by player_choose. */
bool player_is_human(const Player *player);

/* All kinds in order; NULL past the last. */
const PlayerKind *player_kind_at(int index);

/* A random legal move; NO_MOVE if there is none. */
Move player_random_move(const Position *pos, Rng *rng);

#endif
