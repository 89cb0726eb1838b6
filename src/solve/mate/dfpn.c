// SPDX-License-Identifier: MIT
//
// Depth-first proof-number search, df-pn (Nagai 2002).
//
// A node is a position and the number of moves the attacker has left, so there are no cycles. The
// proof number pn estimates the work to prove a mate, the disproof number dn the work to refute it.
// The search always descends to the most-proving child and returns when a threshold is exceeded.
// Positions with few moves left are solved by the exhaustive search at once.
//
// DFPN_MODE_HEURISTIC initialises pn by a model (pn_heuristic.h). In the other modes the initial pn
// is the number of the defender's replies, king moves counted twice, so that checks and moves that
// leave few replies come first. Quiet moves are not generated until the checks cost as much as a
// good quiet move would.
#include "base/hash.h"
#include "solve/mate/mate_search.h"
#include "solve/mate/pn_heuristic.h"

enum { INFINITE = (1 << 24) - 1, THREAT_MOVES = 2 };

typedef struct {
    uint32_t pn, dn;
} ProofNumbers;

typedef struct {
    Key key; // table key of the position after the move
    ProofNumbers v;
    Move move;
} DfpnChild;

typedef struct {
    MateWorker *w;
    DfpnMode mode;
    int exhaustive_moves; // with so many moves left the exhaustive search takes over
    int restricted_index; // index into MateBounds.restricted_lo, where the mode stores failures;
                          // -1: none
} DfpnSearch;

static const ProofNumbers PROVED = {0, INFINITE}, REFUTED = {INFINITE, 0}, UNKNOWN = {1, 1};

static uint32_t capped(uint64_t sum) {
    return sum >= INFINITE ? INFINITE - 1 : (uint32_t)sum;
}

static Key proof_numbers_key(const DfpnSearch *d, Key key, int n) {
    uint64_t few = d->mode == DFPN_MODE_FEW_REPLIES ? (uint64_t)d->w->few_replies : 0;
    uint64_t salt = few << 16 | (uint64_t)n << 8 | (uint64_t)d->mode << 4 | 1;
    return hash_salt(key, salt, HASH_DEGSKI);
}

/* Do the bounds of the table decide the node? */
static bool settled_by_bounds(const DfpnSearch *d, MateBounds known, int n, ProofNumbers *out) {
    bool is_excluded = known.lo >= n ||
                       (d->restricted_index >= 0 && known.restricted_lo[d->restricted_index] >= n);
    if (known.hi <= n)
        *out = PROVED;
    else if (is_excluded)
        *out = REFUTED;
    else
        return false;
    return true;
}

static bool probe_numbers(const DfpnSearch *d, Key key, int n, ProofNumbers *out) {
    uint64_t data;
    if (!mate_tt_probe(d->w->table, proof_numbers_key(d, key, n), &data)) return false;
    *out = (ProofNumbers){(uint32_t)(data & INFINITE), (uint32_t)(data >> 24)};
    return true;
}

/* Extra work for entries of mates, so that they are kept longer: the solution is written from them,
 * and other modes may not find the same mate again. */
enum { MATE_EXTRA_WORK = 40 };

static void store_numbers(const DfpnSearch *d, Key key, int n, ProofNumbers v, Move move,
                          uint64_t nodes) {
    MateTT *table = d->w->table;
    MateBounds learned = MATE_BOUNDS_NONE;
    bool stored_as_bounds =
        v.pn == 0 || d->restricted_index >= 0 || dfpn_mode_is_full_width(d->mode);
    if ((v.pn && v.dn) || !stored_as_bounds) {
        mate_tt_store(table, proof_numbers_key(d, key, n), v.pn | (uint64_t)v.dn << 24,
                      mate_tt_work(nodes));
        return;
    }
    int work = mate_tt_work(nodes);
    if (v.pn == 0) {
        learned.hi = n;
        learned.move = move;
        work += MATE_EXTRA_WORK;
    } else if (d->restricted_index >= 0) {
        learned.restricted_lo[d->restricted_index] = n;
    } else {
        learned.lo = n;
    }
    mate_tt_merge_bounds(table, key, learned, work);
}

/* The length of the mate just proved, as far as the table still has it; n at worst. */
static int proved_length(const DfpnSearch *d, const MateNode *node, int n, bool attacker,
                         Move best) {
    MoveList moves;
    int most = 0;
    if (attacker)
        moves = (MoveList){.count = 1, .items = {best}};
    else
        mate_node_moves(node, &moves);
    for (int i = 0; i < moves.count; i++) {
        MateNode next = mate_node_after(node, moves.items[i]);
        int known = mate_tt_bounds(d->w->table, mate_node_key(&next, n)).hi;
        if (attacker && mate_node_is_mated(&next)) known = 0;
        if (!attacker && mate_node_mate_in_one(&next)) known = 1;
        if (known > most) most = known;
    }
    if (attacker) most++;
    return most < n ? most : n;
}

/* Would the attacker mate in THREAT_MOVES if the defender could pass? */
static bool has_mate_threat(DfpnSearch *d, const MateNode *next) {
    MateNode passed = mate_node_after_pass(next);
    return exhaustive_attack(d->w, &passed, THREAT_MOVES);
}

/* May the attacker, restricted to the mode, play the quiet move that led here? */
static bool is_allowed_in_mode(DfpnSearch *d, const MateNode *next, DefenderMobility c) {
    switch (d->mode) {
    case DFPN_MODE_CHECKS: return false;
    case DFPN_MODE_CONFINING:
        return c.replies <= 4 || !c.flights || mate_node_has_mate_threat(next);
    case DFPN_MODE_FEW_REPLIES: return c.replies <= d->w->few_replies;
    case DFPN_MODE_THREATS: return c.replies <= 2 || has_mate_threat(d, next);
    default: return true;
    }
}

/* The number of flight squares of the defender's king, in the mode that uses it. */
static uint32_t king_freedom(const DfpnSearch *d, const MateNode *node) {
    if (d->mode != DFPN_MODE_ALL) return 0;
    MateNode passed = mate_node_after_pass(node);
    return (uint32_t)popcount(mate_node_flights(&passed));
}

/* Initial numbers of a node with the attacker to move. The defence after which a mate is least
 * likely gets the lowest disproof number, so it is searched first. */
static ProofNumbers estimate_attack(DfpnSearch *d, const MateNode *node, int n) {
    enum { BEST_DEFENCE = 160 };
    if (node->clock >= DRAW_CLAIM_CLOCK) return REFUTED;
    if (n > d->exhaustive_moves) {
        if (mate_node_mate_in_one(node)) return PROVED;
        if (d->mode != DFPN_MODE_HEURISTIC) return (ProofNumbers){1 + king_freedom(d, node), 1};
        uint32_t pn = pn_estimate_attack(node, n);
        return (ProofNumbers){pn, pn < BEST_DEFENCE ? BEST_DEFENCE / pn : 1};
    }
    bool mate = exhaustive_attack(d->w, node, n);
    if (d->w->paused) return UNKNOWN;
    return mate ? PROVED : REFUTED;
}

/* The numbers of a node, computed from its children. The side to move selects the minimum of one
 * number (`mine`: pn for the attacker, dn for the defender); the other is summed. */
typedef struct {
    int best;
    uint32_t mine, second, sum;
} ChildSummary;

static uint32_t mine_of(const DfpnChild *c, bool attacker) {
    return attacker ? c->v.pn : c->v.dn;
}
static uint32_t other_of(const DfpnChild *c, bool attacker) {
    return attacker ? c->v.dn : c->v.pn;
}

/* Every reply of the defender must be mated, so their proof numbers add up. The attacker's moves
 * often transpose into the same positions, and a sum would count those repeatedly. So only the
 * largest disproof number counts in full, the others as one each. DFPN_MODE_DEEP treats proof
 * numbers the same way, which makes it search elsewhere. */
static ChildSummary summarise(const DfpnSearch *d, const DfpnChild *children, int count,
                              bool attacker) {
    ChildSummary s = {.best = -1, .mine = INFINITE, .second = INFINITE};
    uint64_t all = 0, most = 0, open = 0;
    for (int i = 0; i < count; i++) {
        uint32_t mine = mine_of(&children[i], attacker), rest = other_of(&children[i], attacker);
        if (mine < s.mine) {
            s.second = s.mine;
            s.mine = mine;
            s.best = i;
        } else if (mine < s.second) {
            s.second = mine;
        }
        all += rest;
        open += rest != 0;
        if (rest > most) most = rest;
    }
    if (attacker || d->mode == DFPN_MODE_DEEP) all = open ? most + open - 1 : 0;
    s.sum = most == INFINITE ? INFINITE : capped(all);
    return s;
}

static ProofNumbers numbers_from(ChildSummary s, bool attacker) {
    if (s.mine == 0 || s.sum == 0) return (s.mine == 0) == attacker ? PROVED : REFUTED;
    return attacker ? (ProofNumbers){s.mine, s.sum} : (ProofNumbers){s.sum, s.mine};
}

static ProofNumbers numbers_of(DfpnSearch *d, const MateNode *node, Key key, int n, bool attacker);

static PnEstimate quick_estimate(const DfpnSearch *d, const MateNode *node, int n) {
    if (d->mode == DFPN_MODE_HEURISTIC) return pn_estimate_defence(node, n);
    DefenderMobility c = mate_node_mobility(node);
    return (PnEstimate){c, (uint32_t)(c.replies + c.flights)};
}

static int list_defences(DfpnSearch *d, const MateNode *node, int n, DfpnChild *out);

/* With few replies, the positions after them give a better estimate than the board. */
static ProofNumbers estimate_by_replies(DfpnSearch *d, const MateNode *node, Key key, int n) {
    DfpnChild children[MOVES_MAX];
    int count = list_defences(d, node, n, children);
    ProofNumbers v = numbers_from(summarise(d, children, count, false), false);
    if (v.pn == 0) store_numbers(d, key, proved_length(d, node, n, false, NO_MOVE), v, NO_MOVE, 1);
    return v;
}

/* Initial numbers of a node with the defender to move and n moves of the attacker to come. */
static ProofNumbers estimate_defence(DfpnSearch *d, const MateNode *next, Key key, int n) {
    enum { FORCED_REPLIES = 3 };
    PnEstimate estimate = quick_estimate(d, next, n);
    DefenderMobility c = estimate.mobility;
    if (c.replies == 0) return c.check ? PROVED : REFUTED;
    if (next->clock >= DRAW_CLAIM_CLOCK) return REFUTED;
    bool forced = c.replies <= (c.check ? FORCED_REPLIES : 1);
    if (d->mode == DFPN_MODE_HEURISTIC && forced && n > d->exhaustive_moves)
        return estimate_by_replies(d, next, key, n);
    if (c.check || is_allowed_in_mode(d, next, c)) return (ProofNumbers){estimate.pn, 1};
    if (d->mode == DFPN_MODE_THREATS && !d->w->paused)
        store_numbers(d, key, MATE_MOVES_MAX, REFUTED, 0, 64);
    return REFUTED;
}

/* The numbers of a node from the table, or else estimated. If a longer mate is known, the estimate
 * is lowered: only a few moves are missing. */
static ProofNumbers numbers_of(DfpnSearch *d, const MateNode *node, Key key, int n, bool attacker) {
    enum { MISSING_MOVE = 8 };
    MateBounds known = mate_tt_bounds(d->w->table, key);
    ProofNumbers v;
    if (settled_by_bounds(d, known, n, &v) || probe_numbers(d, key, n, &v)) return v;
    v = attacker ? estimate_attack(d, node, n) : estimate_defence(d, node, key, n);
    uint32_t missing = MISSING_MOVE * (uint32_t)(known.hi - n);
    if (known.hi < MATE_HI_NONE && v.dn && v.pn > missing) v.pn = missing;
    return v;
}

/* Lists the attacker's moves with the numbers of the positions after them. Refuted moves are left
 * out; after a mate the list ends. */
static __attribute__((noinline)) int list_attacks(DfpnSearch *d, const MateNode *node, int n,
                                                  const Move *moves, int count, DfpnChild *out) {
    MateNode next[MOVES_MAX];
    for (int i = 0; i < count; i++) { // in place: reading a fresh copy stalls
        next[i] = *node;
        mate_node_play(&next[i], moves[i]);
        out[i] = (DfpnChild){mate_node_key(&next[i], n), {0, 0}, moves[i]};
        mate_tt_prefetch(d->w->table, out[i].key);
        mate_tt_prefetch(d->w->table, proof_numbers_key(d, out[i].key, n - 1));
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        DfpnChild child = out[i];
        child.v = numbers_of(d, &next[i], child.key, n - 1, false);
        if (child.v.dn == 0) continue;
        out[kept++] = child;
        if (child.v.pn == 0) break;
    }
    return kept;
}

/* The attacker's moves. Moves that give no check are deferred, as one pseudo-child, until they look
 * as good as the checks. Most nodes are left before that, and counting the replies to each quiet
 * move would take most of the search time. */
typedef struct {
    MoveList checks;
    int deferred; // number of other moves
    uint32_t pn;  // their estimated proof number
} AttackMoves;

/* The estimated proof number of the deferred moves: half of the defender's current mobility, since
 * a good quiet move takes about that much away. On the scale of the model it is larger. */
static uint32_t estimate_quiet(const DfpnSearch *d, const MateNode *node) {
    MateNode passed = mate_node_after_pass(node);
    int replies = mate_node_count_moves(&passed);
    uint32_t estimate = (uint32_t)(d->mode == DFPN_MODE_HEURISTIC ? replies * 9 / 5 : replies / 2);
    return estimate ? estimate : 1;
}

static int list_checks(DfpnSearch *d, const MateNode *node, int n, AttackMoves *a, DfpnChild *out) {
    mate_node_checks(node, &a->checks);
    if (d->mode != DFPN_MODE_CHECKS) a->deferred = mate_node_count_moves(node) - a->checks.count;
    if (a->deferred) a->pn = estimate_quiet(d, node);
    return list_attacks(d, node, n, a->checks.items, a->checks.count, out);
}

static int list_quiet(DfpnSearch *d, const MateNode *node, int n, AttackMoves *a, DfpnChild *out) {
    MoveList moves;
    int count = 0;
    mate_node_moves(node, &moves);
    for (int i = 0; i < moves.count; i++)
        if (!movelist_has(&a->checks, moves.items[i])) moves.items[count++] = moves.items[i];
    a->deferred = 0;
    return list_attacks(d, node, n, moves.items, count, out);
}

static __attribute__((noinline)) int list_defences(DfpnSearch *d, const MateNode *node, int n,
                                                   DfpnChild *out) {
    MoveList moves;
    MateNode next[MOVES_MAX];
    mate_node_moves(node, &moves);
    for (int i = 0; i < moves.count; i++) {
        next[i] = *node;
        mate_node_play(&next[i], moves.items[i]);
        out[i] = (DfpnChild){mate_node_key(&next[i], n), {0, 0}, moves.items[i]};
        mate_tt_prefetch(d->w->table, out[i].key);
        mate_tt_prefetch(d->w->table, proof_numbers_key(d, out[i].key, n));
    }
    int kept = 0;
    for (int i = 0; i < moves.count; i++) {
        DfpnChild child = out[i];
        child.v = numbers_of(d, &next[i], child.key, n, true);
        if (child.v.pn == 0) continue;
        out[kept++] = child;
        if (child.v.dn == 0) break;
    }
    return kept;
}

/* Adds the deferred moves to the summary, as so many equal unknown children. */
static void add_deferred(ChildSummary *s, const AttackMoves *a) {
    if (s->mine > a->pn) {
        s->second = s->mine = a->pn;
        s->best = -1;
    } else if (s->second > a->pn) {
        s->second = a->pn;
    }
    s->sum = capped(s->sum + (uint64_t)a->deferred);
}

static uint32_t limit_for_best(uint32_t threshold, uint32_t second) {
    uint64_t limit = (uint64_t)second + 1 + second / 2;
    return limit < threshold ? (uint32_t)limit : threshold;
}

static ProofNumbers search(DfpnSearch *d, const MateNode *node, int n, bool attacker,
                           ProofNumbers limit);

/* Searches the most-proving child until a limit is exceeded. */
static ProofNumbers expand(DfpnSearch *d, const MateNode *node, int n, bool attacker,
                           ProofNumbers limit, Move *best) {
    DfpnChild children[MOVES_MAX];
    AttackMoves attacks;
    attacks.deferred = 0;
    attacks.pn = 0;
    int count = attacker ? list_checks(d, node, n, &attacks, children)
                         : list_defences(d, node, n, children);
    uint32_t mine_limit = attacker ? limit.pn : limit.dn;
    uint32_t sum_limit = attacker ? limit.dn : limit.pn;
    for (;;) {
        ChildSummary s = summarise(d, children, count, attacker);
        bool due = s.mine >= attacks.pn && mine_limit > attacks.pn && !d->w->paused;
        if (attacks.deferred && due) {
            count += list_quiet(d, node, n, &attacks, children + count);
            continue;
        }
        if (attacks.deferred && s.mine > 0) add_deferred(&s, &attacks);
        ProofNumbers v = numbers_from(s, attacker);
        if (s.best >= 0) *best = children[s.best].move;
        if (s.mine == 0 || s.sum == 0 || s.mine >= mine_limit || s.sum >= sum_limit || d->w->paused)
            return v;
        DfpnChild *child = &children[s.best];
        uint32_t mine = limit_for_best(mine_limit, s.second);
        uint32_t rest = capped((uint64_t)sum_limit - s.sum + other_of(child, attacker));
        MateNode next = mate_node_after(node, child->move);
        ProofNumbers got =
            search(d, &next, attacker ? n - 1 : n, !attacker,
                   attacker ? (ProofNumbers){mine, rest} : (ProofNumbers){rest, mine});
        if (d->w->paused && got.pn && got.dn) return v;
        child->v = got;
    }
}

/* The defender is to move, and few moves are left: the exhaustive search decides, because it orders
 * defences better. Its result is valid in every mode. */
static ProofNumbers solve_defence(DfpnSearch *d, const MateNode *node, int n) {
    uint64_t before = d->w->nodes;
    bool mate = exhaustive_defence(d->w, node, n);
    if (d->w->paused) return UNKNOWN;
    MateBounds learned = MATE_BOUNDS_NONE;
    if (mate)
        learned.hi = proved_length(d, node, n, false, NO_MOVE);
    else
        learned.lo = n;
    mate_tt_merge_bounds(d->w->table, mate_node_key(node, n + 1), learned,
                         mate_tt_work(d->w->nodes - before));
    return mate ? PROVED : REFUTED;
}

static ProofNumbers search(DfpnSearch *d, const MateNode *node, int n, bool attacker,
                           ProofNumbers limit) {
    if (mate_worker_should_stop(d->w)) return UNKNOWN;
    if (n <= d->exhaustive_moves)
        return attacker ? estimate_attack(d, node, n) : solve_defence(d, node, n);
    uint64_t before = d->w->nodes;
    Move best = NO_MOVE;
    ProofNumbers v = expand(d, node, n, attacker, limit, &best);
    Key key = mate_node_key(node, attacker ? n : n + 1);
    int length = v.pn ? n : proved_length(d, node, n, attacker, best);
    store_numbers(d, key, length, v, attacker && v.pn == 0 ? best : NO_MOVE, d->w->nodes - before);
    return v;
}

DfpnResult dfpn_search(MateWorker *w, const MateNode *root, int n, bool attacker, DfpnMode mode) {
    DfpnSearch d = {.w = w, .mode = mode, .exhaustive_moves = mode == DFPN_MODE_DEEP ? 3 : 2};
    d.restricted_index = mode == DFPN_MODE_CONFINING ? 0 : mode == DFPN_MODE_THREATS ? 1 : -1;
    ProofNumbers v;
    do v = search(&d, root, n, attacker, (ProofNumbers){INFINITE, INFINITE});
    while (v.pn && v.dn && !w->paused);
    return v.pn == 0 ? DFPN_RESULT_MATE : v.dn == 0 ? DFPN_RESULT_NONE : DFPN_RESULT_OPEN;
}
