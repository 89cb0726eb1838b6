// SPDX-License-Identifier: MIT
//
// The two engines at work: who gets the next slice of time, and what it was good for.
//
// Each thread takes turns from one plan; slices are counted in nodes and grow, so that neither a
// hard proof nor a hopeless way can hold up the others, and picking a search up again costs
// little beside what it does.
#include "solve/mate/mate_search.h"

#include "base/thread/thread.h"

typedef enum { TURN_PROVE, TURN_FIND, TURN_DESCEND } TurnKind;

typedef struct {
    TurnKind kind;
    MateWay way;
    int share; // of the slice, in percent: the finder's nodes are dearer.  Of a descent: per move
} Turn;

enum { PLAN_MAX = 8, FIRST_SLICE = 1 << 15, EASY_MOVES = 3 };

typedef struct {
    int count;
    Turn turns[PLAN_MAX];
} Plan;

/* Where any mate will do: the finder has the better chance. */
static const Plan QUICK_PLAN = {
    8,
    {{TURN_PROVE, WAY_ALL, 13},
     {TURN_FIND, WAY_TIGHT, 160},
     {TURN_FIND, WAY_LIKELY, 100},
     {TURN_FIND, WAY_THREATS, 8},
     {TURN_FIND, WAY_DEEP, 40},
     {TURN_FIND, WAY_FEW, 24},
     {TURN_FIND, WAY_CHECKS, 4},
     {TURN_DESCEND, WAY_LIKELY, 2}},
};

/* A proof needs the prover, and the ways that are good at refuting. */
static const Plan PROOF_PLAN = {
    7,
    {{TURN_PROVE, WAY_ALL, 40},
     {TURN_FIND, WAY_TIGHT, 3},
     {TURN_FIND, WAY_ALL, 33},
     {TURN_FIND, WAY_THREATS, 5},
     {TURN_FIND, WAY_DEEP, 10},
     {TURN_FIND, WAY_FEW, 8},
     {TURN_FIND, WAY_CHECKS, 1}},
};

static void raise_lo(MateHunt *h, int n) {
    int old = atomic_load(&h->lo);
    while (old < n && !atomic_compare_exchange_weak(&h->lo, &old, n)) continue;
}

static void lower_hi(MateHunt *h, int n) {
    int old = atomic_load(&h->hi);
    while (old > n && !atomic_compare_exchange_weak(&h->hi, &old, n)) continue;
}

/* The longest mate still worth looking for. */
static int longest_wanted(const MateHunt *h) {
    int hi = atomic_load(&h->hi);
    return hi - 1 < h->moves ? hi - 1 : h->moves;
}

static bool is_settled(const MateHunt *h) {
    bool found = atomic_load(&h->hi) < MATE_HI_NONE;
    return (found && h->quick) || atomic_load(&h->lo) >= longest_wanted(h);
}

/* Full width, one length after the other, until the slice is used up. */
static void prove(MateHunt *h, MateWorker *w) {
    while (!w->paused && !is_settled(h)) {
        int n = atomic_load(&h->lo) + 1;
        bool mate = h->attacker ? prove_attack(w, &h->root, n) : prove_defence(w, &h->root, n);
        if (w->paused) return;
        if (mate)
            lower_hi(h, n);
        else
            raise_lo(h, n);
        if (h->report && w->index == 0) h->report(h);
        if (n < EASY_MOVES) continue;
        if (w->nodes + FIRST_SLICE > w->pause_at) return;
    }
}

/* The length of the mate within n the table knows, or MATE_HI_NONE. */
static int length_known(const MateHunt *h, const MateWorker *w, int n) {
    return mate_table_bounds(w->table, mate_key(&h->root, h->attacker ? n : n + 1)).hi;
}

/* What the way found out about mates within n. */
static void note_finding(MateHunt *h, MateWorker *w, MateWay way, int n, MateFinding finding) {
    if (finding == FINDING_NONE) {
        w->exhausted[way] = n;
        if (mate_way_is_full(way)) raise_lo(h, n);
    } else if (finding == FINDING_MATE) {
        int known = length_known(h, w, n);
        lower_hi(h, known < n ? known : n);
        if (h->report && w->index == 0) h->report(h);
    }
}

static void find(MateHunt *h, MateWorker *w, MateWay way) {
    int n = longest_wanted(h);
    if (n <= EASY_MOVES || w->exhausted[way] >= n) return;
    MateFinding finding = find_mate(w, &h->root, n, h->attacker, way);
    while (way == WAY_FEW && finding == FINDING_NONE && w->few_replies < FEW_REPLIES_LAST) {
        w->few_replies += w->few_replies / 2;
        finding = find_mate(w, &h->root, n, h->attacker, way);
    }
    note_finding(h, w, way, n, finding);
}

/* Comes to a mate that is short enough by way of longer ones, each a move shorter than the last: a
 * mate with moves to spare is often found in no time, and what it taught guides the next search. */
static void descend(MateHunt *h, MateWorker *w, MateWay way) {
    int wanted = longest_wanted(h), n = wanted + 1 + wanted / 8;
    if (n > MATE_MOVES_MAX) n = MATE_MOVES_MAX;
    int known = length_known(h, w, n);
    if (known <= n) n = known - 1;
    while (n > wanted) {
        MateFinding finding = find_mate(w, &h->root, n, h->attacker, way);
        if (finding == FINDING_NONE) raise_lo(h, wanted);
        if (finding != FINDING_MATE) return;
        known = length_known(h, w, n);
        n = (known < n ? known : n) - 1;
    }
    find(h, w, way);
}

/* The longer the mate, the more a longer one helps. */
static int share_of(const MateHunt *h, const Turn *turn) {
    if (turn->kind != TURN_DESCEND) return turn->share;
    int share = turn->share * longest_wanted(h);
    return share < 100 ? share : 100;
}

static void take_turn(MateHunt *h, MateWorker *w, const Turn *turn, uint64_t slice) {
    w->paused = w->halted;
    w->pause_at = w->nodes + slice * (uint64_t)share_of(h, turn) / 100;
    if (turn->kind == TURN_PROVE)
        prove(h, w);
    else if (turn->kind == TURN_FIND)
        find(h, w, turn->way);
    else
        descend(h, w, turn->way);
}

static void hunt(void *context, int index) {
    MateHunt *h = context;
    MateWorker *w = &h->workers[index];
    const Plan *plan = h->quick ? &QUICK_PLAN : &PROOF_PLAN;
    uint64_t slice = FIRST_SLICE;
    w->index = index;
    w->few_replies = FEW_REPLIES_FIRST;
    for (int turn = index % plan->count; !w->halted && !is_settled(h); turn++) {
        if (turn == plan->count) {
            turn = 0;
            slice += slice / 8;
        }
        take_turn(h, w, &plan->turns[turn], slice);
    }
    if (is_settled(h)) atomic_store(&h->workers[0].clock->finished, true);
}

/* Short mates are over before a second thread would have started. */
static void open_hunt(MateHunt *h) {
    MateWorker *w = &h->workers[0];
    w->paused = w->halted;
    w->pause_at = w->nodes + FIRST_SLICE;
    while (atomic_load(&h->lo) < EASY_MOVES && !w->paused && !is_settled(h)) prove(h, w);
}

void mate_hunt(MateHunt *h) {
    open_hunt(h);
    h->was_short = is_settled(h);
    if (h->was_short || h->workers[0].halted) return;
    if (h->threads > 1) mate_table_share(h->workers[0].table);
    threads_run(h->threads, hunt, h);
}
