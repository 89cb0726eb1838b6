// SPDX-License-Identifier: MIT
//
// Who moves: a person, a simple bot, the engine, or a program outside.
//
// A player is made from a text such as "bimbi" or "roek:5" and then asked for moves.  What tells
// one sort from another is a PlayerKind, a table row with functions; player.c holds the list of
// them.  All sorts live the same life, and whoever asks checks the answer against the rules:
//
//     Player *p = player_new("roek:5", &PLAYER_DEFAULTS, error);
//     player_prepare(p, &game, seed, error);         before every game: which game, which luck
//     choice = player_choose(p, &game, &limits, NULL);
//     …                                               as often as it is its turn
//     player_free(p);
//
// A player keeps no position of its own: every question comes with the whole game, so that moves
// taken back need no word to it.  player_choose takes as long as the limits allow; what makes it
// answer early is limits->stop, which whoever asks sets from another thread, and which counts even
// if it was set before the player began to think.
#ifndef PLAY_PLAYERS_PLAYER_H
#define PLAY_PLAYERS_PLAYER_H

#include "base/rng.h"
#include "game/game.h"
#include "play/players/pv_line.h"
#include "search/engine.h"

enum { PLAYER_NAME_MAX = 64, PLAYER_ERROR_MAX = 256, PLAYER_FAULT_MAX = 256 };

typedef struct Player Player;
typedef struct PlayerKind PlayerKind;

typedef struct {
    uint64_t seed; // of everything random before the first game
    int threads;   // for the engine
    size_t hash_mb;
    TablebaseProber prober; // tablebases for the engine
    int64_t movetime_ms;    // how long the engine thinks when the limits say nothing
    int64_t overhead_ms;    // for outside programs: what is lost on the way
    int64_t grace_ms;       // for outside programs: how long past its time an answer is waited for
    int64_t
        fallback_timeout_ms; // for outside programs: how long at all, when the limits tell no time
    int64_t least_ms;        // for outside programs: how long at least, whatever the limits tell
    int64_t fen_program_ms;  // for programs of the FEN contract: how long when there are no limits
    bool strict; // for programs of the FEN contract: '-' is a fault where a square belongs
    const char *const *uci_options; // for UCI engines: "NAME=VALUE"; must outlive the player
    int uci_option_count;
} PlayerOptions;

extern const PlayerOptions PLAYER_DEFAULTS;

/* Who wants to hear what a player thinks while it does; called on the player's thread. */
typedef struct {
    void *context;
    void (*pv)(void *context, const PvLine *pv);
} PlayerListener;

/* What a player answered. */
typedef struct {
    Move move;      // NO_MOVE: no legal move was named, see `fault`
    bool has_score; // the player told what it thinks
    Score score;    // for the side to move
    int depth;
    uint64_t nodes;
    bool omits_ep;                // see fen_reply.h; with a move
    bool timed_out;               // with NO_MOVE: no answer came in time
    bool crashed;                 // with NO_MOVE: the program has ended or cannot be started
    bool no_memory;               // with NO_MOVE: it is the machine's fault and nobody's loss
    char fault[PLAYER_FAULT_MAX]; // with NO_MOVE: what went wrong, as one line
} PlayerChoice;

struct PlayerKind {
    const char *name;     // as typed: "bimbi"; a text "name" or "name:argument" means this kind
    const char *title;    // as shown: "Bimbi"
    const char *argument; // how help names what follows the colon; NULL: nothing may
    const char *help;
    bool external;    // a program of somebody else's is started
    bool fen_program; // one that keeps the FEN contract: it is started for every move, and no
                      // limit can be sent to it
    /* Makes the state from the argument (NULL: none was given), and may refine player->name.
     * False, with an error, if that cannot be. */
    bool (*open)(Player *player, const char *argument, char error[PLAYER_ERROR_MAX]);
    void (*choose)(Player *player, const Game *game, const SearchLimits *limits,
                   const PlayerListener *listener, PlayerChoice *out);
    /* The rest may be NULL. */
    void (*close)(Player *player);
    bool (*prepare)(Player *player, const Game *game, uint64_t seed, char error[PLAYER_ERROR_MAX]);
    /* The opponent, whose turn it is, offers a draw; of the limits only `stop` counts. */
    bool (*accepts_draw)(Player *player, const Game *game, const SearchLimits *limits);
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

/* Before a game: forgets what was learned in an earlier one and takes the seed of its luck, so that
 * the game depends on nothing else; programs are started where they have ended, and told which game
 * it is.  No clock runs meanwhile.  False, with one line of error, if the player cannot play it. */
bool player_prepare(Player *player, const Game *game, uint64_t seed, char error[PLAYER_ERROR_MAX]);

/* How long, in milliseconds, an outside program is waited for under these limits. */
int64_t player_timeout_ms(const Player *player, const Game *game, const SearchLimits *limits);

/* A move for the side to move of a game that goes on.  The move is legal or NO_MOVE; what it is
 * after limits->stop does not matter.  `listener` may be NULL. */
PlayerChoice player_choose(Player *player, const Game *game, const SearchLimits *limits,
                           const PlayerListener *listener);

bool player_accepts_draw(Player *player, const Game *game, const SearchLimits *limits);

/* A person: asked by whoever shows the board, never by player_choose. */
bool player_is_human(const Player *player);

/* The kind that a text for player_new names, in letters of any case; NULL: none. */
const PlayerKind *player_kind_of(const char *text);

/* All kinds in order; NULL past the last. */
const PlayerKind *player_kind_at(int index);

/* A random legal move; NO_MOVE if there is none. */
Move player_random_move(const Position *pos, Rng *rng);

#endif
