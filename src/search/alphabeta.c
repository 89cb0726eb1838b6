// SPDX-License-Identifier: MIT
//
// The search proper: principal variation search with the usual company of reductions, extensions
// and cuts.  A node is a struct and each technique a function with a name; search_node reads as
// the list of them.
#include "base/os/clock.h"
#include "base/os/host_yield.h"
#include "core/zobrist.h"
#include "search/move_picker.h"
#include "search/repetition.h"
#include "search/see.h"

#include <math.h>

static Score search_node(Worker *w, Node *n, Score alpha, Score beta, int depth, bool cut);

void shared_init_reductions(Shared *shared) {
    const Params *p = &shared->params;
    double logs[64];
    for (int i = 1; i < 64; i++) logs[i] = log(i);
    for (int depth = 1; depth < 64; depth++)
        for (int count = 1; count < 64; count++) {
            double product = logs[depth] * logs[count] * 1024 * 1024 / p->lmr_divisor;
            shared->reductions[0][depth][count] = (int)product + p->lmr_base;
            shared->reductions[1][depth][count] = (int)product + p->lmr_base - p->lmr_noisy_base;
        }
}

uint64_t shared_nodes(const Shared *shared) {
    uint64_t sum = 0;
    for (int i = 0; i < shared->worker_count; i++)
        sum += atomic_load_explicit(&shared->workers[i]->nodes, memory_order_relaxed);
    return sum;
}

bool search_is_told_to_stop(const Shared *s) {
    return atomic_load_explicit(&s->told, memory_order_relaxed) || limits_are_called_off(s->limits);
}

/* The first thread watches the clock, the node count and the caller for all. */
bool search_should_stop(Worker *w) {
    Shared *s = w->shared;
    if (search_is_stopped(w)) return true;
    uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed);
    if (w->id != 0) return false;
    bool exact = s->limits->nodes && s->worker_count == 1;
    if (exact && nodes >= s->limits->nodes) {
        atomic_store_explicit(&s->stop, true, memory_order_relaxed);
        return true;
    }
    if (nodes % (time_is_short(&s->plan) ? 64 : 1024) != 0) return false;
    if (w->completed_depth == 0 && nodes < 1024) return false; // a first look is worth any delay
    breathe();
    bool late = s->plan.hard >= 0 && !atomic_load_explicit(&s->pondering, memory_order_relaxed) &&
                clock_ns() - s->started >= s->plan.hard * 1000;
    bool many = s->limits->nodes && shared_nodes(s) >= s->limits->nodes;
    bool stop = late || many || search_is_told_to_stop(s);
    if (stop) atomic_store_explicit(&s->stop, true, memory_order_relaxed);
    return stop;
}

static Score evaluate_node(const Worker *w, const Node *n) {
    return w->evaluator->evaluate(w->evaluator, w->state, &n->pos, n->ply);
}

static bool has_legal_move(const Node *n) {
    return n->pos.rules->count_moves(&n->pos.board) > 0;
}

/* Is there nothing to search because the game is over (or as good as)? */
bool search_is_over(Worker *w, Node *n, Score *score) {
    const Position *pos = &n->pos;
    if (pos->rules->finish & pos->board.role[KING]) {
        Outcome outcome = pos->rules->outcome(&pos->board);
        if (outcome.reason != ONGOING) {
            int win = SCORE_MATE - n->ply;
            *score = outcome.winner == NO_COLOR             ? SCORE_DRAW
                     : outcome.winner == position_turn(pos) ? win
                                                            : -win;
            return true;
        }
        if (n->ply > 0) { // Black has its last move, and can arrive by it: a draw
            *score = SCORE_DRAW;
            return true;
        }
    }
    if (n->ply == 0) return false;
    bool fifty = pos->halfmove >= 100 && (!n->check || has_legal_move(n));
    if (fifty || position_is_dead(pos) || is_repetition(w, n)) {
        // a tiny uncertainty keeps the search from going blind in drawn lines
        *score =
            SCORE_DRAW + (Score)(atomic_load_explicit(&w->nodes, memory_order_relaxed) & 2) - 1;
        return true;
    }
    if (n->ply >= MAX_PLY - 1) {
        *score = n->check ? SCORE_DRAW : evaluate_node(w, n);
        return true;
    }
    return false;
}

/* The key after a move as far as it can be told at once; exact for all but special moves. */
static Key likely_key(const Position *pos, Move move) {
    Square from = move_from(move), to = move_to(move);
    Piece piece = pos->piece[from], taken = pos->piece[to];
    Key key = pos->key ^ ZOBRIST_BLACK ^ ZOBRIST_PIECE[piece][from] ^ ZOBRIST_PIECE[piece][to];
    return taken == NO_PIECE ? key : key ^ ZOBRIST_PIECE[taken][to];
}

void search_prefetch(const Worker *w, const Node *n, Move move) {
    tt_prefetch(w->shared->tt, likely_key(&n->pos, move));
}

void search_play(Worker *w, Node *n, Move move) {
    assert(n == &w->path[PATH_BEFORE + n->ply] && n->ply < MAX_PLY);
    assert(move != NULL_MOVE || !n->check);
    Node *next = n + 1;
    next->pos = n->pos;
    n->move = move;
    Piece piece = move == NULL_MOVE ? NO_PIECE : n->pos.piece[move_from(move)];
    Square to = move == NULL_MOVE ? A1 : move_to(move);
    n->continuation = &w->histories->continuation[piece][to];
    n->corrections = &w->histories->follow_correction[piece][to];
    if (move == NULL_MOVE) {
        position_play_null(&next->pos);
        tt_prefetch(w->shared->tt, next->pos.key);
    } else {
        position_play(&next->pos, move);
    }
    history_prefetch(w->histories, &next->pos);
    next->ply = n->ply + 1;
    next->check = next->pos.rules->has_check && board_checkers(&next->pos.board) != 0;
    next->excluded = NO_MOVE;
    next->doubles = n->doubles;
    w->keys[w->keys_before + next->ply] = next->pos.key;
    atomic_store_explicit(&w->nodes, atomic_load_explicit(&w->nodes, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

/* The move that led here, if there was one and it was no pass. */
static bool has_last_move(const Node *n) {
    return (n - 1)->move != NO_MOVE && (n - 1)->move != NULL_MOVE;
}

/* The correction by the last two moves. */
static int16_t *follow_slot(const Node *n) {
    Square to = has_last_move(n) ? move_to((n - 1)->move) : A1;
    return &(*(n - 2)->corrections)[has_last_move(n) ? n->pos.piece[to] : NO_PIECE][to];
}

/* Evaluates, with the corrections learned so far; the table may know the raw value. */
void search_static_eval(Worker *w, Node *n, const TableHit *hit) {
    if (n->check) {
        n->eval = n->raw_eval = SCORE_NONE;
        return;
    }
    n->raw_eval = hit && hit->eval != SCORE_NONE ? hit->eval : evaluate_node(w, n);
    assert(n->raw_eval > -EVAL_LIMIT && n->raw_eval < EVAL_LIMIT);
    int eval = n->raw_eval +
               history_correction(w->histories, &n->pos, *follow_slot(n), &w->shared->params);
    // evaluations fade as the fifty-move rule comes closer
    eval = eval * (200 - (n->pos.halfmove < 100 ? n->pos.halfmove : 100)) / 200;
    n->eval = eval > EVAL_LIMIT ? EVAL_LIMIT : eval < -EVAL_LIMIT ? -EVAL_LIMIT : eval;
}

static void pv_update(Node *n, Move move) {
    const Line *below = &(n + 1)->pv;
    n->pv.moves[0] = move;
    n->pv.count = 1;
    for (int i = 0; i < below->count && i + 1 < MAX_PLY; i++)
        n->pv.moves[n->pv.count++] = below->moves[i];
}

/* Everything a node works with besides its position. */
typedef struct {
    Score alpha, beta, alpha_before;
    int depth;
    bool root, pv, cut, improving;
    bool found; // the table knows the position
    TableHit hit;
    Score best;
    Move best_move;
    int count; // legal moves tried
} Search;

/* The moves tried so far that did not help. */
typedef struct {
    int quiet_count, noisy_count;
    Move quiets[64], noisies[32];
} Tried;

/* A move about to be tried, and what is known of it. */
typedef struct {
    Move move;
    bool noisy, checks;
    int history;
} Candidate;

static bool table_cutoff(const Search *s, const Node *n) {
    if (s->pv || !s->found || n->excluded || s->hit.depth < s->depth || n->pos.halfmove >= 90)
        return false;
    if (s->hit.bound == BOUND_EXACT) return true;
    return s->hit.score >= s->beta ? s->hit.bound == BOUND_LOWER : s->hit.bound == BOUND_UPPER;
}

static void store(Worker *w, const Node *n, const Search *s, Score score, Bound bound, int depth) {
    TableHit hit = {s->best_move, score, n->raw_eval,
                    depth,        bound, s->pv || (s->found && s->hit.pv)};
    tt_store(w->shared->tt, n->pos.key, n->ply, &hit);
}

/* What the tablebases' answer is worth here; false if it is a bound that does not decide. */
static bool judge_probe(const ProbeResult *r, const Node *n, const Search *s, Score *score,
                        Bound *bound) {
    Score win = r->plies ? SCORE_MATE - n->ply - r->plies : SCORE_TABLE_WIN - n->ply;
    *score = r->result > 0 ? win : r->result < 0 ? -win : SCORE_DRAW;
    *bound = r->plies || r->result == 0 ? BOUND_EXACT : r->result > 0 ? BOUND_LOWER : BOUND_UPPER;
    return *bound == BOUND_EXACT ||
           (*bound == BOUND_LOWER ? *score >= s->beta : *score <= s->alpha);
}

/* Asks the tablebases who wins, and how fast only if that matters. */
static bool probe_tables(Worker *w, Node *n, Search *s, Score *score) {
    const Prober *prober = &w->shared->prober;
    ProbeResult r;
    Bound bound;
    if (!prober->probe || s->root || n->excluded || n->pos.board.castling) return false;
    if (popcount(board_occupied(&n->pos.board)) > prober->max_men) return false;
    if (!prober->probe(prober->context, &n->pos, &r)) return false;
    atomic_fetch_add_explicit(&w->table_hits, 1, memory_order_relaxed);
    bool decides = judge_probe(&r, n, s, score, &bound);
    if (!decides && prober->measure && prober->measure(prober->context, &n->pos, &r))
        decides = judge_probe(&r, n, s, score, &bound);
    if (!decides) return false;
    store(w, n, s, *score, bound, s->depth + 6 < MAX_PLY ? s->depth + 6 : MAX_PLY - 1);
    n->pv.count = 0;
    return true;
}

/* Hopeless unless a capture helps.  Or checks do, so with them only the last ply is cut. */
static bool razor(Worker *w, Node *n, Search *s, Score *score) {
    const Params *p = &w->shared->params;
    if (s->depth > (n->pos.rules->has_check ? 1 : 3)) return false;
    if (n->eval + p->razor_base + p->razor_depth * s->depth > s->alpha) return false;
    *score = quiesce(w, n, s->alpha, s->alpha + 1);
    return search_is_stopped(w) || (*score <= s->alpha && !score_is_decided(*score));
}

/* The last move made the other side's standing worse. */
static bool came_badly(const Node *n) {
    return (n - 1)->eval != SCORE_NONE && n->eval > -(n - 1)->eval + 2;
}

/* Already so far ahead that a quiet move will keep it. */
static bool reverse_futility(const Worker *w, const Node *n, const Search *s, Score *score) {
    const Params *p = &w->shared->params;
    if (s->depth > p->rfp_depth || score_is_decided(s->beta)) return false;
    int margin = p->rfp_margin * s->depth - (s->improving ? p->rfp_improving : 0);
    if (came_badly(n)) margin -= p->rfp_worsening;
    if (n->eval - margin < s->beta) return false;
    *score = (n->eval + s->beta) / 2;
    return true;
}

static bool has_pieces(const Position *pos) {
    const Board *b = &pos->board;
    return (b->color[b->turn] & ~(b->role[PAWN] | b->role[KING])) != 0;
}

/* If passing still refutes the last move, a real move will; deep down that is verified. */
static bool null_move(Worker *w, Node *n, Search *s, Score *score) {
    const Params *p = &w->shared->params;
    if (p->null_at_cuts && !s->cut) return false;
    if (s->depth < 3 || n->eval < s->beta || (n - 1)->move == NULL_MOVE || n->excluded)
        return false;
    if (n->ply < w->null_ply_min || !has_pieces(&n->pos) || score_is_decided(s->beta)) return false;
    if (n->pos.rules->finish & n->pos.board.role[KING]) return false;
    if (s->found && s->hit.bound == BOUND_UPPER && s->hit.score < s->beta) return false;
    int ahead = (n->eval - s->beta) / p->null_eval_div;
    int reduction = p->null_base + s->depth / p->null_depth_div + (ahead < 3 ? ahead : 3);
    search_play(w, n, NULL_MOVE);
    *score = -search_node(w, n + 1, -s->beta, -s->beta + 1, s->depth - reduction, !s->cut);
    if (search_is_stopped(w)) return true;
    if (*score < s->beta) return false;
    if (score_is_decided(*score)) *score = s->beta;
    if (s->depth < 14 || w->null_ply_min) return true;
    w->null_ply_min = n->ply + (s->depth - reduction) * 3 / 4;
    Score verified = search_node(w, n, s->beta - 1, s->beta, s->depth - reduction, false);
    w->null_ply_min = 0;
    return verified >= s->beta || search_is_stopped(w);
}

/* A capture that beats beta by a margin at reduced depth will beat it at full depth. */
static bool probcut(Worker *w, Node *n, Search *s, Score *score) {
    Score target = s->beta + w->shared->params.probcut_margin;
    if (s->depth < 5 || score_is_decided(s->beta) || n->excluded) return false;
    if (s->found && s->hit.depth >= s->depth - 3 && s->hit.score < target) return false;
    Picker picker;
    Move move;
    picker_init_noisy(&picker, w, n, s->found ? s->hit.move : NO_MOVE, target - n->eval);
    while ((move = picker_next(&picker))) {
        search_prefetch(w, n, move);
        search_play(w, n, move);
        *score = -quiesce(w, n + 1, -target, -target + 1);
        if (*score >= target)
            *score = -search_node(w, n + 1, -target, -target + 1, s->depth - 4, !s->cut);
        if (search_is_stopped(w)) return true;
        if (*score < target) continue;
        s->best_move = move;
        store(w, n, s, *score, BOUND_LOWER, s->depth - 3);
        return true;
    }
    return false;
}

/* Is this move not worth a search at all? */
static bool prune_move(Worker *w, Node *n, Search *s, Picker *picker, const Candidate *c) {
    const Params *p = &w->shared->params;
    if (s->root || s->best <= -SCORE_TABLE_BOUND || !has_pieces(&n->pos)) return false;
    if (n->pos.rules->finish && piece_role(n->pos.piece[move_from(c->move)]) == KING &&
        rules_king_runs(n->pos.rules, move_from(c->move), move_to(c->move)))
        return false; // a king that runs is what the race is about
    int depth = s->depth;
    int index = s->count < 63 ? s->count : 63;
    int reduced = depth - w->shared->reductions[c->noisy][depth < 63 ? depth : 63][index] / 1024;
    if (reduced < 0) reduced = 0;
    if (!c->noisy && s->count >= (p->lmp_base + depth * depth) / (s->improving ? 1 : 2))
        picker->skip_quiet = true;
    if (c->checks) return false; // sacrifices begin like this
    if (!c->noisy) {
        if (!n->check && reduced < p->futility_depth &&
            n->eval + p->futility_base + p->futility_margin * reduced <= s->alpha)
            return true;
        if (reduced < p->history_prune_depth && c->history < -p->history_prune_margin * depth)
            return true;
    }
    int margin = c->noisy ? -p->see_noisy_margin * depth : -p->see_quiet_margin * reduced;
    return depth < 10 && !see_at_least(&n->pos, c->move, margin);
}

/* How much deeper to search the table's move: all others are clearly worse if they fail low
 * against its score lowered by a margin. */
static int singular_extension(Worker *w, Node *n, Search *s, Move move, Score *cut_score) {
    const Params *p = &w->shared->params;
    if (n->excluded || !s->found || move != s->hit.move) return 0;
    if (s->depth < p->singular_depth || s->hit.depth < s->depth - 3) return 0;
    if (s->hit.bound == BOUND_UPPER || score_is_decided(s->hit.score)) return 0;
    if (n->ply >= 2 * w->depth) return 0;
    int margin = p->singular_margin + (s->hit.pv && !s->pv ? p->singular_line : 0);
    Score limit = s->hit.score - s->depth * margin / 16;
    n->excluded = move;
    Score rest = search_node(w, n, limit - 1, limit, (s->depth - 1) / 2, s->cut);
    n->excluded = NO_MOVE;
    if (search_is_stopped(w)) {
        *cut_score = rest;
        return 0;
    }
    if (rest < limit) {
        bool clear = !s->pv && rest < limit - p->double_margin && n->doubles < p->double_limit;
        if (clear) n->doubles++;
        bool alone = clear && rest < limit - p->triple_margin && !move_is_noisy(&n->pos, move);
        return 1 + clear + alone;
    }
    if (rest >= s->beta && !score_is_decided(rest)) { // several moves beat beta
        *cut_score = rest;
        return 0;
    }
    if (s->hit.score >= s->beta) return -2 + s->pv;
    return s->cut ? -1 : 0;
}

static int reduction_of(const Worker *w, const Node *n, const Search *s, const Candidate *c) {
    const Params *p = &w->shared->params;
    int depth = s->depth < 63 ? s->depth : 63, count = s->count < 63 ? s->count : 63;
    int r = w->shared->reductions[c->noisy][depth][count];
    r += s->improving ? 0 : p->lmr_not_improving;
    r += s->cut ? p->lmr_cut_node : 0;
    r -= s->pv || (s->found && s->hit.pv) ? p->lmr_pv : 0;
    r -= c->checks ? p->lmr_check : 0;
    if (!c->noisy) {
        r += s->found && s->hit.move && move_is_noisy(&n->pos, s->hit.move) ? p->lmr_tt_noisy : 0;
        r -= c->move == n->killers[0] || c->move == n->killers[1] ? p->lmr_killer : 0;
        r += (n + 1)->cutoffs > 3 ? p->lmr_cutoffs : 0;
    }
    r -= c->history / p->lmr_history_div;
    return r / 1024;
}

static int at_most(int value, int limit) {
    return value < limit ? value : limit;
}

/* What histories gain and lose by a search of this depth. */
static int bonus_at(const Params *p, int depth) {
    return at_most(p->history_bonus_mul * depth, p->history_bonus_max);
}
static int malus_at(const Params *p, int depth) {
    return at_most(p->history_malus_mul * depth, p->history_malus_max);
}

/* As a reply to the last moves. */
static void reward_reply(Node *n, Move move, int bonus) {
    Square to = move_to(move);
    Piece piece = n->pos.piece[move_from(move)];
    static const int BACK[] = {1, 2, 4};
    for (int i = 0; i < 3; i++) history_add(&(*(n - BACK[i])->continuation)[piece][to], bonus);
}

static void reward_quiet(Worker *w, Node *n, Move move, int bonus) {
    history_add(order_quiet_slot(w, n, move), bonus);
    reward_reply(n, move, bonus);
}

/* A reduced move was better than expected and was looked at again. */
static void learn_from_second_look(const Worker *w, Node *n, const Search *s, const Candidate *c,
                                   Score score) {
    const Params *p = &w->shared->params;
    if (c->noisy || search_is_stopped(w)) return;
    if (score >= s->beta) reward_reply(n, c->move, bonus_at(p, s->depth));
    if (score <= s->alpha) reward_reply(n, c->move, -malus_at(p, s->depth));
}

/* Searches the move just played: reduced first, then as deep as it earns. */
static Score search_move(Worker *w, Node *n, Search *s, const Candidate *c, int extension) {
    const Params *p = &w->shared->params;
    int depth = s->depth - 1 + extension;
    Score score = SCORE_NONE;
    if (s->depth >= 2 && s->count > 1 + s->root && (!c->noisy || s->count > 3)) {
        int reduced = depth - reduction_of(w, n, s, c);
        if (reduced < 1) reduced = 1;
        if (reduced > depth + 1) reduced = depth + 1;
        n->reduction = depth - reduced;
        score = -search_node(w, n + 1, -s->alpha - 1, -s->alpha, reduced, true);
        n->reduction = 0;
        if (score > s->alpha && reduced < depth) {
            depth += score > s->best + p->lmr_deeper + 2 * depth;
            depth -= score < s->best + 10;
            if (reduced < depth)
                score = -search_node(w, n + 1, -s->alpha - 1, -s->alpha, depth, !s->cut);
            learn_from_second_look(w, n, s, c, score);
        }
    } else if (!s->pv || s->count > 1) {
        score = -search_node(w, n + 1, -s->alpha - 1, -s->alpha, depth, !s->cut);
    }
    if (s->pv && (s->count == 1 || score > s->alpha)) {
        (n + 1)->pv.count = 0;
        score = -search_node(w, n + 1, -s->beta, -s->alpha, depth, false);
    }
    return score;
}

/* A move caused a cut-off: it gains, what was tried before it loses. */
static void learn_from_cutoff(Worker *w, Node *n, const Search *s, const Tried *t) {
    const Params *p = &w->shared->params;
    int bonus = bonus_at(p, s->depth), malus = malus_at(p, s->depth);
    if (!move_is_noisy(&n->pos, s->best_move)) {
        if (n->killers[0] != s->best_move) {
            n->killers[1] = n->killers[0];
            n->killers[0] = s->best_move;
        }
        Square last = move_to((n - 1)->move);
        if (has_last_move(n)) w->histories->counter[n->pos.piece[last]][last] = s->best_move;
        if (s->depth > 2 || t->quiet_count > 1) reward_quiet(w, n, s->best_move, bonus);
        for (int i = 0; i < t->quiet_count; i++)
            if (t->quiets[i] != s->best_move) reward_quiet(w, n, t->quiets[i], -malus);
    } else {
        history_add(order_noisy_slot(w, n, s->best_move), bonus);
    }
    for (int i = 0; i < t->noisy_count; i++)
        if (t->noisies[i] != s->best_move)
            history_add(order_noisy_slot(w, n, t->noisies[i]), -malus);
}

static void note_tried(Tried *t, Move move, bool noisy) {
    if (noisy && t->noisy_count < 32) t->noisies[t->noisy_count++] = move;
    if (!noisy && t->quiet_count < 64) t->quiets[t->quiet_count++] = move;
}

/* Only once a search takes long enough for somebody to watch. */
static void report_root_move(const Worker *w, Move move, int number) {
    const Shared *s = w->shared;
    if (w->id != 0 || !s->on_root_move || clock_ns() - s->started < 3000000000) return;
    s->on_root_move(s->listener_context, w->depth, move, number);
}

/* A known mate is at least as good as what the search saw behind its first move. */
static Score lift_to_floor(const Worker *w, Node *n, const RootMove *root, Score score) {
    if (score >= root->floor) return score;
    const Line *mate = &w->shared->mate;
    (n + 1)->pv.count = mate->count - 1;
    for (int i = 1; i < mate->count; i++) (n + 1)->pv.moves[i - 1] = mate->moves[i];
    return root->floor;
}

static void update_root(Worker *w, Node *n, Search *s, RootMove *root, Score score,
                        uint64_t before) {
    root->nodes += atomic_load_explicit(&w->nodes, memory_order_relaxed) - before;
    if (s->count > 1 && score <= s->alpha) {
        root->score = -SCORE_INFINITE;
        return;
    }
    root->score = score;
    root->seldepth = w->seldepth;
    pv_update(n, root->move);
    root->pv = n->pv;
}

/* Takes a score in; true when it ends the node. */
static bool accept(Node *n, Search *s, Move move, Score score) {
    if (score <= s->best) return false;
    s->best = score;
    if (score <= s->alpha) return false;
    s->best_move = move;
    if (s->pv && !s->root) pv_update(n, move);
    if (score >= s->beta) {
        (n - 1)->cutoffs++;
        return true;
    }
    s->alpha = score;
    return false;
}

/* The root's moves come in the order of the last iteration, others from the picker. */
static Move next_move(Worker *w, Search *s, Picker *picker) {
    if (!s->root) return picker_next(picker);
    int i = w->pv_index + s->count;
    return i < w->root_count ? w->roots[i].move : NO_MOVE;
}

static Candidate candidate_of(Worker *w, const Node *n, const CheckMap *checks, Move move) {
    bool noisy = move_is_noisy(&n->pos, move);
    return (Candidate){
        .move = move,
        .noisy = noisy,
        .checks = map_gives_check(checks, &n->pos, move),
        .history = noisy ? *order_noisy_slot(w, n, move) : order_quiet_history(w, n, move),
    };
}

/* The root's move that is being searched; NULL elsewhere.  Below a known mate nothing counts. */
static RootMove *enter_root_move(Worker *w, Search *s) {
    if (!s->root) return NULL;
    RootMove *root = &w->roots[w->pv_index + s->count - 1];
    if (s->alpha < root->floor) s->alpha = root->floor - 1;
    report_root_move(w, root->move, w->pv_index + s->count);
    return root;
}

/* All moves of a node; false when the search was stopped or the node was cut by a multi-cut. */
static bool search_moves(Worker *w, Node *n, Search *s, Score *cut_score) {
    Picker picker;
    Move move;
    const Board *b = &n->pos.board;
    CheckMap checks = {.king = NO_SQUARE};
    if (n->pos.rules->has_check) checks = map_checks(b, (Color)b->turn, board_occupied(b));
    Tried tried;
    tried.quiet_count = tried.noisy_count = 0;
    picker_init(&picker, w, n, s->found ? s->hit.move : NO_MOVE);
    picker.checks = &checks;
    (n + 1)->killers[0] = (n + 1)->killers[1] = NO_MOVE;
    n->cutoffs = 0;
    while ((move = next_move(w, s, &picker))) {
        if (move == n->excluded) continue;
        search_prefetch(w, n, move);
        Candidate c = candidate_of(w, n, &checks, move);
        s->count++;
        if (s->count > 1 && prune_move(w, n, s, &picker, &c)) continue;
        *cut_score = SCORE_NONE;
        int doubles = n->doubles;
        int extension = s->root ? c.checks : singular_extension(w, n, s, move, cut_score);
        if (*cut_score != SCORE_NONE) return false;
        uint64_t before = atomic_load_explicit(&w->nodes, memory_order_relaxed);
        RootMove *root = enter_root_move(w, s);
        search_play(w, n, move);
        Score score = search_move(w, n, s, &c, extension);
        n->doubles = doubles;
        if (search_is_stopped(w)) {
            *cut_score = SCORE_DRAW;
            return false;
        }
        if (root) {
            score = lift_to_floor(w, n, root, score);
            update_root(w, n, s, root, score, before);
        }
        note_tried(&tried, move, c.noisy);
        if (accept(n, s, move, score)) {
            learn_from_cutoff(w, n, s, &tried);
            break;
        }
    }
    return true;
}

/* What the result means for the table and for the corrections of the evaluation. */
static void finish_node(Worker *w, Node *n, Search *s) {
    Bound bound = s->best >= s->beta          ? BOUND_LOWER
                  : s->best > s->alpha_before ? BOUND_EXACT
                                              : BOUND_UPPER;
    if (s->root && w->pv_index > 0) return;
    store(w, n, s, s->best, bound, s->depth);
    bool quiet = !s->best_move || !move_is_noisy(&n->pos, s->best_move);
    bool tells =
        bound == BOUND_EXACT || (bound == BOUND_LOWER ? s->best > n->eval : s->best < n->eval);
    if (!n->check && quiet && tells && !score_is_decided(s->best))
        history_correct(w->histories, &n->pos, follow_slot(n), s->depth, s->best - n->raw_eval);
}

static bool came_quietly(const Node *n) {
    return has_last_move(n) && n->ply > 0 && !move_is_noisy(&(n - 1)->pos, (n - 1)->move);
}

/* Nothing helps against the last move: it was a good one. */
static void reward_last_move(Worker *w, Node *n, const Search *s) {
    const Params *p = &w->shared->params;
    if (s->best > s->alpha_before || !came_quietly(n)) return;
    reward_quiet(w, n - 1, (n - 1)->move, bonus_at(p, s->depth) * p->prior_bonus / 100);
}

/* A quiet move gains or loses with the evaluation it led to. */
static void learn_from_shift(Worker *w, Node *n) {
    const Params *p = &w->shared->params;
    if (n->check || (n - 1)->eval == SCORE_NONE || !came_quietly(n)) return;
    int bonus = -(n->eval + (n - 1)->eval) * p->shift_bonus;
    if (bonus < -p->shift_max) bonus = -p->shift_max;
    history_add(order_quiet_slot(w, n - 1, (n - 1)->move), at_most(bonus, p->shift_max));
}

/* Cuts that need no move of this node. */
static bool prune_node(Worker *w, Node *n, Search *s, Score *score) {
    if (s->pv || n->check || n->excluded || score_is_decided(s->alpha)) return false;
    return razor(w, n, s, score) || reverse_futility(w, n, s, score) || null_move(w, n, s, score) ||
           probcut(w, n, s, score);
}

static bool is_improving(const Node *n) {
    if (n->check) return false;
    if ((n - 2)->eval != SCORE_NONE) return n->eval > (n - 2)->eval;
    return (n - 4)->eval == SCORE_NONE || n->eval > (n - 4)->eval;
}

/* Was the reduction of the move that led here wrong?  Now that its position is evaluated, it
 * deserves more if who played it is not the worse for it, and less if we are well off. */
static int hindsight(const Node *n, int depth) {
    enum { MUCH = 3, SOME = 2, WELL_OFF = 120 };
    int reduction = (n - 1)->reduction;
    if (n->check || (n - 1)->eval == SCORE_NONE) return 0;
    if (reduction >= MUCH && !came_badly(n)) return 1;
    return reduction >= SOME && depth >= 2 && n->eval + (n - 1)->eval > WELL_OFF ? -1 : 0;
}

static Score search_node(Worker *w, Node *n, Score alpha, Score beta, int depth, bool cut) {
    if (depth <= 0) return quiesce(w, n, alpha, beta);
    Search s = {.alpha = alpha,
                .beta = beta,
                .depth = depth,
                .cut = cut,
                .best = -SCORE_INFINITE,
                .root = n->ply == 0,
                .pv = beta - alpha > 1};
    Score score;
    n->pv.count = 0;
    if (n->ply > w->seldepth) w->seldepth = n->ply;
    if (search_should_stop(w)) return SCORE_DRAW;
    if (search_is_over(w, n, &score)) return score;
    if (!s.root) { // no win can be shorter than one already found, and a draw may be at hand
        if (s.alpha < -SCORE_MATE + n->ply) s.alpha = -SCORE_MATE + n->ply;
        if (s.beta > SCORE_MATE - n->ply) s.beta = SCORE_MATE - n->ply;
        if (s.alpha < SCORE_DRAW && can_repeat(w, n)) s.alpha = SCORE_DRAW;
        if (s.alpha >= s.beta) return s.alpha;
    }
    s.alpha_before = s.alpha;
    s.found = !n->excluded && tt_probe(w->shared->tt, n->pos.key, n->ply, &s.hit);
    if (table_cutoff(&s, n)) return s.hit.score;
    if (probe_tables(w, n, &s, &score)) return score;
    if (!n->excluded) {
        search_static_eval(w, n, s.found ? &s.hit : NULL);
        learn_from_shift(w, n);
    }
    s.improving = is_improving(n);
    if (!s.root && !n->excluded) s.depth += hindsight(n, depth);
    if (prune_node(w, n, &s, &score)) return score;
    // without a move from the table the ordering is poor: search less, find one
    if (s.depth >= 4 && (s.pv || s.cut) && (!s.found || !s.hit.move) && !n->excluded) s.depth--;
    if (!search_moves(w, n, &s, &score)) return score;
    if (s.count == 0) {
        if (n->excluded) return s.alpha;
        return n->check ? -SCORE_MATE + n->ply : SCORE_DRAW;
    }
    if (!n->excluded) {
        finish_node(w, n, &s);
        reward_last_move(w, n, &s);
    }
    return s.best;
}

Score search_root(Worker *w, Score alpha, Score beta, int depth) {
    return search_node(w, &w->path[PATH_BEFORE], alpha, beta, depth, false);
}
