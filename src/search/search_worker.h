// SPDX-License-Identifier: MIT
//
// One thread of a search: its path of nodes, what it learned, and what it shares with the others.
// Private to the search; the world sees search/engine.h.
#ifndef SEARCH_SEARCH_WORKER_H
#define SEARCH_SEARCH_WORKER_H

#include "search/history.h"
#include "search/limits.h"
#include "search/mate_probe.h"
#include "search/params.h"
#include "search/tablebase_probe.h"
#include "search/tt.h"

#include <stdatomic.h>

/* A position on the path that is being searched. */
typedef struct {
    Position pos;
    int ply;
    bool check;
    Score eval;            // corrected static evaluation; SCORE_NONE in check
    Score raw_eval;        // as the evaluator gave it
    Move move;             // the move being tried here, NO_MOVE or NULL_MOVE included
    PieceTo *continuation; // the history that follows `move`,
    PieceTo *corrections;  // and what evaluations after it lack
    Move excluded;         // not to be searched: is the rest worse?
    Move killers[2];
    Bitboard threats;      // squares the other side attacks; for ordering quiet moves
    int cutoffs;           // beta cut-offs among the children
    int reduction;         // of the move being tried here
    int double_extensions; // double extensions on the way here
    SearchLine pv;
} SearchNode;

typedef struct {
    Move move;
    Score score, previous;
    Score proven_score; // proved: it is worth so much at least
    int seldepth;
    uint64_t nodes;
    SearchLine pv;
} RootMove;

enum { STACK_BEFORE = 6, KEYS_MAX = 1024 };

typedef struct SearchShared SearchShared;

typedef struct {
    SearchShared *shared;
    int id;
    const Evaluator *evaluator;
    EvalState *state; // the evaluator's; NULL: none
    Histories *histories;
    _Atomic uint64_t nodes, tablebase_hits;
    int depth, seldepth;   // of the running iteration
    int null_move_min_ply; // no null move before this ply: verification runs
    RootMove root_moves[MOVES_MAX];
    int root_count, pv_index;
    int completed_depth;
    int keys_before; // positions of the game in `keys`
    Key keys[KEYS_MAX + MAX_PLY + 8];
    SearchNode stack[STACK_BEFORE + MAX_PLY + 4]; // path[STACK_BEFORE] is the root
} SearchWorker;

/* What all threads of a search read. */
struct SearchShared {
    TransTable *tt;
    SearchParams params;
    const SearchLimits *limits;
    TimePlan plan;
    int64_t started; // clock_ns
    TablebaseProber tablebases;
    SearchLine mate; // can be forced from the root; empty if none is known
    void (*on_root_move)(void *context, int depth, Move move, int number); // may be NULL
    void *listener_context;
    atomic_bool
        stop_requested; // to stop; the first thread does so once there is something to answer
    atomic_bool stop;
    atomic_bool pondering;
    SearchWorker **workers;
    int worker_count;
    int reductions[2][64][64]; // by noisy, depth and move number, in 1/1024 plies
};

/* What a search that was stopped returns means nothing, and its callers must not go on. */
ROEK_INLINE bool search_is_stopped(const SearchWorker *w) {
    return atomic_load_explicit(&w->shared->stop, memory_order_relaxed);
}

void search_init_reductions(SearchShared *shared);

uint64_t search_total_nodes(const SearchShared *shared);

/* Searches the root with the window; updates w->roots from w->pv_index on. */
Score search_root(SearchWorker *w, Score alpha, Score beta, int depth);

Score quiesce(SearchWorker *w, SearchNode *n, Score alpha, Score beta);

/* Steps shared by the full search and quiescence. */
bool search_is_over(SearchWorker *w, SearchNode *n, Score *score);
/* Fetches the table's entry for the position after a move: well before search_play if possible. */
void search_prefetch(const SearchWorker *w, const SearchNode *n, Move move);
void search_play(SearchWorker *w, SearchNode *n, Move move);
void search_static_eval(SearchWorker *w, SearchNode *n, const TTHit *hit);
bool search_should_stop(SearchWorker *w);
bool search_is_stop_requested(const SearchShared *s);

#endif
