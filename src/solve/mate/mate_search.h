// SPDX-License-Identifier: MIT
//
// The two engines of the mate solver and what they share.
//
//     prover   full width, depth first, for "mate within n or not": exhaustive
//     finder   depth-first proof-number search, full width or restricted for the attacker ("ways")
//
// Both write what they establish into one table as bounds, and both read them: a mate the finder
// meets is a move the prover tries first, and what the prover excludes the finder need not visit.
// A restricted way may only ever add mates, never exclude them.
#ifndef SOLVE_MATE_MATE_SEARCH_H
#define SOLVE_MATE_MATE_SEARCH_H

#include "solve/mate/mate.h"
#include "solve/mate/mate_node.h"
#include "solve/mate/mate_tt.h"

#include <stdatomic.h>

typedef struct MateClock MateClock;

/* Ways of the finder.  A way that restricts the attacker finds real mates but excludes nothing;
 * the full ones differ in what looks promising, and so each finds what the others miss. */
typedef enum {
    DFPN_MODE_ALL,         // all moves, those that confine the king first
    DFPN_MODE_DEEP,        // all moves, the prover taking over one move earlier
    DFPN_MODE_HEURISTIC,   // all moves, those that most likely mate first (pn_heuristic.h)
    DFPN_MODE_CHECKS,      // checks only
    DFPN_MODE_CONFINING,   // checks, threats of mate in one, and moves that leave little choice
    DFPN_MODE_THREATS,     // checks, and moves that threaten mate in two
    DFPN_MODE_FEW_REPLIES, // moves that leave few replies; how few is widened step by step
    DFPN_MODES
} DfpnMode;

static inline bool dfpn_mode_is_full_width(DfpnMode mode) {
    return mode <= DFPN_MODE_HEURISTIC;
}

/* One thread of work. */
typedef struct {
    MateTT *table;
    uint64_t nodes;    // positions looked at so far
    uint64_t pause_at; // give up the running search when nodes reach this
    bool paused;       // it did: what it returned means nothing
    bool halted;       // paused for good: out of time, out of nodes, or told to stop
    MateClock *clock;
    uint64_t next_clock_check; // at the clock
    uint64_t reported;         // nodes the clock knows of
    int index; // of the thread; those after the first try attacks in an order of their own
    int exhausted[DFPN_MODES]; // by way: there is no mate in so many moves
    int few_replies;           // what DFPN_MODE_FEW_REPLIES calls few
    Move killers[MATE_MOVES_MAX + 1][2];
    uint32_t history[1 << 12]; // defences that refuted something, by from and to
} MateWorker;

/* When to stop for good. */
struct MateClock {
    int64_t deadline_ns; // 0: none
    uint64_t node_limit; // over all workers; 0: none
    const atomic_bool *stop;
    atomic_bool finished; // somebody knows the answer
    atomic_ullong nodes;  // of all workers, a little late
};

/* Counts a node; true when the search has to be given up. */
bool mate_worker_should_stop(MateWorker *w);

/* Notes in the table that `mating` begins what was asked for within n moves, or with NO_MOVE that
 * nothing does; `before` is how many nodes the worker had looked at when it was asked. */
void mate_worker_store_bound(MateWorker *w, Key key, int n, Move mating, uint64_t before);

/* The table key of a node with n moves left: the fifty-move clock is part of it only where it can
 * run out within those moves. */
static inline Key mate_node_key(const MateNode *node, int n) {
    bool late = node->clock + 2 * n - 2 >= DRAW_CLAIM_CLOCK;
    return late ? node->key ^ (node->clock * 0x9e3779b97f4a7c15u) : node->key;
}

/* A move that mates within two moves, the fifty-move clock aside, or NO_MOVE. */
Move mate_in_two(MateWorker *w, const Board *b);

/* Is there a mate within n moves?  The attacker, or the defender, is to move.  Exhaustive; false
 * while w->paused means only that the search was given up. */
bool exhaustive_attack(MateWorker *w, const MateNode *node, int n);
bool exhaustive_defence(MateWorker *w, const MateNode *node, int n);

enum { FEW_REPLIES_FIRST = 6, FEW_REPLIES_LAST = 40 };

typedef enum { DFPN_RESULT_OPEN, DFPN_RESULT_MATE, DFPN_RESULT_NONE } DfpnResult;

/* Searches until it knows whether the way mates within n, or is paused (DFPN_RESULT_OPEN). */
DfpnResult dfpn_search(MateWorker *w, const MateNode *root, int n, bool attacker, DfpnMode mode);

/* A question for all threads at once. */
typedef struct MateSearch MateSearch;
struct MateSearch {
    MateNode root;
    bool attacker; // is to move
    bool quick;    // any mate will do
    int moves;
    int threads;
    MateWorker *workers;                // one for each
    atomic_int lo, hi;                  // hi is MATE_HI_NONE before a mate is found
    bool was_short;                     // settled before other threads were called
    void (*report)(const MateSearch *); // from the calling thread; may be NULL
    void *context;
};

/* Narrows lo and hi until the question is settled or the clock stops it. */
void mate_search_run(MateSearch *search);

#endif
