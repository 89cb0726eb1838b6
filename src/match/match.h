// SPDX-License-Identifier: MIT
//
// A match or tournament: games between two or more participants, several at a time.
//
//     pairing 0: A-B    pairing 1: A-C    pairing 2: B-C         (gauntlet: only those of A)
//     round 0    games 0 1       games 2 3       games 4 5       two games each from opening 0,
//     round 1    games 6 7       …                               colours exchanged
//
// The number of a game determines players, opening and seed.  So the games do not depend on the
// number of threads, and an interrupted match can be resumed with the missing numbers
// (match_record).
//
// Worker threads play.  The calling thread of match_run calls `progress` and forwards the stop
// flag. `finished` is called on worker threads, by one at a time.
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "match/elo.h"
#include "match/openings.h"
#include "match/participant.h"
#include "match/referee.h"

enum { MATCH_PARTICIPANTS_MAX = 64, MATCH_CONCURRENCY_MAX = 256 };

typedef struct Match Match;

/* One finished game of a match. */
typedef struct {
    int number;          // from 0
    int participants[2]; // by colour
    const RefereedGame *game;
} MatchGame;

typedef struct {
    const Rules *rules;
    Participant *participants; // at least two; match_new fills in the names
    int participant_count;
    int games;                // per pairing
    bool gauntlet;            // only pairings with the first participant
    const Openings *openings; // NULL or empty: the start position
    int concurrency;
    int64_t margin_ms;
    Adjudication adjudication;
    const Sprt *sprt; // ends the match when it is decided; NULL: none.  Two participants only
    uint64_t seed;
    const atomic_bool *stop; // running games are aborted when this becomes true; may be NULL
    void *context;
    void (*finished)(void *context, const Match *match, const MatchGame *game); // may be NULL
    void (*progress)(void *context, const Match *match); // periodically; may be NULL
} MatchOptions;

/* Checks that all participants can be started and support the variant; makes their names unique.
 * NULL, with one line of error, on failure.  Copies `options`, but not what it points to. */
Match *match_new(const MatchOptions *options, char error[PLAYER_ERROR_MAX]);
void match_free(Match *match);

/* Call it before match_run: game `number` was played earlier, with so many half-points for White.
 * False if there is no such game or its result is known already. */
bool match_record(Match *match, int number, int white_half_points);

typedef enum {
    MATCH_DONE,
    MATCH_STOPPED, // *stop became true
    MATCH_FAILED,  // no thread could be started, or memory ran out
} MatchStatus;

/* Plays all games without a result. */
MatchStatus match_run(Match *match);

/* For callers that distribute the games themselves: a worker plays one game after the other.  NULL
 * if memory is short. */
typedef struct MatchWorker MatchWorker;
MatchWorker *match_worker_new(Match *match);
void match_worker_free(MatchWorker *worker);
void match_worker_play(MatchWorker *worker, int number, RefereedGame *out); // the caller frees it
/* Like match_record, also counts the fault of `culprit` (NO_COLOR: none). */
bool match_record_game(Match *match, int number, int white_half_points, GameEnd end, Color culprit);

/* Has game `number` a result?  Is the match decided, so that no more games are needed? */
bool match_is_played(const Match *match, int number);
bool match_is_decided(const Match *match);

const MatchOptions *match_options(const Match *match);

/* The number of games, and the number of games with a result. */
int match_game_count(const Match *match);
int match_played_count(const Match *match);

/* The participants of game `number`, by colour, and its round (from 0). */
void match_participants(const Match *match, int number, int participants[2]);
int match_round(const Match *match, int number);

/* Results of a participant against one opponent, and against all, from its point of view. */
MatchScore match_score(const Match *match, int participant, int opponent);
MatchScore match_total_score(const Match *match, int participant);

/* Faults of a participant, by GameEnd (GAME_END_TIME, GAME_END_ILLEGAL, GAME_END_CRASH). */
int match_fault_count(const Match *match, int participant, GameEnd end);

#endif
