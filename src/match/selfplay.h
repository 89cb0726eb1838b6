// SPDX-License-Identifier: MIT
//
// Games of the engine against itself, to learn from.
//
// A game is a function of the seed and its number: random moves until the engine calls the position
// balanced, then the engine's moves until the game is over or as good as over.  So the games are
// the same however many threads play them, and a run that was stopped can go on.
#ifndef MATCH_SELFPLAY_H
#define MATCH_SELFPLAY_H

#include "match/training_file.h"

#include <stdatomic.h>

typedef struct {
    const Rules *rules;
    uint32_t games;
    int threads;
    uint64_t nodes;               // no new iteration after so many
    uint64_t seed;                // other games for another seed
    int opening_min, opening_max; // random moves
    int balance;                  // centipawns: the most either side may be ahead after them
    int win_score, win_plies;     // won when the score stays above for so many plies
    int draw_score, draw_plies;   // drawn when it stays below, after draw_from; 0 plies: never
    int draw_from;
    bool classical;
    const atomic_bool *stop; // breaks games off when it becomes true; NULL: never
} SelfplayOptions;

SelfplayOptions selfplay_defaults(const Rules *rules);

/* What goes on; called from any of the threads, one at a time. */
typedef struct {
    void *context;
    /* A game was played.  False: start no other. */
    bool (*played)(void *context, const ScoredGame *game);
} SelfplayListener;

/* Which numbers are played already, a bit each; all of them 0 at first. */
typedef struct {
    uint8_t *bits;
    uint32_t games, played;
} PlayedGames;
bool played_games_init(PlayedGames *played_games, uint32_t games); // false: no memory
void played_games_free(PlayedGames *played_games);
bool played_games_has(const PlayedGames *played_games, uint32_t number);
void played_games_add(PlayedGames *played_games,
                      uint32_t number); // numbers past the last are let pass

/* For whoever shares the games out: a hand plays one after the other.  NULL without memory; what is
 * played lasts until the next one, NULL if it was broken off, the engine cannot think or there is
 * no such opening. */
typedef struct SelfplayWorker SelfplayWorker;
SelfplayWorker *selfplay_worker_new(const SelfplayOptions *options);
void selfplay_worker_free(SelfplayWorker *worker);
const ScoredGame *selfplay_worker_play(SelfplayWorker *worker, uint32_t number);

static inline bool selfplay_is_stopped(const SelfplayOptions *options) {
    return options->stop && atomic_load(options->stop);
}

/* Plays the games that are missing in the log and writes them to `out`, which has its header.
 * Returns NULL, or why it had to stop; errno is the reason if the games cannot be written, else 0.
 */
const char *selfplay_run(const SelfplayOptions *options, const PlayedGames *played_games,
                         FileLog *out, const SelfplayListener *listener);

#endif
