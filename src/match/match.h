// SPDX-License-Identifier: MIT
//
// A match or a tournament: many games between two or more entrants, several at a time.
//
//     pairing 0: A-B    pairing 1: A-C    pairing 2: B-C         (a gauntlet: only those of A)
//     round 0    games 0 1       games 2 3       games 4 5       two games each from opening 0,
//     round 1    games 6 7       …                               colours exchanged
//
// The number of a game says everything about it: who plays, from which opening, with which seed. So
// a match gives the same games whatever the number of threads, and one that was broken off goes on
// with the numbers that are missing (match_record).
//
// Threads play; the calling thread watches (to show progress, and to stop everything when asked)
// and is the only one that calls `watch`.  `finished` is called by one thread at a time.
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
    Participant *participants; // at least two; names are filled in by match_new
    int participant_count;
    int games;                // for each pairing
    bool gauntlet;            // only pairings with the first entrant
    const Openings *openings; // NULL or none: the start position
    int concurrency;
    int64_t margin_ms;
    Adjudication adjudication;
    const Sprt *sprt; // stop when it is decided; NULL: none.  Two entrants only
    uint64_t seed;
    const atomic_bool *stop; // break off when this becomes true; may be NULL
    void *context;
    void (*finished)(void *context, const Match *match, const MatchGame *game); // may be NULL
    void (*progress)(void *context, const Match *match); // some times a second; may be NULL
} MatchOptions;

/* Checks that all entrants can be started and play the game, and gives them names that differ.
 * NULL, with one line of error, if not.  `options` is copied, what it points at must last. */
Match *match_new(const MatchOptions *options, char error[PLAYER_ERROR_MAX]);
void match_free(Match *match);

/* Before match_run: game `number` was played earlier, with this many half-points for White.  False
 * if there is no such game, or it is recorded already. */
bool match_record(Match *match, int number, int white_half_points);

typedef enum {
    MATCH_DONE,
    MATCH_STOPPED, // *stop became true
    MATCH_FAILED,  // no thread could be started, or memory ran out
} MatchStatus;

/* Plays all games that are not recorded. */
MatchStatus match_run(Match *match);

/* For whoever shares the games out: one board, at which games are played one after the other, and
 * what is known of a game that was played at any board.  NULL without memory. */
typedef struct MatchWorker MatchWorker;
MatchWorker *match_worker_new(Match *match);
void match_worker_free(MatchWorker *worker);
void match_worker_play(MatchWorker *worker, int number, RefereedGame *out); // the caller frees it
/* As match_record, with the fault of `culprit` if there was one (NO_COLOR: none). */
bool match_record_game(Match *match, int number, int white_half_points, GameEnd end, Color culprit);

/* Has game `number` a result?  Is the match decided, so that the rest need not be played? */
bool match_is_played(const Match *match, int number);
bool match_is_decided(const Match *match);

const MatchOptions *match_options(const Match *match);

/* How many games there are in all, and how many have a result. */
int match_game_count(const Match *match);
int match_played_count(const Match *match);

/* Who plays game `number`, by colour, and in which round (from 0). */
void match_participants(const Match *match, int number, int participants[2]);
int match_round(const Match *match, int number);

/* Results between two entrants as the first of them sees them; and of one against all. */
MatchScore match_score(const Match *match, int participant, int opponent);
MatchScore match_total_score(const Match *match, int participant);

/* What went wrong for an entrant, by GameEnd (GAME_END_TIME, GAME_END_ILLEGAL, GAME_END_CRASH). */
int match_fault_count(const Match *match, int participant, GameEnd end);

#endif
