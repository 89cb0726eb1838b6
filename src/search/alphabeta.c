// SPDX-License-Identifier: MIT
//
// Principal variation search with reductions, extensions and pruning. A node is a struct, and each
// technique is a function with its usual name; search_node() calls them in order.
#include "base/os/clock.h"
#include "base/os/host_yield.h"
#include "core/zobrist.h"
#include "search/move_picker.h"
#include "search/search_repetition.h"
#include "search/see.h"

#include <math.h>

static Score search_node(SearchWorker *w, SearchNode *n, Score alpha, Score beta, int depth,
                         bool cut);

void search_init_reductions(SearchShared *shared) {
    const SearchParams *p = &shared->params;
    double logs[64];
    for (int i = 1; i < 64; i++) logs[i] = log(i);
    for (int depth = 1; depth < 64; depth++)
        for (int count = 1; count < 64; count++) {
            double product = logs[depth] * logs[count] * 1024 * 1024 / p->lmr_divisor;
            shared->reductions[0][depth][count] = (int)product + p->lmr_base;
            shared->reductions[1][depth][count] = (int)product + p->lmr_base - p->lmr_noisy_base;
        }
}

uint64_t search_total_nodes(const SearchShared *shared) {
    uint64_t sum = 0;
    for (int i = 0; i < shared->worker_count; i++)
        sum += atomic_load_explicit(&shared->workers[i]->nodes, memory_order_relaxed);
    return sum;
}

bool search_is_stop_requested(const SearchShared *s) {
    return atomic_load_explicit(&s->stop_requested, memory_order_relaxed) ||
           limits_stop_requested(s->limits);
}

/* Only the first thread checks the clock, the node count and the caller's stop flag, for all
 * threads. */
bool search_should_stop(SearchWorker *w) {
    SearchShared *s = w->shared;
    if (search_is_stopped(w)) return true;
    uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed);
    if (w->id != 0) return false;
    bool exact = s->limits->nodes && s->worker_count == 1;
    if (exact && nodes >= s->limits->nodes) {
        atomic_store_explicit(&s->stop, true, memory_order_relaxed);
        return true;
    }
    if (nodes % (time_is_short(&s->plan) ? 64 : 1024) != 0) return false;
    if (w->completed_depth == 0 && nodes < 1024) return false; // first find a move, even if late
    host_yield();
    bool late = s->plan.hard >= 0 && !atomic_load_explicit(&s->pondering, memory_order_relaxed) &&
                clock_ns() - s->started >= s->plan.hard * 1000;
    bool many = s->limits->nodes && search_total_nodes(s) >= s->limits->nodes;
    bool stop = late || many || search_is_stop_requested(s);
    if (stop) atomic_store_explicit(&s->stop, true, memory_order_relaxed);
    return stop;
}

static Score evaluate_node(const SearchWorker *w, const SearchNode *n) {
    return w->evaluator->evaluate(w->evaluator, w->state, &n->pos, n->ply);
}

static bool has_legal_move(const SearchNode *n) {
    return n->pos.rules->count_moves(&n->pos.board) > 0;
}

/* Is the game over at this node, or drawn for the search? Then *score is its score. */
bool search_is_over(SearchWorker *w, SearchNode *n, Score *score) {
    const Position *pos = &n->pos;
    if (pos->rules->traits.finish & pos->board.role[KING]) {
        Outcome outcome = pos->rules->outcome(&pos->board);
        if (outcome.reason != OUTCOME_ONGOING) {
            int win = SCORE_MATE - n->ply;
            *score = outcome.winner == NO_COLOR             ? SCORE_DRAW
                     : outcome.winner == position_turn(pos) ? win
                                                            : -win;
            return true;
        }
        if (n->ply > 0) { // White is at the goal, and Black reaches it with its last move: a draw
            *score = SCORE_DRAW;
            return true;
        }
    }
    if (n->ply == 0) return false;
    bool fifty = pos->halfmove >= 100 && (!n->check || has_legal_move(n));
    if (fifty || position_is_dead(pos) || search_is_repetition(w, n)) {
        // draw scores vary by ±1: otherwise the search cannot distinguish lines in drawn positions
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

/* The key after a move, without playing it. Exact except for castling, en passant, promotions, and
 * changes of rights; used only to prefetch. */
static Key key_after(const Position *pos, Move move) {
    Square from = move_from(move), to = move_to(move);
    Piece piece = pos->piece[from], taken = pos->piece[to];
    Key key = pos->key ^ ZOBRIST_BLACK ^ ZOBRIST_PIECE[piece][from] ^ ZOBRIST_PIECE[piece][to];
    return taken == NO_PIECE ? key : key ^ ZOBRIST_PIECE[taken][to];
}

void search_prefetch(const SearchWorker *w, const SearchNode *n, Move move) {
    tt_prefetch(w->shared->tt, key_after(&n->pos, move));
}

void search_play(SearchWorker *w, SearchNode *n, Move move) {
    assert(n == &w->stack[STACK_BEFORE + n->ply] && n->ply < MAX_PLY);
    assert(move != NULL_MOVE || !n->check);
    SearchNode *next = n + 1;
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
    next->check = next->pos.rules->traits.checks && board_checkers(&next->pos.board) != 0;
    next->excluded = NO_MOVE;
    next->double_extensions = n->double_extensions;
    w->keys[w->keys_before + next->ply] = next->pos.key;
    atomic_store_explicit(&w->nodes, atomic_load_explicit(&w->nodes, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

/* Was the last move a real one, neither missing nor a null move? */
static bool has_prior_move(const SearchNode *n) {
    return (n - 1)->move != NO_MOVE && (n - 1)->move != NULL_MOVE;
}

/* The correction history entry of the last two moves. */
static int16_t *follow_slot(const SearchNode *n) {
    Square to = has_prior_move(n) ? move_to((n - 1)->move) : A1;
    return &(*(n - 2)->corrections)[has_prior_move(n) ? n->pos.piece[to] : NO_PIECE][to];
}

/* Computes the static evaluation and applies the correction history. Takes the raw value from the
 * table hit where it has one. */
void search_static_eval(SearchWorker *w, SearchNode *n, const TTHit *hit) {
    if (n->check) {
        n->eval = n->raw_eval = SCORE_NONE;
        return;
    }
    n->raw_eval = hit && hit->eval != SCORE_NONE ? hit->eval : evaluate_node(w, n);
    assert(n->raw_eval > -EVAL_LIMIT && n->raw_eval < EVAL_LIMIT);
    int eval = n->raw_eval +
               history_correction(w->histories, &n->pos, *follow_slot(n), &w->shared->params);
    // the evaluation is scaled down towards the fifty-move draw
    eval = eval * (200 - (n->pos.halfmove < 100 ? n->pos.halfmove : 100)) / 200;
    n->eval = eval > EVAL_LIMIT ? EVAL_LIMIT : eval < -EVAL_LIMIT ? -EVAL_LIMIT : eval;
}

static void pv_update(SearchNode *n, Move move) {
    const SearchLine *below = &(n + 1)->pv;
    n->pv.moves[0] = move;
    n->pv.count = 1;
    for (int i = 0; i < below->count && i + 1 < MAX_PLY; i++)
        n->pv.moves[n->pv.count++] = below->moves[i];
}

/* The local state of search_node(). */
typedef struct {
    Score alpha, beta, alpha_before;
    int depth;
    bool root, pv, cut, improving;
    bool found; // the transposition table has the position
    TTHit hit;
    Score best;
    Move best_move;
    int count; // legal moves considered so far
} NodeState;

/* The moves searched so far, whose histories get a malus after a cut-off. */
typedef struct {
    int quiet_count, noisy_count;
    Move quiets[64], noisies[32];
} TriedMoves;

/* A move about to be searched, and its properties. */
typedef struct {
    Move move;
    bool noisy, checks;
    int history;
} Candidate;

static bool tt_cutoff(const NodeState *s, const SearchNode *n) {
    if (s->pv || !s->found || n->excluded || s->hit.depth < s->depth || n->pos.halfmove >= 90)
        return false;
    if (s->hit.bound == BOUND_EXACT) return true;
    return s->hit.score >= s->beta ? s->hit.bound == BOUND_LOWER : s->hit.bound == BOUND_UPPER;
}

static void store_tt(SearchWorker *w, const SearchNode *n, const NodeState *s, Score score,
                     Bound bound, int depth) {
    TTHit hit = {s->best_move, score, n->raw_eval, depth, bound, s->pv || (s->found && s->hit.pv)};
    tt_store(w->shared->tt, n->pos.key, n->ply, &hit);
}

/* Converts a tablebase result to a score and a bound; false if it is a bound that causes no
 * cut-off. */
static bool score_probe(const TablebaseProbeResult *r, const SearchNode *n, const NodeState *s,
                        Score *score, Bound *bound) {
    Score win = r->plies ? SCORE_MATE - n->ply - r->plies : SCORE_TABLE_WIN - n->ply;
    *score = r->result > 0 ? win : r->result < 0 ? -win : SCORE_DRAW;
    *bound = r->plies || r->result == 0 ? BOUND_EXACT : r->result > 0 ? BOUND_LOWER : BOUND_UPPER;
    return *bound == BOUND_EXACT ||
           (*bound == BOUND_LOWER ? *score >= s->beta : *score <= s->alpha);
}

/* Probes the tablebases: first for the result, then for the distance if only that causes a
 * cut-off. */
static bool probe_tablebases(SearchWorker *w, SearchNode *n, NodeState *s, Score *score) {
    const TablebaseProber *tablebases = &w->shared->tablebases;
    TablebaseProbeResult r;
    Bound bound;
    if (!tablebases->probe || s->root || n->excluded || n->pos.board.castling) return false;
    if (popcount(board_occupied(&n->pos.board)) > tablebases->max_men) return false;
    if (!tablebases->probe(tablebases->context, &n->pos, &r)) return false;
    atomic_fetch_add_explicit(&w->tablebase_hits, 1, memory_order_relaxed);
    bool decides = score_probe(&r, n, s, score, &bound);
    if (!decides && tablebases->probe_distance &&
        tablebases->probe_distance(tablebases->context, &n->pos, &r))
        decides = score_probe(&r, n, s, score, &bound);
    if (!decides) return false;
    store_tt(w, n, s, *score, bound, s->depth + 6 < MAX_PLY ? s->depth + 6 : MAX_PLY - 1);
    n->pv.count = 0;
    return true;
}

/* Razoring: the evaluation is so far below alpha that only captures could raise it; quiescence
 * verifies this. In games with checks a check might help too, so there only depth 1 is cut. */
static bool razor(SearchWorker *w, SearchNode *n, NodeState *s, Score *score) {
    const SearchParams *p = &w->shared->params;
    if (s->depth > (n->pos.rules->traits.checks ? 1 : 3)) return false;
    if (n->eval + p->razor_base + p->razor_depth * s->depth > s->alpha) return false;
    *score = quiesce(w, n, s->alpha, s->alpha + 1);
    return search_is_stopped(w) || (*score <= s->alpha && !score_is_decided(*score));
}

/* The last move worsened the opponent's evaluation. */
static bool opponent_is_worsening(const SearchNode *n) {
    return (n - 1)->eval != SCORE_NONE && n->eval > -(n - 1)->eval + 2;
}

/* Reverse futility pruning: the evaluation exceeds beta by a margin that a quiet move will not
 * lose. */
static bool reverse_futility(const SearchWorker *w, const SearchNode *n, const NodeState *s,
                             Score *score) {
    const SearchParams *p = &w->shared->params;
    if (s->depth > p->rfp_depth || score_is_decided(s->beta)) return false;
    int margin = p->rfp_margin * s->depth - (s->improving ? p->rfp_improving : 0);
    if (opponent_is_worsening(n)) margin -= p->rfp_worsening;
    if (n->eval - margin < s->beta) return false;
    *score = (n->eval + s->beta) / 2;
    return true;
}

static bool has_pieces(const Position *pos) {
    const Board *b = &pos->board;
    return (b->color[b->turn] & ~(b->role[PAWN] | b->role[KING])) != 0;
}

/* Null-move pruning: if the side to move exceeds beta even after passing, a real move will too. At
 * high depth a reduced search without null moves verifies the cut-off. */
static bool null_move(SearchWorker *w, SearchNode *n, NodeState *s, Score *score) {
    const SearchParams *p = &w->shared->params;
    if (p->null_at_cuts && !s->cut) return false;
    if (s->depth < 3 || n->eval < s->beta || (n - 1)->move == NULL_MOVE || n->excluded)
        return false;
    if (n->ply < w->null_move_min_ply || !has_pieces(&n->pos) || score_is_decided(s->beta))
        return false;
    if (n->pos.rules->traits.finish & n->pos.board.role[KING]) return false;
    if (s->found && s->hit.bound == BOUND_UPPER && s->hit.score < s->beta) return false;
    int ahead = (n->eval - s->beta) / p->null_eval_div;
    int reduction = p->null_base + s->depth / p->null_depth_div + (ahead < 3 ? ahead : 3);
    search_play(w, n, NULL_MOVE);
    *score = -search_node(w, n + 1, -s->beta, -s->beta + 1, s->depth - reduction, !s->cut);
    if (search_is_stopped(w)) return true;
    if (*score < s->beta) return false;
    if (score_is_decided(*score)) *score = s->beta;
    if (s->depth < 14 || w->null_move_min_ply) return true;
    w->null_move_min_ply = n->ply + (s->depth - reduction) * 3 / 4;
    Score verified = search_node(w, n, s->beta - 1, s->beta, s->depth - reduction, false);
    w->null_move_min_ply = 0;
    return verified >= s->beta || search_is_stopped(w);
}

/* ProbCut: a capture that exceeds beta by a margin at reduced depth will exceed beta at full
 * depth. */
static bool probcut(SearchWorker *w, SearchNode *n, NodeState *s, Score *score) {
    Score target = s->beta + w->shared->params.probcut_margin;
    if (s->depth < 5 || score_is_decided(s->beta) || n->excluded) return false;
    if (s->found && s->hit.depth >= s->depth - 3 && s->hit.score < target) return false;
    MovePicker picker;
    Move move;
    move_picker_init_noisy(&picker, w, n, s->found ? s->hit.move : NO_MOVE, target - n->eval);
    while ((move = move_picker_next(&picker))) {
        search_prefetch(w, n, move);
        search_play(w, n, move);
        *score = -quiesce(w, n + 1, -target, -target + 1);
        if (*score >= target)
            *score = -search_node(w, n + 1, -target, -target + 1, s->depth - 4, !s->cut);
        if (search_is_stopped(w)) return true;
        if (*score < target) continue;
        s->best_move = move;
        store_tt(w, n, s, *score, BOUND_LOWER, s->depth - 3);
        return true;
    }
    return false;
}

/* Should this move be skipped? Late move, futility, history and SEE pruning. */
static bool prune_move(SearchWorker *w, SearchNode *n, NodeState *s, MovePicker *picker,
                       const Candidate *c) {
    const SearchParams *p = &w->shared->params;
    if (s->root || s->best <= -SCORE_TABLE_BOUND || !has_pieces(&n->pos)) return false;
    if (n->pos.rules->traits.finish && piece_role(n->pos.piece[move_from(c->move)]) == KING &&
        rules_king_approaches_finish(n->pos.rules, move_from(c->move), move_to(c->move)))
        return false; // king moves towards the goal decide a race
    int depth = s->depth;
    int index = s->count < 63 ? s->count : 63;
    int reduced = depth - w->shared->reductions[c->noisy][depth < 63 ? depth : 63][index] / 1024;
    if (reduced < 0) reduced = 0;
    if (!c->noisy && s->count >= (p->lmp_base + depth * depth) / (s->improving ? 1 : 2))
        picker->skip_quiet = true;
    if (c->checks) return false; // a check may begin a sacrificial attack
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

/* Singular extension: by how much to extend the table's move. A search of all other moves, with a
 * window below the table's score by a margin, shows whether they are clearly worse. With *cut_score
 * set the node is cut (multi-cut). */
static int singular_extension(SearchWorker *w, SearchNode *n, NodeState *s, Move move,
                              Score *cut_score) {
    const SearchParams *p = &w->shared->params;
    if (n->excluded || !s->found || move != s->hit.move) return 0;
    if (s->depth < p->singular_depth || s->hit.depth < s->depth - 3) return 0;
    if (s->hit.bound == BOUND_UPPER || score_is_decided(s->hit.score)) return 0;
    if (n->ply >= 2 * w->depth) return 0;
    int margin = p->singular_margin + (s->hit.pv && !s->pv ? p->singular_line : 0);
    Score limit = s->hit.score - s->depth * margin / 16;
    n->excluded = move;
    Score others_score = search_node(w, n, limit - 1, limit, (s->depth - 1) / 2, s->cut);
    n->excluded = NO_MOVE;
    if (search_is_stopped(w)) {
        *cut_score = others_score;
        return 0;
    }
    if (others_score < limit) {
        bool clear = !s->pv && others_score < limit - p->double_margin &&
                     n->double_extensions < p->double_limit;
        if (clear) n->double_extensions++;
        bool alone =
            clear && others_score < limit - p->triple_margin && !move_is_noisy(&n->pos, move);
        return 1 + clear + alone;
    }
    if (others_score >= s->beta && !score_is_decided(others_score)) { // several moves beat beta
        *cut_score = others_score;
        return 0;
    }
    if (s->hit.score >= s->beta) return -2 + s->pv;
    return s->cut ? -1 : 0;
}

static int reduction_of(const SearchWorker *w, const SearchNode *n, const NodeState *s,
                        const Candidate *c) {
    const SearchParams *p = &w->shared->params;
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

/* The bonus and the malus of a history entry after a search of this depth. */
static int bonus_at(const SearchParams *p, int depth) {
    return at_most(p->history_bonus_mul * depth, p->history_bonus_max);
}
static int malus_at(const SearchParams *p, int depth) {
    return at_most(p->history_malus_mul * depth, p->history_malus_max);
}

/* Updates the continuation histories: the move as a reply to earlier moves. */
static void reward_reply(SearchNode *n, Move move, int bonus) {
    Square to = move_to(move);
    Piece piece = n->pos.piece[move_from(move)];
    static const int BACK[] = {1, 2, 4};
    for (int i = 0; i < 3; i++) history_add(&(*(n - BACK[i])->continuation)[piece][to], bonus);
}

static void reward_quiet(SearchWorker *w, SearchNode *n, Move move, int bonus) {
    history_add(history_quiet_entry(w, n, move), bonus);
    reward_reply(n, move, bonus);
}

/* Updates the continuation histories after a reduced move failed high and was searched again. */
static void reward_research(const SearchWorker *w, SearchNode *n, const NodeState *s,
                            const Candidate *c, Score score) {
    const SearchParams *p = &w->shared->params;
    if (c->noisy || search_is_stopped(w)) return;
    if (score >= s->beta) reward_reply(n, c->move, bonus_at(p, s->depth));
    if (score <= s->alpha) reward_reply(n, c->move, -malus_at(p, s->depth));
}

/* Searches the move just played: first reduced (late move reductions), then deeper if it fails
 * high. */
static Score search_move(SearchWorker *w, SearchNode *n, NodeState *s, const Candidate *c,
                         int extension) {
    const SearchParams *p = &w->shared->params;
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
            reward_research(w, n, s, c, score);
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

/* Updates killers and histories after a cut-off: a bonus for the move, a malus for those searched
 * before. */
static void update_histories(SearchWorker *w, SearchNode *n, const NodeState *s,
                             const TriedMoves *t) {
    const SearchParams *p = &w->shared->params;
    int bonus = bonus_at(p, s->depth), malus = malus_at(p, s->depth);
    if (!move_is_noisy(&n->pos, s->best_move)) {
        if (n->killers[0] != s->best_move) {
            n->killers[1] = n->killers[0];
            n->killers[0] = s->best_move;
        }
        Square last = move_to((n - 1)->move);
        if (has_prior_move(n)) w->histories->counter[n->pos.piece[last]][last] = s->best_move;
        if (s->depth > 2 || t->quiet_count > 1) reward_quiet(w, n, s->best_move, bonus);
        for (int i = 0; i < t->quiet_count; i++)
            if (t->quiets[i] != s->best_move) reward_quiet(w, n, t->quiets[i], -malus);
    } else {
        history_add(history_noisy_entry(w, n, s->best_move), bonus);
    }
    for (int i = 0; i < t->noisy_count; i++)
        if (t->noisies[i] != s->best_move)
            history_add(history_noisy_entry(w, n, t->noisies[i]), -malus);
}

static void note_tried(TriedMoves *t, Move move, bool noisy) {
    if (noisy && t->noisy_count < 32) t->noisies[t->noisy_count++] = move;
    if (!noisy && t->quiet_count < 64) t->quiets[t->quiet_count++] = move;
}

/* Reports the current root move, once the search has run for three seconds. */
static void report_root_move(const SearchWorker *w, Move move, int number) {
    const SearchShared *s = w->shared;
    if (w->id != 0 || !s->on_root_move || clock_ns() - s->started < 3000000000) return;
    s->on_root_move(s->listener_context, w->depth, move, number);
}

/* If the search scored the first move of a proved mate lower than the mate, uses the mate's score
 * and line. */
static Score raise_to_proven_score(const SearchWorker *w, SearchNode *n, const RootMove *root,
                                   Score score) {
    if (score >= root->proven_score) return score;
    const SearchLine *mate = &w->shared->mate;
    (n + 1)->pv.count = mate->count - 1;
    for (int i = 1; i < mate->count; i++) (n + 1)->pv.moves[i - 1] = mate->moves[i];
    return root->proven_score;
}

static void update_root(SearchWorker *w, SearchNode *n, NodeState *s, RootMove *root, Score score,
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

/* Updates best score, alpha and PV with a move's score; true on a beta cut-off. */
static bool accept(SearchNode *n, NodeState *s, Move move, Score score) {
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

/* Root moves come in the order of the last iteration, others from the move picker. */
static Move next_move(SearchWorker *w, NodeState *s, MovePicker *picker) {
    if (!s->root) return move_picker_next(picker);
    int i = w->pv_index + s->count;
    return i < w->root_count ? w->root_moves[i].move : NO_MOVE;
}

static Candidate candidate_of(SearchWorker *w, const SearchNode *n, const CheckInfo *checks,
                              Move move) {
    bool noisy = move_is_noisy(&n->pos, move);
    return (Candidate){
        .move = move,
        .noisy = noisy,
        .checks = check_info_gives_check(checks, &n->pos, move),
        .history = noisy ? *history_noisy_entry(w, n, move) : history_quiet_score(w, n, move),
    };
}

/* The root move that is being searched; NULL at other nodes. If it has a proven score, raises alpha
 * to just below it, since lower scores are impossible. */
static RootMove *begin_root_move(SearchWorker *w, NodeState *s) {
    if (!s->root) return NULL;
    RootMove *root = &w->root_moves[w->pv_index + s->count - 1];
    if (s->alpha < root->proven_score) s->alpha = root->proven_score - 1;
    report_root_move(w, root->move, w->pv_index + s->count);
    return root;
}

/* Searches all moves of a node. Returns false if the search was stopped or the node was cut by
 * multi-cut; *cut_score is then the score. */
static bool search_moves(SearchWorker *w, SearchNode *n, NodeState *s, Score *cut_score) {
    MovePicker picker;
    Move move;
    const Board *b = &n->pos.board;
    CheckInfo checks = {.king = NO_SQUARE};
    if (n->pos.rules->traits.checks) checks = check_info_make(b, (Color)b->turn, board_occupied(b));
    TriedMoves tried;
    tried.quiet_count = tried.noisy_count = 0;
    move_picker_init(&picker, w, n, s->found ? s->hit.move : NO_MOVE);
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
        int double_extensions = n->double_extensions;
        int extension = s->root ? c.checks : singular_extension(w, n, s, move, cut_score);
        if (*cut_score != SCORE_NONE) return false;
        uint64_t before = atomic_load_explicit(&w->nodes, memory_order_relaxed);
        RootMove *root = begin_root_move(w, s);
        search_play(w, n, move);
        Score score = search_move(w, n, s, &c, extension);
        n->double_extensions = double_extensions;
        if (search_is_stopped(w)) {
            *cut_score = SCORE_DRAW;
            return false;
        }
        if (root) {
            score = raise_to_proven_score(w, n, root, score);
            update_root(w, n, s, root, score, before);
        }
        note_tried(&tried, move, c.noisy);
        if (accept(n, s, move, score)) {
            update_histories(w, n, s, &tried);
            break;
        }
    }
    return true;
}

/* Stores the result of a node in the transposition table and in the correction history. */
static void finish_node(SearchWorker *w, SearchNode *n, NodeState *s) {
    Bound bound = s->best >= s->beta          ? BOUND_LOWER
                  : s->best > s->alpha_before ? BOUND_EXACT
                                              : BOUND_UPPER;
    if (s->root && w->pv_index > 0) return;
    store_tt(w, n, s, s->best, bound, s->depth);
    bool quiet = !s->best_move || !move_is_noisy(&n->pos, s->best_move);
    bool is_informative =
        bound == BOUND_EXACT || (bound == BOUND_LOWER ? s->best > n->eval : s->best < n->eval);
    if (!n->check && quiet && is_informative && !score_is_decided(s->best))
        history_correct(w->histories, &n->pos, follow_slot(n), s->depth, s->best - n->raw_eval);
}

static bool prior_move_was_quiet(const SearchNode *n) {
    return has_prior_move(n) && n->ply > 0 && !move_is_noisy(&(n - 1)->pos, (n - 1)->move);
}

/* All moves failed low, so the opponent's last move was good: gives it a history bonus. */
static void reward_prior_move(SearchWorker *w, SearchNode *n, const NodeState *s) {
    const SearchParams *p = &w->shared->params;
    if (s->best > s->alpha_before || !prior_move_was_quiet(n)) return;
    reward_quiet(w, n - 1, (n - 1)->move, bonus_at(p, s->depth) * p->prior_bonus / 100);
}

/* Gives the last quiet move a history bonus or malus by the change of the static evaluation. */
static void reward_eval_gain(SearchWorker *w, SearchNode *n) {
    const SearchParams *p = &w->shared->params;
    if (n->check || (n - 1)->eval == SCORE_NONE || !prior_move_was_quiet(n)) return;
    int bonus = -(n->eval + (n - 1)->eval) * p->shift_bonus;
    if (bonus < -p->shift_max) bonus = -p->shift_max;
    history_add(history_quiet_entry(w, n - 1, (n - 1)->move), at_most(bonus, p->shift_max));
}

/* Pruning of the whole node before its moves are searched. */
static bool prune_node(SearchWorker *w, SearchNode *n, NodeState *s, Score *score) {
    if (s->pv || n->check || n->excluded || score_is_decided(s->alpha)) return false;
    return razor(w, n, s, score) || reverse_futility(w, n, s, score) || null_move(w, n, s, score) ||
           probcut(w, n, s, score);
}

static bool is_improving(const SearchNode *n) {
    if (n->check) return false;
    if ((n - 2)->eval != SCORE_NONE) return n->eval > (n - 2)->eval;
    return (n - 4)->eval == SCORE_NONE || n->eval > (n - 4)->eval;
}

/* Hindsight reductions: corrects the depth by the reduction of the move that led here, now that its
 * position is evaluated. One ply more after a large reduction if the opponent's evaluation did not
 * get worse; one ply less if the side to move is well ahead. */
static int hindsight(const SearchNode *n, int depth) {
    enum { DEEPEN_FROM = 3, REDUCE_FROM = 2, WELL_OFF = 120 };
    int reduction = (n - 1)->reduction;
    if (n->check || (n - 1)->eval == SCORE_NONE) return 0;
    if (reduction >= DEEPEN_FROM && !opponent_is_worsening(n)) return 1;
    return reduction >= REDUCE_FROM && depth >= 2 && n->eval + (n - 1)->eval > WELL_OFF ? -1 : 0;
}

static Score search_node(SearchWorker *w, SearchNode *n, Score alpha, Score beta, int depth,
                         bool cut) {
    if (depth <= 0) return quiesce(w, n, alpha, beta);
    NodeState s = {.alpha = alpha,
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
    if (!s.root) { // mate distance pruning, and a draw by repetition may be available
        if (s.alpha < -SCORE_MATE + n->ply) s.alpha = -SCORE_MATE + n->ply;
        if (s.beta > SCORE_MATE - n->ply) s.beta = SCORE_MATE - n->ply;
        if (s.alpha < SCORE_DRAW && search_can_repeat(w, n)) s.alpha = SCORE_DRAW;
        if (s.alpha >= s.beta) return s.alpha;
    }
    s.alpha_before = s.alpha;
    s.found = !n->excluded && tt_probe(w->shared->tt, n->pos.key, n->ply, &s.hit);
    if (tt_cutoff(&s, n)) return s.hit.score;
    if (probe_tablebases(w, n, &s, &score)) return score;
    if (!n->excluded) {
        search_static_eval(w, n, s.found ? &s.hit : NULL);
        reward_eval_gain(w, n);
    }
    s.improving = is_improving(n);
    if (!s.root && !n->excluded) s.depth += hindsight(n, depth);
    if (prune_node(w, n, &s, &score)) return score;
    // internal iterative reduction: without a table move the ordering is poor, so search less
    if (s.depth >= 4 && (s.pv || s.cut) && (!s.found || !s.hit.move) && !n->excluded) s.depth--;
    if (!search_moves(w, n, &s, &score)) return score;
    if (s.count == 0) {
        if (n->excluded) return s.alpha;
        return n->check ? -SCORE_MATE + n->ply : SCORE_DRAW;
    }
    if (!n->excluded) {
        finish_node(w, n, &s);
        reward_prior_move(w, n, &s);
    }
    return s.best;
}

Score search_root(SearchWorker *w, Score alpha, Score beta, int depth) {
    return search_node(w, &w->stack[STACK_BEFORE], alpha, beta, depth, false);
}
