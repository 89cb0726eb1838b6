// SPDX-License-Identifier: MIT
//
// The engine: give it a position and limits, it answers with a best move and tells on the way what
// it sees.  UCI, xboard, the terminal, the browser and the commands are all skins over this.
//
//     Engine *e = engine_new();                // or engine_new_with_mate_prober
//     (solve/mate/mate_prober.h) engine_set_position(e, &start, moves, count); engine_start(e,
//     &limits, &listener);     // returns at once engine_stop(e);                          //
//     harmless when idle SearchResult r = engine_wait(e);
//
// Calls come from one thread (but engine_stop and engine_ponderhit from any); the listener, which
// may be NULL, is called from the thread that searches: one of the engine's own, or the caller's
// with engine_search.  Nothing is printed.  Two engines share nothing but what their probers read.
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
    bool classical; // evaluate by the hand-written terms, not by a network
    int skill;      // 0 (beginner) … ENGINE_SKILL_MAX (full strength)
    bool shuffle;   // try equal root moves in random order
    uint64_t seed;
} EngineOptions;

enum { ENGINE_THREADS_MAX = 256, ENGINE_SKILL_MAX = 20 };

extern const EngineOptions ENGINE_DEFAULTS;

/* One line of thought.  Scores are centipawns for the side to move, or wins (search/score.h). */
typedef struct {
    int depth, seldepth, multipv; // multipv counts from 1
    Score score;
    Bound bound; // BOUND_EXACT unless the search was cut at a window's edge
    uint64_t nodes, tablebase_hits;
    int64_t time_ms;
    int fullness;     // of the transposition table, permille
    const Move *line; // the engine's, to be read during the call
    int length;
} SearchInfo;

typedef struct {
    Move best, ponder; // NO_MOVE: none
    Score score;
    int depth;
    uint64_t nodes;
    int64_t time_ms;
    bool no_memory; // the move is good, but not what it would be with all that was asked for
} SearchResult;

/* What the engine calls while it thinks; each may be NULL. */
typedef struct {
    void *context;
    void (*info)(void *context, const SearchInfo *info);
    void (*root_move)(void *context, int depth, Move move, int number); // after some seconds
    void (*done)(void *context, const SearchResult *result);            // once per search
} SearchListener;

/* NULL when memory is short. */
Engine *engine_new(void);
void engine_free(Engine *e);

/* Waits for a running search.  False (and nothing changed) if the memory cannot be had. */
bool engine_configure(Engine *e, const EngineOptions *options);
const EngineOptions *engine_options(const Engine *e);

/* Forgets everything learned: table and histories. */
void engine_clear(Engine *e);

/* Begins everything random anew; a search after this and engine_clear can be repeated. */
void engine_seed(Engine *e, uint64_t seed);

/* The position to search is the one after `moves` from `start`; the moves make repetitions known.
 */
void engine_set_position(Engine *e, const Position *start, const Move *moves, int count);
const Position *engine_position(const Engine *e);

/* What the engine evaluates its position with. */
const Evaluator *engine_evaluator(const Engine *e);

/* Uses another network for the games it is for, or (with size 0) those inside the program again.
 * Returns NULL or what is wrong with it; the bytes are copied. */
const char *engine_load_network(Engine *e, const uint8_t *data, size_t size);

/* Where exact answers come from, and who looks for mates first; the engine frees the scout. */
void engine_set_tablebase_prober(Engine *e, TablebaseProber prober);
void engine_set_mate_prober(Engine *e, MateProber mate_prober);

/* Changes a number of the search in all games (params.h), false if there is none of that name; or
 * gives all of them their own values again. */
bool engine_set_param(Engine *e, const char *name, int value);
void engine_reset_params(Engine *e);

/* Starts thinking.  `limits` (and limits->only) and `listener` are copied.  With `infinite` or
 * `ponder` the search does not answer before engine_stop or engine_ponderhit.  However soon it is
 * told to stop, a thousand nodes are searched first.  False if no thread could be started. */
bool engine_start(Engine *e, const SearchLimits *limits, const SearchListener *listener);
void engine_stop(Engine *e);
void engine_ponderhit(Engine *e);
bool engine_is_searching(const Engine *e);
/* By engine_stop, since the last start. */
bool engine_is_stop_requested(const Engine *e);
SearchResult engine_wait(Engine *e);

/* The same on the calling thread; helpers get threads of their own. */
SearchResult engine_search(Engine *e, const SearchLimits *limits, const SearchListener *listener);

/* Win, draw and loss in permille for a score in a position, from the side to move. */
void score_to_wdl(Score score, const Position *pos, int wdl[3]);

#endif
