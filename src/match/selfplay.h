// SPDX-License-Identifier: MIT
//
// Self-play games of the engine, as training data.
//
// A game depends only on the seed and its number: random moves until the engine evaluates the
// position as balanced, then moves of the engine until the game is over or decided.  So the games
// do not depend on the number of threads, and an interrupted run can be resumed.
#ifndef MATCH_SELFPLAY_H
#define MATCH_SELFPLAY_H

#include "match/training_file.h"

#include <stdatomic.h>

typedef struct {
    const Rules *rules;
    uint32_t games;
    int threads;
    uint64_t nodes;               // per move: no new iteration after so many
    uint64_t seed;                // other games for another seed
    int opening_min, opening_max; // random moves
    int balance;                  // limit of the score after them, in centipawns
    int win_score, win_plies;     // a win if the score is at least this for so many plies
    int draw_score, draw_plies; // a draw if it is at most this for so many plies, after draw_from;
                                // 0 plies: never
    int draw_from;
    bool classical;
    const atomic_bool *stop; // games are aborted when this becomes true; may be NULL
} SelfplayOptions;

SelfplayOptions selfplay_defaults(const Rules *rules);

/* Receives progress; called on any worker thread, by one at a time. */
typedef struct {
    void *context;
    /* A game was played.  Returns false to start no more games. */
    bool (*played)(void *context, const ScoredGame *game);
} SelfplayListener;

/* A set of game numbers that are played already, as bits. */
typedef struct {
    uint8_t *bits;
    uint32_t games, played;
} PlayedGames;
bool played_games_init(PlayedGames *played_games, uint32_t games); // false: no memory
void played_games_free(PlayedGames *played_games);
bool played_games_has(const PlayedGames *played_games, uint32_t number);
void played_games_add(PlayedGames *played_games,
                      uint32_t number); // ignores numbers that are too large

/* For callers that distribute the games themselves: a worker plays one game after the other.
 * selfplay_worker_new returns NULL if memory is short.  The returned game is valid until the next
 * call; NULL if it was aborted, the search failed, or no balanced opening was found. */
typedef struct SelfplayWorker SelfplayWorker;
SelfplayWorker *selfplay_worker_new(const SelfplayOptions *options);
void selfplay_worker_free(SelfplayWorker *worker);
const ScoredGame *selfplay_worker_play(SelfplayWorker *worker, uint32_t number);

static inline bool selfplay_is_stopped(const SelfplayOptions *options) {
    return options->stop && atomic_load(options->stop);
}

/* Plays the games that are not in `played_games` and appends them to `out`, which has a header.
 * Returns NULL or the reason for stopping; errno is set if writing failed, otherwise 0. */
const char *selfplay_run(const SelfplayOptions *options, const PlayedGames *played_games,
                         FileLog *out, const SelfplayListener *listener);

#endif
