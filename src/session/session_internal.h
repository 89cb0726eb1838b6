// SPDX-License-Identifier: MIT
//
// What the files of the session share.
//
//     session.c                  creation, lines in, the table of requests
//     session_fields.c           the fields of a request, answers
//     session_error.c            errors
//     session_task.c             work that goes on beside other requests
//     session_game.c             games: the game controller by JSON
//     session_continued_game.c   games that were begun elsewhere
//     session_position.c         position, moves, pgn
//     session_tables.c           tables
//     session_search.c           analyse, perft
//     session_review.c           review
//     session_mate.c             mate
//     session_chess_loop.c       Chess Loop
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
    const char *line; // the text of the request
    const JsonNode *request;
    RequestId id;
    int64_t now;
    int64_t hash; // megabytes that the request asks for its search
} Call;

/* A game in progress. */
typedef struct {
    RequestId id; // of the request that began it
    GameController *controller;
    Player *players[2];
    int64_t hash; // megabytes reserved for its players
    bool ended;   // closed by "end"; freed once no player computes a move for it
} SessionGame;

/* A long request that runs in the background. */
typedef struct SessionTask SessionTask;
struct SessionTask {
    Session *session;
    RequestId id;
    atomic_bool stop, done;
    bool running;
    int64_t hash; // megabytes reserved for it
    pthread_t thread;
    void (*work)(SessionTask *task); // sends the events and, last, the answer
    void (*free)(void *state);       // may be NULL
    void *state;
};

struct Session {
    SessionOptions options;
    JsonNode *nodes; // of the current request
    pthread_mutex_t out_lock;
    SessionGame games[SESSION_GAMES_MAX];
    int game_count;
    SessionTask *tasks[SESSION_TASKS_MAX];
    int task_count;
    RkTablebase *solved_tables; // from options.tablebase_folder; or NULL
    bool running_pending;       // inside session_run_pending
    bool quit;
};

/* One kind of request. */
typedef struct {
    const char *name;
    const char *fields; // the names it accepts besides id and do, separated by blanks
    void (*run)(Call *call);
} RequestKind;

/* Each table ends with a row without a name. */
extern const RequestKind SESSION_GAME_REQUESTS[];
extern const RequestKind SESSION_POSITION_REQUESTS[];
extern const RequestKind SESSION_TABLE_REQUESTS[];
extern const RequestKind SESSION_SEARCH_REQUESTS[];
extern const RequestKind SESSION_REVIEW_REQUESTS[];
extern const RequestKind SESSION_MATE_REQUESTS[];
extern const RequestKind SESSION_LOOP_REQUESTS[];

// --- sending ---

/* message_open begins an object with its id; session_send closes it, sends it and frees
 * the text. */
Text message_open(const RequestId *id);
void session_send(Session *s, Text *message);

/* call_ok sends an answer without further fields.  call_answer begins one: the caller adds fields
 * and passes it to session_send. */
void call_ok(Call *call);
Text call_answer(const Call *call);

/* Sends an error; `at` is the node it is about, or NULL.  Returns false, so that callers can write
 * `return call_error(…)`. */
bool call_error(Call *call, const JsonNode *at, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool call_no_memory(Call *call);

/* Errors in what the user typed: an illegal move `text`, a faulty puzzle, a faulty FEN (which
 * starts `before` bytes into the string) or PGN.  They carry a code as "reason" and its values as
 * "names", so that a client can word them in the user's language. */
bool call_illegal(Call *call, const JsonNode *at, const Position *pos, const char *text);
bool call_bad_puzzle(Call *call, LoopFault fault);
bool call_bad_fen(Call *call, const JsonNode *at, size_t before, FenResult result);
bool call_bad_pgn(Call *call, const JsonNode *at, int number, const PgnError *error);

/* How a game ended: as a sentence ("outcome") and as a code ("reason"). */
void put_outcome(Text *out, Outcome outcome);

/* A position as fields: fen, turn, and its outcome if it is over. */
void put_position(Text *out, const Position *pos);

/* Moves in order from a position, as arrays "san" and "uci". */
void put_line(Text *out, const Position *from, const Move *moves, int count);

/* Writes "chance", the expected score from 0 to 1. */
void put_chance(Text *out, Score score);

/* A move in UCI notation, as a value. */
void json_move(Text *out, const Position *pos, Move move);

/* A new engine for a task; returns NULL after it sent an error. */
Engine *task_engine(SessionTask *task, const EngineOptions *options);

/* Faults of a set-up, as an array of names. */
void put_fault_names(Text *out, const char *name, SetupFaults faults);

// --- fields of a request ---

// Each function returns false after it sent an error.  A missing field leaves `out` as it is.

const JsonNode *call_field(const Call *call, const char *name);
bool call_has(const Call *call, const char *name);
bool call_int(Call *call, const char *name, int64_t min, int64_t max, int64_t *out);
bool call_real(Call *call, const char *name, double min, double max, double *out);
bool call_bool(Call *call, const char *name, bool *out);
bool call_string(Call *call, const char *name, char *out, size_t size);
bool call_rules(Call *call, const Rules **out);

/* Reads the game of the field "text": a FEN, or game "number" of a PGN text.  `count` gets the
 * number of games; `list`, an open JSON array or NULL, the players and result of each.  The caller
 * frees `out`. */
bool call_text(Call *call, const Rules *rules, PgnGame *out, int *count, Text *list);

/* The game of the fields variant, fen and moves.  The caller frees it. */
bool call_game(Call *call, Game *out);

/* "depth", "nodes", "ms".  A search without a limit goes on until it is cancelled or cannot find
 * more. */
bool call_limits(Call *call, SearchLimits *out);

/* "threads" and "hash" within the session's limits. */
bool call_threads_and_hash(Call *call, int64_t *threads, int64_t *hash);

/* Reserves the request's hash megabytes from options.hash_left; session_release_hash returns them
 * after the search.  Returns false after it sent an error. */
bool call_reserve_hash(Call *call);
void session_release_hash(Session *s, int64_t hash);

// --- tasks ---

/* Starts a task that calls `work`, which sends the answer.  The task owns `state` from now on:
 * `free_state` is called for it even if the task cannot be started. */
void call_start_task(Call *call, void (*work)(SessionTask *task), void (*free_state)(void *state),
                     void *state);
bool task_is_stopped(const SessionTask *task);

/* task_answer begins the answer, with "cancelled" if the task was; task_error sends an error in its
 * place; task_event begins an event. */
Text task_answer(const SessionTask *task);
void task_error(SessionTask *task, const char *code, const char *text);
Text task_event(const SessionTask *task, const char *event);

/* tasks_free_done frees finished tasks.  tasks_free stops all and waits for them.  tasks_cancel
 * asks the task of one request (NULL: all tasks) to stop; it returns false if there is none. */
void tasks_free_done(Session *s);
void tasks_free(Session *s);
bool tasks_cancel(Session *s, const JsonNode *id);

// --- games ---

/* Where a game had come to that was begun elsewhere. */
typedef struct {
    int64_t ply;
    bool paused;
    Outcome end; // that the board does not show
} Resume;

/* "ply", "paused", "result" and "reason" of a game of so many moves; false after an error. */
bool call_resume(Call *call, int plies, Resume *out);
bool resume_game(Call *call, GameController *controller, int plies, const Resume *where);

bool request_id_is(const RequestId *id, const JsonNode *node);
void games_step(Session *s, int64_t now);
void games_free_ended(Session *s);
void games_free(Session *s);

#endif
