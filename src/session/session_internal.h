// SPDX-License-Identifier: MIT
//
// What the files of the session share.
//
//     session.c            life, lines in, the table of requests
//     session_call.c       the fields of a request, answers
//     session_refuse.c     errors
//     session_task.c        work beside everything else
//     session_game.c       games: the arena by JSON
//     session_position.c   position, moves, pgn
//     session_tables.c     tables
//     session_search.c     analyse, perft
//     session_review.c     review
//     session_mate.c       mate
//     session_loop.c       Chess Loop
#ifndef SESSION_SESSION_INTERNAL_H
#define SESSION_SESSION_INTERNAL_H

#include "base/text/json.h"
#include "game/game.h"
#include "notation/pgn/pgn.h"
#include "notation/text/fen.h"
#include "play/game/game_controller.h"
#include "session/session.h"
#include "solve/loop/loop.h"

#include <pthread.h>

enum { ID_MAX = 72, SESSION_NODES_MAX = 1 << 16, SESSION_MOVES_MAX = 4096 };

/* The id of a request as it was written, a number or a string with its quotes. */
typedef struct {
    char json[ID_MAX];
} RequestId;

/* A request that is being answered. */
typedef struct {
    Session *session;
    const char *line; // what was read
    const JsonNode *request;
    RequestId id;
    int64_t now;
    int64_t hash; // megabytes it wants for a search
} Call;

/* A game in progress. */
typedef struct {
    RequestId id; // of the request that began it
    GameController *controller;
    Player *players[2];
    int64_t hash; // megabytes that are taken for it
    bool ended;   // it is over and done with, but somebody may still think about it
} SessionGame;

/* Work beside everything else. */
typedef struct SessionTask SessionTask;
struct SessionTask {
    Session *session;
    RequestId id;
    atomic_bool stop, done;
    bool running;
    int64_t hash; // megabytes that are taken for it
    pthread_t thread;
    void (*work)(SessionTask *task); // says everything, the answer last
    void (*free)(void *state);       // may be NULL
    void *state;
};

struct Session {
    SessionOptions options;
    JsonNode *nodes; // of the line that is read
    pthread_mutex_t out_lock;
    SessionGame games[SESSION_GAMES_MAX];
    int game_count;
    SessionTask *tasks[SESSION_TASKS_MAX];
    int task_count;
    RkTablebase *solved_tables; // where the host has a folder for them
    bool running_pending;       // within session_run_pending
    bool quit;
};

/* One kind of request. */
typedef struct {
    const char *name;
    const char *fields; // what it takes besides id and do, with blanks between
    void (*run)(Call *call);
} RequestKind;

/* Each ended by a row without a name. */
extern const RequestKind SESSION_GAME_REQUESTS[];
extern const RequestKind SESSION_POSITION_REQUESTS[];
extern const RequestKind SESSION_TABLE_REQUESTS[];
extern const RequestKind SESSION_SEARCH_REQUESTS[];
extern const RequestKind SESSION_REVIEW_REQUESTS[];
extern const RequestKind SESSION_MATE_REQUESTS[];
extern const RequestKind SESSION_LOOP_REQUESTS[];

// Saying things.

/* Opens an object with its id; saying closes it and frees the text. */
Text message_open(const RequestId *id);
void session_send(Session *s, Text *message);

/* The answer to a request: open it, add to it, say it.  The first is for answers without more. */
void call_ok(Call *call);
Text call_answer(const Call *call);

/* An error; `at` is the node it is about, or NULL.  Always false, for `return`. */
bool call_error(Call *call, const JsonNode *at, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool call_no_memory(Call *call);

/* The same for what people do wrong, which others put into their own words: a reason for programs
 * with what it names.  The move `text` is illegal; a puzzle has a fault; a FEN, which has
 * `before` bytes before it in the string, or a PGN has one. */
bool call_illegal(Call *call, const JsonNode *at, const Position *pos, const char *text);
bool call_bad_puzzle(Call *call, LoopFault fault);
bool call_bad_fen(Call *call, const JsonNode *at, size_t before, FenResult result);
bool call_bad_pgn(Call *call, const JsonNode *at, int number, const PgnError *error);

/* How a game ended, in words ("outcome") and for programs ("reason"). */
void put_outcome(Text *out, Outcome outcome);

/* A position as fields: fen, turn, and its outcome if it is over. */
void put_position(Text *out, const Position *pos);

/* Moves in order from a position, as arrays "san" and "uci". */
void put_line(Text *out, const Position *from, const Move *moves, int count);

/* "cp" or "mate", and how likely it makes a win: "chance", draws counting half. */
void put_score(Text *out, Score score);
void put_chance(Text *out, Score score);

/* A move in UCI notation, as a value. */
void json_move(Text *out, const Position *pos, Move move);

/* A job's engine with so many threads and megabytes; NULL after an error. */
Engine *task_engine(SessionTask *task, const EngineOptions *options);

/* Faults of a set-up, as an array of names. */
void put_fault_names(Text *out, const char *name, SetupFaults faults);

// Fields.  Each is false after an error; what is not there leaves `out` as it is.

const JsonNode *call_field(const Call *call, const char *name);
bool call_has(const Call *call, const char *name);
bool call_int(Call *call, const char *name, int64_t min, int64_t max, int64_t *out);
bool call_real(Call *call, const char *name, double min, double max, double *out);
bool call_bool(Call *call, const char *name, bool *out);
bool call_string(Call *call, const char *name, char *out, size_t size);
bool call_rules(Call *call, const Rules **out);

/* The game of "text", a FEN or one of PGN: that of "number" and how many there are; to be freed.
 * `list`, an open JSON array or NULL, gets the players and result of each. */
bool call_text(Call *call, const Rules *rules, PgnGame *out, int *count, Text *list);

/* The position of the fields variant, fen and moves, with its past; to be freed. */
bool call_game(Call *call, Game *out);

/* "depth", "nodes", "ms".  Without a limit it goes on until it is cancelled, or knows everything.
 */
bool call_limits(Call *call, SearchLimits *out);

/* "threads" and "hash" within the session's limits. */
bool call_threads_and_hash(Call *call, int64_t *threads, int64_t *hash);

/* Takes what the request wants from what is left for all searches, to be given back when its search
 * is done with; false after an error. */
bool call_reserve_hash(Call *call);
void session_release_hash(Session *s, int64_t hash);

// Jobs.

/* Starts work with a state that is the job's from now on (freed by `free_state` in any case).  The
 * work says the answer. */
void call_start_task(Call *call, void (*work)(SessionTask *task), void (*free_state)(void *state),
                     void *state);
bool task_is_stopped(const SessionTask *task);

/* Its answer begun: with "cancelled" if it was; and an error instead of one. */
Text task_answer(const SessionTask *task);
void task_error(SessionTask *task, const char *code, const char *text);
Text task_event(const SessionTask *task, const char *event);

/* Clears away what is done; ends everything; asks one request (NULL: all) to end, if there is
 * such a one. */
void tasks_free_done(Session *s);
void tasks_free(Session *s);
bool tasks_cancel(Session *s, const JsonNode *id);

// Games.

bool request_id_is(const RequestId *id, const JsonNode *node);
void games_step(Session *s, int64_t now);
void games_free_ended(Session *s);
void games_free(Session *s);

#endif
