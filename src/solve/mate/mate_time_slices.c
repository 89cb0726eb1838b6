// SPDX-License-Identifier: MIT
//
// Time slices: which search each thread runs next, and how its result narrows the bounds.
//
// Each thread cycles through one schedule. Slices are counted in nodes and grow, so that neither a
// hard proof nor a hopeless mode blocks the others. Resuming a search is cheap because of the
// table.
#include "solve/mate/mate_search.h"

#include "base/thread/thread.h"

typedef enum { SLICE_EXHAUSTIVE, SLICE_DFPN, SLICE_DFPN_DESCENT } SliceKind;

typedef struct {
    SliceKind kind;
    DfpnMode mode;
    int share; // percent of the slice's nodes, since df-pn nodes cost more time; of a descent:
               // percent per move
} TimeSlice;

enum { SCHEDULE_MAX = 8, FIRST_SLICE_NODES = 1 << 15, EXHAUSTIVE_MOVES = 3 };

typedef struct {
    int count;
    TimeSlice slices[SCHEDULE_MAX];
} Schedule;

/* For any mate within the limit: df-pn has the better chance. */
static const Schedule QUICK_SCHEDULE = {
    8,
    {{SLICE_EXHAUSTIVE, DFPN_MODE_ALL, 13},
     {SLICE_DFPN, DFPN_MODE_CONFINING, 160},
     {SLICE_DFPN, DFPN_MODE_HEURISTIC, 100},
     {SLICE_DFPN, DFPN_MODE_THREATS, 8},
     {SLICE_DFPN, DFPN_MODE_DEEP, 40},
     {SLICE_DFPN, DFPN_MODE_FEW_REPLIES, 24},
     {SLICE_DFPN, DFPN_MODE_CHECKS, 4},
     {SLICE_DFPN_DESCENT, DFPN_MODE_HEURISTIC, 2}},
};

/* A proof of the shortest mate needs the exhaustive search, and the modes that refute well. */
static const Schedule PROOF_SCHEDULE = {
    7,
    {{SLICE_EXHAUSTIVE, DFPN_MODE_ALL, 40},
     {SLICE_DFPN, DFPN_MODE_CONFINING, 3},
     {SLICE_DFPN, DFPN_MODE_ALL, 33},
     {SLICE_DFPN, DFPN_MODE_THREATS, 5},
     {SLICE_DFPN, DFPN_MODE_DEEP, 10},
     {SLICE_DFPN, DFPN_MODE_FEW_REPLIES, 8},
     {SLICE_DFPN, DFPN_MODE_CHECKS, 1}},
};

static void raise_lo(MateSearch *s, int n) {
    int old = atomic_load(&s->lo);
    while (old < n && !atomic_compare_exchange_weak(&s->lo, &old, n)) continue;
}

static void lower_hi(MateSearch *s, int n) {
    int old = atomic_load(&s->hi);
    while (old > n && !atomic_compare_exchange_weak(&s->hi, &old, n)) continue;
}

/* The longest mate that would still improve the result. */
static int longest_wanted(const MateSearch *s) {
    int hi = atomic_load(&s->hi);
    return hi - 1 < s->moves ? hi - 1 : s->moves;
}

static bool is_settled(const MateSearch *s) {
    bool found = atomic_load(&s->hi) < MATE_HI_NONE;
    return (found && s->quick) || atomic_load(&s->lo) >= longest_wanted(s);
}

/* Runs the exhaustive search, one length after the other, until the slice is used up. */
static void run_exhaustive(MateSearch *s, MateWorker *w) {
    while (!w->paused && !is_settled(s)) {
        int n = atomic_load(&s->lo) + 1;
        bool mate =
            s->attacker ? exhaustive_attack(w, &s->root, n) : exhaustive_defence(w, &s->root, n);
        if (w->paused) return;
        if (mate)
            lower_hi(s, n);
        else
            raise_lo(s, n);
        if (s->report && w->index == 0) s->report(s);
        if (n < EXHAUSTIVE_MOVES) continue;
        if (w->nodes + FIRST_SLICE_NODES > w->pause_at) return;
    }
}

/* The length of the mate within n that the table has, or MATE_HI_NONE. */
static int length_known(const MateSearch *s, const MateWorker *w, int n) {
    return mate_tt_bounds(w->table, mate_node_key(&s->root, s->attacker ? n : n + 1)).hi;
}

/* Updates the bounds with the result of a mode about mates within n. */
static void record_result(MateSearch *s, MateWorker *w, DfpnMode mode, int n, DfpnResult result) {
    if (result == DFPN_RESULT_NONE) {
        w->exhausted[mode] = n;
        if (dfpn_mode_is_full_width(mode)) raise_lo(s, n);
    } else if (result == DFPN_RESULT_MATE) {
        int known = length_known(s, w, n);
        lower_hi(s, known < n ? known : n);
        if (s->report && w->index == 0) s->report(s);
    }
}

static void run_dfpn(MateSearch *s, MateWorker *w, DfpnMode mode) {
    int n = longest_wanted(s);
    if (n <= EXHAUSTIVE_MOVES || w->exhausted[mode] >= n) return;
    DfpnResult result = dfpn_search(w, &s->root, n, s->attacker, mode);
    while (mode == DFPN_MODE_FEW_REPLIES && result == DFPN_RESULT_NONE &&
           w->few_replies < FEW_REPLIES_LAST) {
        w->few_replies += w->few_replies / 2;
        result = dfpn_search(w, &s->root, n, s->attacker, mode);
    }
    record_result(s, w, mode, n, result);
}

/* Finds a mate that is short enough through longer ones, each one move shorter than the last. A
 * mate with moves to spare is often found at once, and its table entries guide the next search. */
static void run_dfpn_descent(MateSearch *s, MateWorker *w, DfpnMode mode) {
    int wanted = longest_wanted(s), n = wanted + 1 + wanted / 8;
    if (n > MATE_MOVES_MAX) n = MATE_MOVES_MAX;
    int known = length_known(s, w, n);
    if (known <= n) n = known - 1;
    while (n > wanted) {
        DfpnResult result = dfpn_search(w, &s->root, n, s->attacker, mode);
        if (result == DFPN_RESULT_NONE) raise_lo(s, wanted);
        if (result != DFPN_RESULT_MATE) return;
        known = length_known(s, w, n);
        n = (known < n ? known : n) - 1;
    }
    run_dfpn(s, w, mode);
}

/* The longer the wanted mate, the larger the share of a descent. */
static int slice_share(const MateSearch *s, const TimeSlice *slice) {
    if (slice->kind != SLICE_DFPN_DESCENT) return slice->share;
    int share = slice->share * longest_wanted(s);
    return share < 100 ? share : 100;
}

static void run_slice(MateSearch *s, MateWorker *w, const TimeSlice *slice, uint64_t nodes) {
    w->paused = w->halted;
    w->pause_at = w->nodes + nodes * (uint64_t)slice_share(s, slice) / 100;
    if (slice->kind == SLICE_EXHAUSTIVE)
        run_exhaustive(s, w);
    else if (slice->kind == SLICE_DFPN)
        run_dfpn(s, w, slice->mode);
    else
        run_dfpn_descent(s, w, slice->mode);
}

static void run_worker(void *context, int index) {
    MateSearch *s = context;
    MateWorker *w = &s->workers[index];
    const Schedule *schedule = s->quick ? &QUICK_SCHEDULE : &PROOF_SCHEDULE;
    uint64_t nodes = FIRST_SLICE_NODES;
    w->index = index;
    w->few_replies = FEW_REPLIES_FIRST;
    for (int slice = index % schedule->count; !w->halted && !is_settled(s); slice++) {
        if (slice == schedule->count) {
            slice = 0;
            nodes += nodes / 8;
        }
        run_slice(s, w, &schedule->slices[slice], nodes);
    }
    if (is_settled(s)) atomic_store(&s->workers[0].clock->finished, true);
}

/* Searches for short mates on the calling thread: they are found before another thread would have
 * started. */
static void search_short_mates(MateSearch *s) {
    MateWorker *w = &s->workers[0];
    w->paused = w->halted;
    w->pause_at = w->nodes + FIRST_SLICE_NODES;
    while (atomic_load(&s->lo) < EXHAUSTIVE_MOVES && !w->paused && !is_settled(s))
        run_exhaustive(s, w);
}

void mate_search_run(MateSearch *s) {
    search_short_mates(s);
    s->was_short = is_settled(s);
    if (s->was_short || s->workers[0].halted) return;
    if (s->threads > 1) mate_tt_grow_fully(s->workers[0].table);
    threads_run(s->threads, run_worker, s);
}
