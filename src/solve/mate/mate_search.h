// SPDX-License-Identifier: MIT
//
// The two searches of the mate solver, and the state they share.
//
//     exhaustive search   full width, depth first: is there a mate within n?
//     df-pn search        depth-first proof-number search (Nagai 2002); in some of its modes the
//                         attacker's moves are restricted
//
// Both store their results in one table as bounds, and both read them: the exhaustive search first
// tries a mating move that df-pn has found, and df-pn skips lengths that the exhaustive search has
// excluded. A restricted mode may prove mates, but never excludes them.
#ifndef SOLVE_MATE_MATE_SEARCH_H
#define SOLVE_MATE_MATE_SEARCH_H

#include "base/hash.h"
#include "solve/mate/mate.h"
#include "solve/mate/mate_node.h"
#include "solve/mate/mate_tt.h"

#include <stdatomic.h>

typedef struct MateClock MateClock;

/* Modes of the df-pn search. A mode that restricts the attacker finds real mates, but its failure
 * excludes nothing. The full-width modes differ in their estimates, so each finds mates that the
 * others miss. */
typedef enum {
    DFPN_MODE_ALL,         // all moves; those that confine the king look best
    DFPN_MODE_DEEP,        // all moves; the exhaustive search takes over one move earlier
    DFPN_MODE_HEURISTIC,   // all moves; estimates by a fitted model (pn_heuristic.h)
    DFPN_MODE_CHECKS,      // checks only
    DFPN_MODE_CONFINING,   // checks, threats of mate in one, and moves that leave few replies
    DFPN_MODE_THREATS,     // checks, and moves that threaten mate in two
    DFPN_MODE_FEW_REPLIES, // moves that leave at most few_replies replies; the limit grows step by
                           // step
    DFPN_MODES
} DfpnMode;

static inline bool dfpn_mode_is_full_width(DfpnMode mode) {
    return mode <= DFPN_MODE_HEURISTIC;
}

/* The state of one solver thread. */
typedef struct {
    MateTT *table;
    uint64_t nodes;    // nodes searched so far
    uint64_t pause_at; // the running search pauses when `nodes` reaches this
    bool paused;       // the search was paused: its result is invalid
    bool halted;       // stopped for good: out of time, out of nodes, or stopped by the caller
    MateClock *clock;
    uint64_t next_clock_check; // node count at which the clock is read next
    uint64_t reported;         // nodes already added to the clock's count
    int index; // of the thread; threads other than the first order quiet attacks differently
    int exhausted[DFPN_MODES]; // by mode: the mode has excluded a mate in this many moves
    int few_replies;           // the limit of DFPN_MODE_FEW_REPLIES
    Move killers[MATE_MOVES_MAX + 1][2];
    uint32_t history[1 << 12]; // history of refuting defences, by from and to squares
} MateWorker;

/* The limits shared by all workers. */
struct MateClock {
    int64_t deadline_ns; // 0: none
    uint64_t node_limit; // over all workers; 0: none
    const atomic_bool *stop;
    atomic_bool finished; // a worker has found the answer
    atomic_ullong nodes;  // of all workers; updated every CLOCK_CHECK_NODES nodes
};

/* Counts a node; true when the search must return. */
bool mate_worker_should_stop(MateWorker *w);

/* Stores a bound: `mating` begins a mate within n moves, or, with NO_MOVE, there is none. `before`
 * is w->nodes at the start of the search; the difference is the entry's work. */
void mate_worker_store_bound(MateWorker *w, Key key, int n, Move mating, uint64_t before);

/* The table key of a node with n moves left. The fifty-move clock is part of it only if it can run
 * out within those moves. */
static inline Key mate_node_key(const MateNode *node, int n) {
    bool late = node->clock + 2 * n - 2 >= DRAW_CLAIM_CLOCK;
    return late ? hash_salt(node->key, node->clock, HASH_GOLDEN) : node->key;
}

/* A move that mates within two moves, ignoring the fifty-move clock, or NO_MOVE. */
Move mate_in_two(MateWorker *w, const Board *b);

/* Is there a mate within n moves? In exhaustive_attack() the attacker is to move, in
 * exhaustive_defence() the defender. If w->paused is set, false means only that the search was
 * paused. */
bool exhaustive_attack(MateWorker *w, const MateNode *node, int n);
bool exhaustive_defence(MateWorker *w, const MateNode *node, int n);

enum { FEW_REPLIES_FIRST = 6, FEW_REPLIES_LAST = 40 };

typedef enum { DFPN_RESULT_OPEN, DFPN_RESULT_MATE, DFPN_RESULT_NONE } DfpnResult;

/* Searches until it is known whether the mode finds a mate within n, or until it is paused
 * (DFPN_RESULT_OPEN). */
DfpnResult dfpn_search(MateWorker *w, const MateNode *root, int n, bool attacker, DfpnMode mode);

/* A mate search by several threads. */
typedef struct MateSearch MateSearch;
struct MateSearch {
    MateNode root;
    bool attacker; // is to move
    bool quick;    // any mate within `moves` is accepted
    int moves;
    int threads;
    MateWorker *workers;                // one per thread
    atomic_int lo, hi;                  // hi is MATE_HI_NONE before a mate is found
    bool was_short;                     // solved before other threads were started
    void (*report)(const MateSearch *); // from the calling thread; may be NULL
    void *context;
};

/* Narrows lo and hi until the problem is solved or the clock stops the search. */
void mate_search_run(MateSearch *search);

#endif
