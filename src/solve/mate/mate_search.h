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
    WAY_ALL,     // all moves, those that confine the king first
    WAY_DEEP,    // all moves, the prover taking over one move earlier
    WAY_LIKELY,  // all moves, those that most likely mate first (pn_heuristic.h)
    WAY_CHECKS,  // checks only
    WAY_TIGHT,   // checks, threats of mate in one, and moves that leave little choice
    WAY_THREATS, // checks, and moves that threaten mate in two
    WAY_FEW,     // moves that leave few replies; how few is widened step by step
    WAY_COUNT
} MateWay;

static inline bool mate_way_is_full(MateWay way) {
    return way <= WAY_LIKELY;
}

/* One thread of work. */
typedef struct {
    MateTable *table;
    uint64_t nodes;    // positions looked at so far
    uint64_t pause_at; // give up the running search when nodes reach this
    bool paused;       // it did: what it returned means nothing
    bool halted;       // paused for good: out of time, out of nodes, or told to stop
    MateClock *clock;
    uint64_t next_look; // at the clock
    uint64_t reported;  // nodes the clock knows of
    int index;          // of the thread; those after the first try attacks in an order of their own
    int exhausted[WAY_COUNT]; // by way: there is no mate in so many moves
    int few_replies;          // what WAY_FEW calls few
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
bool mate_worker_tick(MateWorker *w);

/* Notes in the table that `mating` begins what was asked for within n moves, or with NO_MOVE that
 * nothing does; `before` is how many nodes the worker had looked at when it was asked. */
void mate_worker_learn(MateWorker *w, Key key, int n, Move mating, uint64_t before);

/* The table key of a node with n moves left: the fifty-move clock is part of it only where it can
 * run out within those moves. */
static inline Key mate_key(const MateNode *node, int n) {
    bool late = node->clock + 2 * n - 2 >= CLAIM_CLOCK;
    return late ? node->key ^ (node->clock * 0x9e3779b97f4a7c15u) : node->key;
}

/* A move that mates within two moves, the fifty-move clock aside, or NO_MOVE. */
Move mate_in_two(MateWorker *w, const Board *b);

/* Is there a mate within n moves?  The attacker, or the defender, is to move.  Exhaustive; false
 * while w->paused means only that the search was given up. */
bool prove_attack(MateWorker *w, const MateNode *node, int n);
bool prove_defence(MateWorker *w, const MateNode *node, int n);

enum { FEW_REPLIES_FIRST = 6, FEW_REPLIES_LAST = 40 };

typedef enum { FINDING_OPEN, FINDING_MATE, FINDING_NONE } MateFinding;

/* Searches until it knows whether the way mates within n, or is paused (FINDING_OPEN). */
MateFinding find_mate(MateWorker *w, const MateNode *root, int n, bool attacker, MateWay way);

/* A question for all threads at once. */
typedef struct MateHunt MateHunt;
struct MateHunt {
    MateNode root;
    bool attacker; // is to move
    bool quick;    // any mate will do
    int moves;
    int threads;
    MateWorker *workers;              // one for each
    atomic_int lo, hi;                // hi is MATE_HI_NONE before a mate is found
    bool was_short;                   // settled before other threads were called
    void (*report)(const MateHunt *); // from the calling thread; may be NULL
    void *context;
};

/* Narrows lo and hi until the question is settled or the clock stops it. */
void mate_hunt(MateHunt *hunt);

#endif
