// SPDX-License-Identifier: MIT
//
// The finder: depth-first proof-number search.
//
// A node is a position and the moves the attacker has left, so there are no cycles.  Its proof
// number says how much is missing to a mate, its disproof number how much to a refutation; the
// search always goes to the node that would change the most, returning only when a threshold is
// passed.  A position with few moves left is given to the prover at once.
//
// In one way a model says how far a new position is from mate (pn_heuristic.h).  In the others it
// counts as many proof numbers as the defender has replies, and the king's steps twice, so that
// checks and moves that leave little choice come first by themselves.  Quiet moves are not even
// looked at before the checks have become as dear as a good quiet move would be.
#include "solve/mate/mate_search.h"
#include "solve/mate/pn_heuristic.h"

enum { INFINITE = (1 << 24) - 1, THREAT_MOVES = 2 };

typedef struct {
    uint32_t pn, dn;
} Numbers;

typedef struct {
    Key key; // of the position behind the move, as the table knows it
    Numbers v;
    Move move;
} Child;

typedef struct {
    MateWorker *w;
    MateWay way;
    int prover_moves; // with so many moves left the prover takes over
    int lo_index;     // of the bounds where the way keeps what it cannot mate; -1: none
} Finder;

static const Numbers PROVED = {0, INFINITE}, REFUTED = {INFINITE, 0}, UNKNOWN = {1, 1};

static uint32_t capped(uint64_t sum) {
    return sum >= INFINITE ? INFINITE - 1 : (uint32_t)sum;
}

static Key numbers_key(const Finder *f, Key key, int n) {
    uint64_t few = f->way == WAY_FEW ? (uint64_t)f->w->few_replies : 0;
    return key ^ (few << 16 | (uint64_t)n << 8 | (uint64_t)f->way << 4 | 1) * 0xd6e8feb86659fd93u;
}

/* Settled by what is known, or false. */
static bool settled_by(const Finder *f, MateBounds known, int n, Numbers *out) {
    bool no_way = known.lo >= n || (f->lo_index >= 0 && known.way_lo[f->lo_index] >= n);
    if (known.hi <= n)
        *out = PROVED;
    else if (no_way)
        *out = REFUTED;
    else
        return false;
    return true;
}

static bool look_up(const Finder *f, Key key, int n, Numbers *out) {
    uint64_t note;
    if (!mate_table_get(f->w->table, numbers_key(f, key, n), &note)) return false;
    *out = (Numbers){(uint32_t)(note & INFINITE), (uint32_t)(note >> 24)};
    return true;
}

/* A mate's note is worth more than what it cost: the solution is written down from such notes, and
 * what one way found another may not find again. */
enum { MATE_WORK = 40 };

static void remember(const Finder *f, Key key, int n, Numbers v, Move move, uint64_t nodes) {
    MateTable *table = f->w->table;
    MateBounds learned = MATE_BOUNDS_NONE;
    bool noted_elsewhere = v.pn == 0 || f->lo_index >= 0 || mate_way_is_full(f->way);
    if ((v.pn && v.dn) || !noted_elsewhere) {
        mate_table_put(table, numbers_key(f, key, n), v.pn | (uint64_t)v.dn << 24,
                       mate_work(nodes));
        return;
    }
    int work = mate_work(nodes);
    if (v.pn == 0) {
        learned.hi = n;
        learned.move = move;
        work += MATE_WORK;
    } else if (f->lo_index >= 0) {
        learned.way_lo[f->lo_index] = n;
    } else {
        learned.lo = n;
    }
    mate_table_learn(table, key, learned, work);
}

/* The length of the mate just proved, as far as the table still tells; n at worst. */
static int proved_length(const Finder *f, const MateNode *node, int n, bool attacker, Move best) {
    MoveList moves;
    int most = 0;
    if (attacker)
        moves = (MoveList){.count = 1, .items = {best}};
    else
        node_moves(node, &moves);
    for (int i = 0; i < moves.count; i++) {
        MateNode next = node_after(node, moves.items[i]);
        int known = mate_table_bounds(f->w->table, mate_key(&next, n)).hi;
        if (attacker && node_is_mated(&next)) known = 0;
        if (!attacker && node_mate_in_one(&next)) known = 1;
        if (known > most) most = known;
    }
    if (attacker) most++;
    return most < n ? most : n;
}

/* Would the attacker mate in THREAT_MOVES if the defender could pass? */
static bool threatens(Finder *f, const MateNode *next) {
    MateNode passed = node_passed(next);
    return prove_attack(f->w, &passed, THREAT_MOVES);
}

/* May an attacker who keeps to the way play the quiet move that led here? */
static bool is_in_way(Finder *f, const MateNode *next, NodeChoice c) {
    switch (f->way) {
    case WAY_CHECKS: return false;
    case WAY_TIGHT: return c.replies <= 4 || !c.flights || node_faces_mate(next);
    case WAY_FEW: return c.replies <= f->w->few_replies;
    case WAY_THREATS: return c.replies <= 2 || threatens(f, next);
    default: return true;
    }
}

/* How many squares the defender's king can go to, where the way cares. */
static uint32_t freedom(const Finder *f, const MateNode *node) {
    if (f->way != WAY_ALL) return 0;
    MateNode passed = node_passed(node);
    return (uint32_t)popcount(node_flights(&passed));
}

/* Numbers of a position with the attacker to move.  The defence that looks best, where a mate is
 * least likely, has the least disproof number and so comes first. */
static Numbers guess_attack(Finder *f, const MateNode *node, int n) {
    enum { BEST_DEFENCE = 160 };
    if (node->clock >= CLAIM_CLOCK) return REFUTED;
    if (n > f->prover_moves) {
        if (node_mate_in_one(node)) return PROVED;
        if (f->way != WAY_LIKELY) return (Numbers){1 + freedom(f, node), 1};
        uint32_t pn = odds_of_attack(node, n);
        return (Numbers){pn, pn < BEST_DEFENCE ? BEST_DEFENCE / pn : 1};
    }
    bool mate = prove_attack(f->w, node, n);
    if (f->w->paused) return UNKNOWN;
    return mate ? PROVED : REFUTED;
}

/* The numbers of a node from those of its children, which they choose among (`mine`: pn for the
 * attacker, dn for the defender) and add up. */
typedef struct {
    int best;
    uint32_t mine, second, sum;
} Summary;

static uint32_t mine_of(const Child *c, bool attacker) {
    return attacker ? c->v.pn : c->v.dn;
}
static uint32_t other_of(const Child *c, bool attacker) {
    return attacker ? c->v.dn : c->v.pn;
}

/* A defender's replies each have to be mated, so their proof numbers add up.  An attacker's moves
 * often lead to the same positions in another order; adding up would count those again and again,
 * so only the largest disproof number counts in full (except in the deep way's proof numbers,
 * which is what makes it look elsewhere). */
static Summary sum_up(const Finder *f, const Child *children, int count, bool attacker) {
    Summary s = {.best = -1, .mine = INFINITE, .second = INFINITE};
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
    if (attacker || f->way == WAY_DEEP) all = open ? most + open - 1 : 0;
    s.sum = most == INFINITE ? INFINITE : capped(all);
    return s;
}

static Numbers numbers_from(Summary s, bool attacker) {
    if (s.mine == 0 || s.sum == 0) return (s.mine == 0) == attacker ? PROVED : REFUTED;
    return attacker ? (Numbers){s.mine, s.sum} : (Numbers){s.sum, s.mine};
}

static Numbers numbers_of(Finder *f, const MateNode *node, Key key, int n, bool attacker);

static DefenceOdds look_at_defence(const Finder *f, const MateNode *node, int n) {
    if (f->way == WAY_LIKELY) return odds_of_defence(node, n);
    NodeChoice c = node_choice(node);
    return (DefenceOdds){c, (uint32_t)(c.replies + c.flights)};
}

static int list_defences(Finder *f, const MateNode *node, int n, Child *out);

/* So few replies that the positions behind them tell more than the board. */
static Numbers guess_by_replies(Finder *f, const MateNode *node, Key key, int n) {
    Child children[MOVES_MAX];
    int count = list_defences(f, node, n, children);
    Numbers v = numbers_from(sum_up(f, children, count, false), false);
    if (v.pn == 0) remember(f, key, proved_length(f, node, n, false, NO_MOVE), v, NO_MOVE, 1);
    return v;
}

/* Numbers of a position never seen, the defender to move, n moves of the attacker to come. */
static Numbers guess_defence(Finder *f, const MateNode *next, Key key, int n) {
    enum { FORCED_REPLIES = 3 };
    DefenceOdds odds = look_at_defence(f, next, n);
    NodeChoice c = odds.choice;
    if (c.replies == 0) return c.check ? PROVED : REFUTED;
    if (next->clock >= CLAIM_CLOCK) return REFUTED;
    bool forced = c.replies <= (c.check ? FORCED_REPLIES : 1);
    if (f->way == WAY_LIKELY && forced && n > f->prover_moves)
        return guess_by_replies(f, next, key, n);
    if (c.check || is_in_way(f, next, c)) return (Numbers){odds.pn, 1};
    if (f->way == WAY_THREATS && !f->w->paused) remember(f, key, MATE_MOVES_MAX, REFUTED, 0, 64);
    return REFUTED;
}

/* The numbers of a position in the table, or else a guess.  Where a longer mate is known it is only
 * some moves that are missing. */
static Numbers numbers_of(Finder *f, const MateNode *node, Key key, int n, bool attacker) {
    enum { MISSING_MOVE = 8 };
    MateBounds known = mate_table_bounds(f->w->table, key);
    Numbers v;
    if (settled_by(f, known, n, &v) || look_up(f, key, n, &v)) return v;
    v = attacker ? guess_attack(f, node, n) : guess_defence(f, node, key, n);
    uint32_t missing = MISSING_MOVE * (uint32_t)(known.hi - n);
    if (known.hi < MATE_HI_NONE && v.dn && v.pn > missing) v.pn = missing;
    return v;
}

/* What the positions behind these moves are worth; refuted ones are left out, and behind a mate
 * nothing matters. */
static __attribute__((noinline)) int list_attacks(Finder *f, const MateNode *node, int n,
                                                  const Move *moves, int count, Child *out) {
    MateNode next[MOVES_MAX];
    for (int i = 0; i < count; i++) { // played in place: copying what was just written takes long
        next[i] = *node;
        node_play(&next[i], moves[i]);
        out[i] = (Child){mate_key(&next[i], n), {0, 0}, moves[i]};
        mate_table_prefetch(f->w->table, out[i].key);
        mate_table_prefetch(f->w->table, numbers_key(f, out[i].key, n - 1));
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        Child child = out[i];
        child.v = numbers_of(f, &next[i], child.key, n - 1, false);
        if (child.v.dn == 0) continue;
        out[kept++] = child;
        if (child.v.pn == 0) break;
    }
    return kept;
}

/* The attacker's moves.  Those that give no check wait, as one, until they look as good as the
 * checks: most positions are left before that, and counting the replies to each quiet move is what
 * the finder would spend most of its time on. */
typedef struct {
    MoveList checks;
    int waiting; // how many others there are
    uint32_t pn; // what they count
} Attacks;

/* Half of what the defender could play now: a good quiet move takes that much away.  The numbers of
 * the model are larger. */
static uint32_t guess_quiet(const Finder *f, const MateNode *node) {
    MateNode passed = node_passed(node);
    int replies = node_count_moves(&passed);
    uint32_t guess = (uint32_t)(f->way == WAY_LIKELY ? replies * 9 / 5 : replies / 2);
    return guess ? guess : 1;
}

static int list_checks(Finder *f, const MateNode *node, int n, Attacks *a, Child *out) {
    node_checks(node, &a->checks);
    if (f->way != WAY_CHECKS) a->waiting = node_count_moves(node) - a->checks.count;
    if (a->waiting) a->pn = guess_quiet(f, node);
    return list_attacks(f, node, n, a->checks.items, a->checks.count, out);
}

static int list_quiet(Finder *f, const MateNode *node, int n, Attacks *a, Child *out) {
    MoveList moves;
    int count = 0;
    node_moves(node, &moves);
    for (int i = 0; i < moves.count; i++)
        if (!movelist_has(&a->checks, moves.items[i])) moves.items[count++] = moves.items[i];
    a->waiting = 0;
    return list_attacks(f, node, n, moves.items, count, out);
}

static __attribute__((noinline)) int list_defences(Finder *f, const MateNode *node, int n,
                                                   Child *out) {
    MoveList moves;
    MateNode next[MOVES_MAX];
    node_moves(node, &moves);
    for (int i = 0; i < moves.count; i++) {
        next[i] = *node;
        node_play(&next[i], moves.items[i]);
        out[i] = (Child){mate_key(&next[i], n), {0, 0}, moves.items[i]};
        mate_table_prefetch(f->w->table, out[i].key);
        mate_table_prefetch(f->w->table, numbers_key(f, out[i].key, n));
    }
    int kept = 0;
    for (int i = 0; i < moves.count; i++) {
        Child child = out[i];
        child.v = numbers_of(f, &next[i], child.key, n, true);
        if (child.v.pn == 0) continue;
        out[kept++] = child;
        if (child.v.dn == 0) break;
    }
    return kept;
}

/* The waiting moves count as so many unknown ones, all alike. */
static void add_waiting(Summary *s, const Attacks *a) {
    if (s->mine > a->pn) {
        s->second = s->mine = a->pn;
        s->best = -1;
    } else if (s->second > a->pn) {
        s->second = a->pn;
    }
    s->sum = capped(s->sum + (uint64_t)a->waiting);
}

static uint32_t limit_for_best(uint32_t threshold, uint32_t second) {
    uint64_t limit = (uint64_t)second + 1 + second / 2;
    return limit < threshold ? (uint32_t)limit : threshold;
}

static Numbers search(Finder *f, const MateNode *node, int n, bool attacker, Numbers limit);

/* Goes on with the best child until a limit is passed. */
static Numbers expand(Finder *f, const MateNode *node, int n, bool attacker, Numbers limit,
                      Move *best) {
    Child children[MOVES_MAX];
    Attacks attacks;
    attacks.waiting = 0;
    attacks.pn = 0;
    int count = attacker ? list_checks(f, node, n, &attacks, children)
                         : list_defences(f, node, n, children);
    uint32_t mine_limit = attacker ? limit.pn : limit.dn;
    uint32_t sum_limit = attacker ? limit.dn : limit.pn;
    for (;;) {
        Summary s = sum_up(f, children, count, attacker);
        bool called = s.mine >= attacks.pn && mine_limit > attacks.pn && !f->w->paused;
        if (attacks.waiting && called) {
            count += list_quiet(f, node, n, &attacks, children + count);
            continue;
        }
        if (attacks.waiting && s.mine > 0) add_waiting(&s, &attacks);
        Numbers v = numbers_from(s, attacker);
        if (s.best >= 0) *best = children[s.best].move;
        if (s.mine == 0 || s.sum == 0 || s.mine >= mine_limit || s.sum >= sum_limit || f->w->paused)
            return v;
        Child *child = &children[s.best];
        uint32_t mine = limit_for_best(mine_limit, s.second);
        uint32_t rest = capped((uint64_t)sum_limit - s.sum + other_of(child, attacker));
        MateNode next = node_after(node, child->move);
        Numbers got = search(f, &next, attacker ? n - 1 : n, !attacker,
                             attacker ? (Numbers){mine, rest} : (Numbers){rest, mine});
        if (f->w->paused && got.pn && got.dn) return v;
        child->v = got;
    }
}

/* The defender to move, so near the end that the prover decides: it knows which defences are the
 * good ones.  What it says holds in every way. */
static Numbers settle_defence(Finder *f, const MateNode *node, int n) {
    uint64_t before = f->w->nodes;
    bool mate = prove_defence(f->w, node, n);
    if (f->w->paused) return UNKNOWN;
    MateBounds learned = MATE_BOUNDS_NONE;
    if (mate)
        learned.hi = proved_length(f, node, n, false, NO_MOVE);
    else
        learned.lo = n;
    mate_table_learn(f->w->table, mate_key(node, n + 1), learned, mate_work(f->w->nodes - before));
    return mate ? PROVED : REFUTED;
}

static Numbers search(Finder *f, const MateNode *node, int n, bool attacker, Numbers limit) {
    if (mate_worker_tick(f->w)) return UNKNOWN;
    if (n <= f->prover_moves)
        return attacker ? guess_attack(f, node, n) : settle_defence(f, node, n);
    uint64_t before = f->w->nodes;
    Move best = NO_MOVE;
    Numbers v = expand(f, node, n, attacker, limit, &best);
    Key key = mate_key(node, attacker ? n : n + 1);
    int length = v.pn ? n : proved_length(f, node, n, attacker, best);
    remember(f, key, length, v, attacker && v.pn == 0 ? best : NO_MOVE, f->w->nodes - before);
    return v;
}

MateFinding find_mate(MateWorker *w, const MateNode *root, int n, bool attacker, MateWay way) {
    Finder f = {.w = w, .way = way, .prover_moves = way == WAY_DEEP ? 3 : 2};
    f.lo_index = way == WAY_TIGHT ? 0 : way == WAY_THREATS ? 1 : -1;
    Numbers v;
    do v = search(&f, root, n, attacker, (Numbers){INFINITE, INFINITE});
    while (v.pn && v.dn && !w->paused);
    return v.pn == 0 ? FINDING_MATE : v.dn == 0 ? FINDING_NONE : FINDING_OPEN;
}
