// SPDX-License-Identifier: MIT
//
// The state of one search thread: its stack of nodes, its histories, and the data shared with other
// threads (Lazy SMP). Private to the search; the public interface is search/engine.h.
#ifndef SEARCH_SEARCH_WORKER_H
#define SEARCH_SEARCH_WORKER_H

#include "search/history.h"
#include "search/limits.h"
#include "search/mate_probe.h"
#include "search/params.h"
#include "search/tablebase_probe.h"
#include "search/tt.h"

#include <stdatomic.h>

/* One ply of the search stack. */
typedef struct {
    Position pos;
    int ply;
    bool check;
    Score eval;            // corrected static evaluation; SCORE_NONE in check
    Score raw_eval;        // before correction
    Move move;             // the move being searched; may be NO_MOVE or NULL_MOVE
    PieceTo *continuation; // the continuation history after `move`,
    PieceTo *corrections;  // and the correction history after it
    Move excluded;         // skipped in a singular extension search
    Move killers[2];
    Bitboard threats;      // squares that the other side attacks; used to order quiet moves
    int cutoffs;           // beta cut-offs among the children
    int reduction;         // of the move being searched, in plies
    int double_extensions; // double extensions on the path from the root
    SearchLine pv;
} SearchNode;

typedef struct {
    Move move;
    Score score, previous;
    Score proven_score; // lower bound from a proved mate; -SCORE_INFINITE: none
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
    EvalState *state; // the evaluator's cache; NULL: none
    Histories *histories;
    _Atomic uint64_t nodes, tablebase_hits;
    int depth, seldepth;   // of the running iteration
    int null_move_min_ply; // no null move before this ply: verification runs
    RootMove root_moves[MOVES_MAX];
    int root_count, pv_index;
    int completed_depth;
    int keys_before; // number of positions of the game in `keys`
    Key keys[KEYS_MAX + MAX_PLY + 8];
    SearchNode stack[STACK_BEFORE + MAX_PLY + 4]; // stack[STACK_BEFORE] is the root
} SearchWorker;

/* Data shared by all threads of a search. */
struct SearchShared {
    TransTable *tt;
    SearchParams params;
    const SearchLimits *limits;
    TimePlan plan;
    int64_t started; // clock_ns
    TablebaseProber tablebases;
    SearchLine mate; // a proved mate from the root; empty if none is known
    void (*on_root_move)(void *context, int depth, Move move, int number); // may be NULL
    void *listener_context;
    atomic_bool stop_requested; // set by the caller; `stop` follows once there is a move to return
    atomic_bool stop;
    atomic_bool pondering;
    SearchWorker **workers;
    int worker_count;
    int reductions[2][64][64]; // by noisy, depth and move number, in 1/1024 plies
};

/* After a stop, scores returned by the search are invalid; callers must return at once. */
ROEK_INLINE bool search_is_stopped(const SearchWorker *w) {
    return atomic_load_explicit(&w->shared->stop, memory_order_relaxed);
}

void search_init_reductions(SearchShared *shared);

uint64_t search_total_nodes(const SearchShared *shared);

/* Searches the root with the window (alpha, beta); updates w->root_moves from w->pv_index on. */
Score search_root(SearchWorker *w, Score alpha, Score beta, int depth);

Score quiesce(SearchWorker *w, SearchNode *n, Score alpha, Score beta);

/* Functions shared by the full search and quiescence. */
bool search_is_over(SearchWorker *w, SearchNode *n, Score *score);
/* Prefetches the transposition table entry of the position after a move; called well before
 * search_play() where possible. */
void search_prefetch(const SearchWorker *w, const SearchNode *n, Move move);
void search_play(SearchWorker *w, SearchNode *n, Move move);
void search_static_eval(SearchWorker *w, SearchNode *n, const TTHit *hit);
bool search_should_stop(SearchWorker *w);
bool search_is_stop_requested(const SearchShared *s);

#endif
