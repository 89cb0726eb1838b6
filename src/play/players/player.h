// SPDX-License-Identifier: MIT
//
// Players: human, simple bot, engine, or external program.
//
// A player is created from a text such as "bimbi" or "roek:5" and then asked for moves.  Each kind
// of player is a PlayerKind, a struct of functions; player.c has the table of all kinds.  All kinds
// are used in the same way, and player_choose checks that the returned move is legal:
//
//     Player *p = player_new("roek:5", &PLAYER_DEFAULTS, error);
//     player_prepare(p, &game, seed, error);                  before every game
//     choice = player_choose(p, &game, &limits, NULL);        whenever it is to move
//     player_free(p);
//
// A player stores no position: every call passes the whole game, so moves can be taken back without
// informing the player.  player_choose takes as long as the limits allow.  Another thread can end
// it early by setting limits->stop, which also works if it is set before player_choose begins.
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
    uint64_t seed; // for all random decisions before the first player_prepare
    int threads;   // for the engine
    size_t hash_mb;
    TablebaseProber prober;      // tablebases for the engine
    int64_t movetime_ms;         // time per move of the engine when the limits give none
    int64_t overhead_ms;         // external programs: time lost in communication
    int64_t grace_ms;            // external programs: extra time before a missing answer is a fault
    int64_t fallback_timeout_ms; // external programs: time-out when the limits give no time
    int64_t least_ms;            // external programs: lower bound of the time-out
    int64_t fen_program_ms;      // programs of the FEN contract: time-out when there are no limits
    bool strict; // programs of the FEN contract: '-' for an en-passant square is a fault
    const char *const *uci_options; // for UCI engines: "NAME=VALUE"; must outlive the player
    int uci_option_count;
} PlayerOptions;

extern const PlayerOptions PLAYER_DEFAULTS;

/* Receives the lines that a player considers while it searches; called on the player's thread. */
typedef struct {
    void *context;
    void (*pv)(void *context, const PvLine *pv);
} PlayerListener;

/* The answer of a player. */
typedef struct {
    Move move;      // NO_MOVE: it gave no legal move, see `fault`
    bool has_score; // the player reported a score
    Score score;    // for the side to move
    int depth;
    uint64_t nodes;
    bool omits_ep;                // with a move: see fen_contract.h
    bool timed_out;               // with NO_MOVE: the time-out expired
    bool crashed;                 // with NO_MOVE: the program ended or could not be started
    bool no_memory;               // with NO_MOVE: memory was short: not a fault of the player
    char fault[PLAYER_FAULT_MAX]; // with NO_MOVE: what went wrong, as one line
} PlayerChoice;

struct PlayerKind {
    const char *name;     // as users type it: "bimbi"; "name" or "name:argument" selects this kind
    const char *title;    // as it is shown: "Bimbi"
    const char *argument; // name of the argument in help texts; NULL: no argument allowed
    const char *help;
    bool external;    // runs an external program
    bool fen_program; // the program follows the FEN contract: it is started for every move, and
                      // limits cannot be sent to it
    /* Makes the state from the argument (NULL: none given); may refine player->name.  Returns false
     * with an error on failure. */
    bool (*open)(Player *player, const char *argument, char error[PLAYER_ERROR_MAX]);
    void (*choose)(Player *player, const Game *game, const SearchLimits *limits,
                   const PlayerListener *listener, PlayerChoice *out);
    /* The following may be NULL. */
    void (*close)(Player *player);
    bool (*prepare)(Player *player, const Game *game, uint64_t seed, char error[PLAYER_ERROR_MAX]);
    /* The opponent, who is to move, offers a draw.  Of the limits only `stop` is used. */
    bool (*accepts_draw)(Player *player, const Game *game, const SearchLimits *limits);
};

struct Player {
    const PlayerKind *kind;
    PlayerOptions options;
    char name[PLAYER_NAME_MAX]; // "Roek, level 5"
    Rng rng;
    void *state; // belongs to the kind
};

/* NULL with one line of error if the text names no player or the player cannot be started. */
Player *player_new(const char *text, const PlayerOptions *options, char error[PLAYER_ERROR_MAX]);
void player_free(Player *player);

/* Call it before each game.  The player forgets earlier games and seeds its random numbers, so that
 * the game depends on nothing else.  External programs are restarted if they have ended, and get
 * the variant.  No clock runs meanwhile.  False, with one line of error, on failure. */
bool player_prepare(Player *player, const Game *game, uint64_t seed, char error[PLAYER_ERROR_MAX]);

/* The time-out in milliseconds of an external program under these limits. */
int64_t player_timeout_ms(const Player *player, const Game *game, const SearchLimits *limits);

/* Chooses a move; the game must not be over.  The move is legal or NO_MOVE.  After limits->stop was
 * set the caller must ignore it.  `listener` may be NULL. */
PlayerChoice player_choose(Player *player, const Game *game, const SearchLimits *limits,
                           const PlayerListener *listener);

bool player_accepts_draw(Player *player, const Game *game, const SearchLimits *limits);

/* A human: the user interface asks for moves; player_choose must not be called. */
bool player_is_human(const Player *player);

/* The kind that a text for player_new selects, ignoring case; NULL: none. */
const PlayerKind *player_kind_of(const char *text);

/* The kinds in order; NULL after the last. */
const PlayerKind *player_kind_at(int index);

/* A random legal move; NO_MOVE if there is none. */
Move player_random_move(const Position *pos, Rng *rng);

#endif
