// SPDX-License-Identifier: MIT
//
// The engine: searches a position within limits and returns the best move. A listener receives
// depth, score and line during the search. UCI, xboard, the terminal, the browser and the commands
// all use this interface.
//
//     Engine *e = engine_new(); // or engine_new_with_mate_prober(), solve/mate/mate_prober.h
//     engine_set_position(e, &start, moves, count);
//     engine_start(e, &limits, &listener); // returns at once
//     engine_stop(e);                      // harmless when idle
//     SearchResult r = engine_wait(e);
//
// All functions are called from one thread, except engine_stop() and engine_ponderhit(), which any
// thread may call. The listener, which may be NULL, is called from the thread that searches: one of
// the engine's own, or the caller's in engine_search(). The engine prints nothing. Two engines
// share nothing but the data that their probers read.
#ifndef SEARCH_ENGINE_H
#define SEARCH_ENGINE_H

#include "search/limits.h"
#include "search/mate_probe.h"
#include "search/params.h"
#include "search/tablebase_probe.h"
#include "search/tt.h"

#include <stddef.h>

typedef struct Engine Engine;

typedef struct {
    int threads; // 1 … ENGINE_THREADS_MAX
    size_t hash_mb;
    int multipv;    // how many lines to report
    bool classical; // use the hand-crafted evaluation instead of a network
    int skill;      // 0 (beginner) … ENGINE_SKILL_MAX (full strength)
    bool shuffle;   // try equal root moves in random order
    uint64_t seed;
} EngineOptions;

enum { ENGINE_THREADS_MAX = 256, ENGINE_SKILL_MAX = 20 };

extern const EngineOptions ENGINE_DEFAULTS;

/* A report on one line of the search. Scores are centipawns for the side to move, or wins
 * (search/score.h). */
typedef struct {
    int depth, seldepth, multipv; // multipv counts from 1
    Score score;
    Bound bound; // BOUND_EXACT, or a bound if the score is outside the aspiration window
    uint64_t nodes, tablebase_hits;
    int64_t time_ms;
    int fullness;     // of the transposition table, permille
    const Move *line; // owned by the engine; valid during the call only
    int length;
} SearchInfo;

typedef struct {
    Move best, ponder; // NO_MOVE: none
    Score score;
    int depth;
    uint64_t nodes;
    int64_t time_ms;
    bool no_memory; // memory ran out: the move is legal, but not all options took effect
} SearchResult;

/* Callbacks during a search; each may be NULL. */
typedef struct {
    void *context;
    void (*info)(void *context, const SearchInfo *info);
    void (*root_move)(void *context, int depth, Move move, int number); // after three seconds
    void (*done)(void *context, const SearchResult *result);            // once per search
} SearchListener;

/* NULL when memory is short. */
Engine *engine_new(void);
void engine_free(Engine *e);

/* Waits for a running search. Returns false, and changes nothing, if memory is short. */
bool engine_configure(Engine *e, const EngineOptions *options);
const EngineOptions *engine_options(const Engine *e);

/* Clears the transposition table and the histories. */
void engine_clear(Engine *e);

/* Restarts the random numbers. After this and engine_clear() a search can be reproduced. */
void engine_seed(Engine *e, uint64_t seed);

/* Sets the position to search: the one after `moves` from `start`. The moves are needed to detect
 * repetitions. */
void engine_set_position(Engine *e, const Position *start, const Move *moves, int count);
const Position *engine_position(const Engine *e);

/* The evaluator for the engine's current position. */
const Evaluator *engine_evaluator(const Engine *e);

/* Loads another network for the kind of game it was made for; with `size` 0 restores the embedded
 * networks. Returns NULL, or what is wrong with the network. The bytes are copied. */
const char *engine_load_network(Engine *e, const uint8_t *data, size_t size);

/* Sets the source of exact results, and the solver that looks for mates before a search. The engine
 * frees the mate prober. */
void engine_set_tablebase_prober(Engine *e, TablebaseProber prober);
void engine_set_mate_prober(Engine *e, MateProber mate_prober);

/* Sets a search parameter (params.h) for all games; false if there is none of that name.
 * engine_reset_params() restores the defaults of all parameters. */
bool engine_set_param(Engine *e, const char *name, int value);
void engine_reset_params(Engine *e);

/* Starts a search. `limits`, limits->search_moves and `listener` are copied. With `infinite` or
 * `ponder` the search does not end before engine_stop() or engine_ponderhit(). Even if it is
 * stopped at once, it searches a thousand nodes first. Returns false if no thread could be
 * started. */
bool engine_start(Engine *e, const SearchLimits *limits, const SearchListener *listener);
void engine_stop(Engine *e);
void engine_ponderhit(Engine *e);
bool engine_is_searching(const Engine *e);
/* Has engine_stop() been called since the last start? */
bool engine_is_stop_requested(const Engine *e);
SearchResult engine_wait(Engine *e);

/* Searches on the calling thread and waits for the result; helper threads still run on their
 * own. */
SearchResult engine_search(Engine *e, const SearchLimits *limits, const SearchListener *listener);

/* Win, draw and loss in permille for a score in a position, from the side to move. */
void score_to_wdl(Score score, const Position *pos, int wdl[3]);

#endif
