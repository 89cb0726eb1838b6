// SPDX-License-Identifier: MIT
#include "search/engine.h"

#include "base/os/clock.h"
#include "base/os/platform.h"
#include "base/rng.h"
#include "base/thread/thread.h"
#include "eval/evaluators.h"
#include "search/move_picker.h"
#include "search/skill.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

const EngineOptions ENGINE_DEFAULTS = {
    .threads = 1, .hash_mb = 16, .multipv = 1, .skill = ENGINE_SKILL_MAX};

struct Engine {
    EngineOptions options;
    Evaluators evaluators;
    SearchParams params[EVALUATION_KINDS];
    SearchShared shared;
    MateProber mate_prober;
    Position position;
    Key keys[KEYS_MAX]; // of the positions of the game so far, including the current one
    int key_count;
    SearchLimits limits;
    MoveList search_moves;
    bool root_is_solved; // the root is in a tablebase:
    int outcome;         // 1 win, 0 draw, -1 loss for the side to move
    bool no_memory;      // memory ran out during the search
    SearchListener listener;
    Move reported_move; // the first move of the best line reported last
    SearchResult result;
    Rng rng;
    pthread_t search_thread;
    bool started; // search_thread must be joined
    atomic_bool searching;
    pthread_mutex_t mutex;
    pthread_cond_t released; // signalled by stop and ponderhit
};

/* The evaluator's state is kept between searches: engine_clear() does not clear its caches. */
static void set_evaluator(SearchWorker *w, const Evaluator *evaluator) {
    if (w->evaluator == evaluator) return;
    if (w->evaluator) w->evaluator->state_free(w->state);
    w->evaluator = evaluator;
    w->state = evaluator ? evaluator->state_new(evaluator) : NULL;
}

static void worker_free(SearchWorker *w) {
    if (!w) return;
    set_evaluator(w, NULL);
    free(w->histories);
    free(w);
}

static SearchWorker *worker_new(SearchShared *shared, int id) {
    SearchWorker *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->shared = shared;
    w->id = id;
    w->histories = calloc(1, sizeof *w->histories);
    if (w->histories) return w;
    worker_free(w);
    return NULL;
}

static void free_workers(SearchWorker **workers, int count) {
    for (int i = 0; i < count; i++) worker_free(workers[i]);
    free(workers);
    platform_trim_heap(); // hundreds of workers take more than a gigabyte
}

static SearchWorker **new_workers(SearchShared *shared, int count) {
    SearchWorker **workers = calloc((size_t)count, sizeof *workers);
    if (!workers) return NULL;
    for (int i = 0; i < count; i++)
        if (!(workers[i] = worker_new(shared, i))) {
            free_workers(workers, count);
            return NULL;
        }
    return workers;
}

Engine *engine_new(void) {
    Engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    engine_reset_params(e);
    evaluators_init(&e->evaluators);
    pthread_mutex_init(&e->mutex, NULL);
    pthread_cond_init(&e->released, NULL);
    if (engine_configure(e, &ENGINE_DEFAULTS)) return e;
    engine_free(e);
    return NULL;
}

void engine_free(Engine *e) {
    if (!e) return;
    engine_stop(e);
    engine_wait(e);
    engine_set_mate_prober(e, (MateProber){0});
    tt_free(e->shared.tt);
    if (e->shared.workers) free_workers(e->shared.workers, e->shared.worker_count);
    evaluators_free(&e->evaluators);
    pthread_cond_destroy(&e->released);
    pthread_mutex_destroy(&e->mutex);
    free(e);
}

const EngineOptions *engine_options(const Engine *e) {
    return &e->options;
}
const Position *engine_position(const Engine *e) {
    return &e->position;
}

bool engine_configure(Engine *e, const EngineOptions *options) {
    engine_wait(e);
    TransTable *tt = e->shared.tt;
    SearchWorker **workers = e->shared.workers;
    if (!tt || options->hash_mb != e->options.hash_mb) {
        tt = tt_new(options->hash_mb);
        if (!tt) return false;
    }
    if (!workers || options->threads != e->options.threads) {
        workers = new_workers(&e->shared, options->threads);
        if (!workers) {
            if (tt != e->shared.tt) tt_free(tt);
            return false;
        }
    }
    if (tt != e->shared.tt) tt_free(e->shared.tt);
    if (workers != e->shared.workers && e->shared.workers)
        free_workers(e->shared.workers, e->shared.worker_count);
    e->shared.tt = tt;
    e->shared.workers = workers;
    e->shared.worker_count = options->threads;
    if (options->seed != e->options.seed) e->rng = rng_seeded(options->seed);
    e->options = *options;
    return true;
}

void engine_clear(Engine *e) {
    engine_wait(e);
    tt_clear(e->shared.tt, e->options.threads);
    for (int i = 0; i < e->shared.worker_count; i++)
        histories_clear(e->shared.workers[i]->histories);
}

void engine_set_position(Engine *e, const Position *start, const Move *moves, int count) {
    assert(start->rules && count >= 0);
    engine_wait(e);
    e->position = *start;
    e->key_count = 0;
    e->keys[e->key_count++] = start->key;
    for (int i = 0; i < count; i++) {
        position_play(&e->position, moves[i]);
        // only positions since the last capture or pawn move can repeat
        if (e->position.halfmove == 0) e->key_count = 0;
        if (e->key_count == KEYS_MAX) {
            memmove(e->keys, e->keys + 1, (KEYS_MAX - 1) * sizeof *e->keys);
            e->key_count--;
        }
        e->keys[e->key_count++] = e->position.key;
    }
}

const Evaluator *engine_evaluator(const Engine *e) {
    return evaluators_select(&e->evaluators, e->position.rules, e->options.classical);
}

/* Clears everything that depends on the old network: evaluator states and stored scores. */
const char *engine_load_network(Engine *e, const uint8_t *data, size_t size) {
    const char *fault = NULL;
    engine_wait(e);
    for (int i = 0; i < e->shared.worker_count; i++) set_evaluator(e->shared.workers[i], NULL);
    if (size == 0) {
        evaluators_free(&e->evaluators);
        evaluators_init(&e->evaluators);
    } else {
        fault = evaluators_load(&e->evaluators, data, size);
    }
    if (!fault) engine_clear(e);
    return fault;
}

void engine_set_tablebase_prober(Engine *e, TablebaseProber tablebases) {
    engine_wait(e);
    e->shared.tablebases = tablebases;
}

void engine_set_mate_prober(Engine *e, MateProber mate_prober) {
    engine_wait(e);
    if (e->mate_prober.free) e->mate_prober.free(e->mate_prober.context);
    e->mate_prober = mate_prober;
}

void engine_reset_params(Engine *e) {
    engine_wait(e);
    memcpy(e->params, SEARCH_PARAMS_DEFAULT, sizeof e->params);
}

bool engine_set_param(Engine *e, const char *name, int value) {
    bool known = false;
    engine_wait(e);
    for (int kind = 0; kind < EVALUATION_KINDS; kind++)
        known = search_params_set(&e->params[kind], name, value);
    return known;
}

/* Selects the parameters for the current game; recomputes the reduction table if they changed. */
static void update_params(Engine *e) {
    const SearchParams *params = &e->params[evaluation_kind(e->position.rules)];
    if (memcmp(&e->shared.params, params, sizeof *params) == 0) return;
    e->shared.params = *params;
    search_init_reductions(&e->shared);
}

static int64_t elapsed_us(const Engine *e) {
    return (clock_ns() - e->shared.started) / 1000;
}
static int64_t elapsed_ms(const Engine *e) {
    return elapsed_us(e) / 1000;
}

static void prepare_stack(SearchWorker *w, const Engine *e) {
    for (int i = 0; i < STACK_BEFORE + MAX_PLY + 4; i++) {
        SearchNode *n = &w->stack[i];
        n->move = n->excluded = n->killers[0] = n->killers[1] = NO_MOVE;
        n->continuation = &w->histories->continuation[NO_PIECE][0];
        n->corrections = &w->histories->follow_correction[NO_PIECE][0];
        n->eval = n->raw_eval = SCORE_NONE;
        n->cutoffs = n->reduction = n->double_extensions = n->pv.count = 0;
    }
    SearchNode *root = &w->stack[STACK_BEFORE];
    root->pos = e->position;
    root->ply = 0;
    root->check = e->position.rules->traits.checks && position_is_check(&e->position);
    assert(e->key_count > 0 && e->key_count <= KEYS_MAX);
    memcpy(w->keys, e->keys, (size_t)e->key_count * sizeof *w->keys);
    w->keys_before = e->key_count - 1;
}

/* The proven lower bound of a root move's score, given the known mate, if any. */
static Score proven_score_of(const SearchLine *mate, Move move) {
    return mate->count && mate->moves[0] == move ? SCORE_MATE - mate->count : -SCORE_INFINITE;
}

/* Resets the counters that are summed over all workers, also over those that stay idle. */
static void reset_worker(SearchWorker *w) {
    atomic_store_explicit(&w->nodes, 0, memory_order_relaxed);
    atomic_store_explicit(&w->tablebase_hits, 0, memory_order_relaxed);
    w->completed_depth = 0;
}

static void prepare_worker(SearchWorker *w, const Engine *e, const MoveList *moves) {
    assert(moves->count > 0 && moves->count <= MOVES_MAX);
    set_evaluator(w, engine_evaluator(e));
    w->null_move_min_ply = 0;
    w->root_count = moves->count;
    for (int i = 0; i < moves->count; i++)
        w->root_moves[i] =
            (RootMove){.move = moves->items[i],
                       .score = -SCORE_INFINITE,
                       .previous = -SCORE_INFINITE,
                       .proven_score = proven_score_of(&e->shared.mate, moves->items[i]),
                       .pv = {.count = 1, .moves = {moves->items[i]}}};
    prepare_stack(w, e);
}

/* A stable sort: moves that failed low keep their order. */
static void sort_roots(RootMove *root_moves, int count) {
    for (int i = 1; i < count; i++) {
        RootMove r = root_moves[i];
        int j = i;
        for (; j > 0 &&
               (r.score > root_moves[j - 1].score ||
                (r.score == root_moves[j - 1].score && r.previous > root_moves[j - 1].previous));
             j--)
            root_moves[j] = root_moves[j - 1];
        root_moves[j] = r;
    }
}

static uint64_t count_tablebase_hits(const SearchShared *s) {
    uint64_t sum = 0;
    for (int i = 0; i < s->worker_count; i++)
        sum += atomic_load_explicit(&s->workers[i]->tablebase_hits, memory_order_relaxed);
    return sum;
}

/* The tablebase result of the root replaces the score of the search, except for a mate. */
static Score tablebase_score(const Engine *e, Score score) {
    if (!e->root_is_solved || score_is_mate(score)) return score;
    return e->outcome * SCORE_TABLE_WIN;
}

static void report_line(Engine *e, const SearchWorker *w, int index, Score score, Bound bound,
                        int depth) {
    if (!e->listener.info) return;
    const RootMove *r = &w->root_moves[index];
    SearchInfo info = {
        .depth = depth,
        .seldepth = r->seldepth ? r->seldepth : depth,
        .multipv = index + 1,
        .score = tablebase_score(e, score),
        .bound = bound,
        .nodes = search_total_nodes(&e->shared),
        .tablebase_hits = count_tablebase_hits(&e->shared),
        .time_ms = elapsed_ms(e),
        .fullness = tt_fullness(e->shared.tt),
        .line = r->pv.moves,
        .length = r->pv.count,
    };
    if (index == 0) e->reported_move = r->move;
    e->listener.info(e->listener.context, &info);
}

/* Half the width of the first aspiration window: the larger the score, the more it varies between
 * iterations. */
static int first_delta(const SearchParams *p, Score previous) {
    int swing = previous * previous / p->aspiration_score;
    return p->aspiration_delta + (swing < 500 ? swing : 500);
}

/* Aspiration windows: widens a window around the last score until the score lies inside. */
static Score aspirate(Engine *e, SearchWorker *w, int depth) {
    Score previous = w->root_moves[w->pv_index].previous;
    int delta = first_delta(&w->shared->params, previous);
    Score alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    bool windowed = depth >= 4 && previous > -SCORE_TABLE_BOUND && previous < SCORE_TABLE_BOUND;
    if (windowed) {
        alpha = previous - delta;
        beta = previous + delta;
    }
    int reduced = 0;
    for (;;) {
        int at = depth - reduced > 1 ? depth - reduced : 1;
        Score score = search_root(w, alpha, beta, at);
        sort_roots(w->root_moves + w->pv_index, w->root_count - w->pv_index);
        if (atomic_load_explicit(&w->shared->stop, memory_order_relaxed)) return score;
        if (score > alpha && score < beta) return score;
        bool low = score <= alpha;
        if (w->id == 0 && elapsed_ms(e) > 3000)
            report_line(e, w, w->pv_index, score, low ? BOUND_UPPER : BOUND_LOWER, depth);
        if (low) {
            beta = (alpha + beta) / 2;
            alpha = score - delta > -SCORE_INFINITE ? score - delta : -SCORE_INFINITE;
            reduced = 0;
        } else {
            beta = score + delta < SCORE_INFINITE ? score + delta : SCORE_INFINITE;
            if (reduced < 3) reduced++;
        }
        delta += delta / 2;
        if (delta > 500) {
            alpha = -SCORE_INFINITE;
            beta = SCORE_INFINITE;
        }
    }
}

/* Searches one iteration: the best lines (MultiPV), one after another. False if it was stopped. */
static bool iterate(Engine *e, SearchWorker *w, int depth, int lines) {
    w->depth = depth;
    for (int i = 0; i < w->root_count; i++) w->root_moves[i].previous = w->root_moves[i].score;
    for (w->pv_index = 0; w->pv_index < lines; w->pv_index++) {
        w->seldepth = 0;
        aspirate(e, w, depth);
        sort_roots(w->root_moves, w->pv_index + 1);
        if (atomic_load_explicit(&w->shared->stop, memory_order_relaxed)) return false;
    }
    w->completed_depth = depth;
    if (w->id == 0)
        for (int i = 0; i < lines; i++)
            report_line(e, w, i, w->root_moves[i].score, BOUND_EXACT, depth);
    return true;
}

/* What the main thread tracks from one iteration to the next. */
typedef struct {
    Move best;
    int stable;
    Score first, last;
} IterationTrend;

static bool is_mate_found(const SearchLimits *limits, Score score) {
    if (!limits->mate || !score_is_mate(score)) return false;
    int moves = score_mate_moves(score);
    return moves > 0 ? moves <= limits->mate : -moves <= limits->mate;
}

static bool should_stop_deepening(Engine *e, SearchWorker *w, IterationTrend *trend, int depth) {
    const SearchLimits *limits = &e->limits;
    const RootMove *best = &w->root_moves[0];
    trend->stable = best->move == trend->best ? trend->stable + 1 : 0;
    int drop = depth > 5 ? trend->last - best->score : 0;
    trend->best = best->move;
    trend->last = best->score;
    if (is_mate_found(limits, best->score)) return true;
    if (limits->depth && depth >= limits->depth) return true;
    if (limits->infinite || atomic_load_explicit(&e->shared.pondering, memory_order_relaxed))
        return false;
    if (limits->nodes && search_total_nodes(&e->shared) >= limits->nodes) return true;
    if (limits->soft_nodes && search_total_nodes(&e->shared) >= limits->soft_nodes) return true;
    if (e->shared.plan.soft < 0) return false;
    if (limits->has_clock && w->root_count == 1 && depth >= 4) return true;
    uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed);
    double share = nodes ? (double)best->nodes / (double)nodes : 1;
    if (limits->movetime_ms) return elapsed_us(e) >= e->shared.plan.soft;
    return elapsed_us(e) >=
           time_plan_soft(&e->shared.plan, &e->shared.params, trend->stable, drop, share);
}

static void iterative_deepening(Engine *e, SearchWorker *w) {
    IterationTrend trend = {0};
    int lines = e->options.multipv < w->root_count ? e->options.multipv : w->root_count;
    if (w->id == 0) lines = skill_lines(&e->options, lines, w->root_count);
    int deepest = e->limits.depth ? e->limits.depth : MAX_PLY - 2;
    for (int depth = 1; depth <= deepest && depth < MAX_PLY - 1; depth++) {
        if (!iterate(e, w, depth, w->id == 0 ? lines : 1)) break;
        if (w->id != 0) continue;
        if (search_is_stop_requested(w->shared) || should_stop_deepening(e, w, &trend, depth))
            break;
    }
}

typedef struct {
    Engine *engine;
    SearchWorker *worker;
    pthread_t thread;
    bool running;
} HelperThread;

static void *helper_main(void *argument) {
    HelperThread *h = argument;
    iterative_deepening(h->engine, h->worker);
    return NULL;
}

/* Selects the worker whose move is played: the first, unless another has a better score at no
 * smaller depth. */
static const SearchWorker *select_best_worker(const SearchShared *s) {
    const SearchWorker *best = s->workers[0];
    for (int i = 1; i < s->worker_count; i++) {
        const SearchWorker *w = s->workers[i];
        if (w->completed_depth == 0) continue;
        bool deeper = w->completed_depth > best->completed_depth;
        bool better = w->root_moves[0].score > best->root_moves[0].score;
        if (better && (deeper || w->completed_depth == best->completed_depth)) best = w;
    }
    return best;
}

/* The number of threads that is worth starting in the time available. */
static int workers_worth_starting(const SearchShared *s) {
    enum { THREAD_US = 200 };
    if (s->plan.hard < 0 || atomic_load_explicit(&s->pondering, memory_order_relaxed))
        return s->worker_count;
    int64_t most = 1 + s->plan.hard / THREAD_US;
    return most < s->worker_count ? (int)most : s->worker_count;
}

/* An infinite search must not return before it is stopped, nor pondering before ponderhit. */
static void wait_for_release(Engine *e) {
    const SearchShared *s = &e->shared;
    pthread_mutex_lock(&e->mutex);
    while (!atomic_load(&s->stop_requested) && (e->limits.infinite || atomic_load(&s->pondering)))
        pthread_cond_wait(&e->released, &e->mutex);
    pthread_mutex_unlock(&e->mutex);
}

static void run_workers(Engine *e, const MoveList *moves) {
    SearchShared *s = &e->shared;
    int count = workers_worth_starting(s);
    HelperThread *helpers = calloc((size_t)s->worker_count, sizeof *helpers);
    for (int i = 0; i < s->worker_count; i++) reset_worker(s->workers[i]);
    for (int i = 0; i < count; i++) prepare_worker(s->workers[i], e, moves);
    for (int i = 1; helpers && i < count; i++) {
        helpers[i] = (HelperThread){.engine = e, .worker = s->workers[i]};
        helpers[i].running = thread_start(&helpers[i].thread, helper_main, &helpers[i]);
        e->no_memory |= !helpers[i].running;
    }
    e->no_memory |= !helpers && count > 1;
    iterative_deepening(e, s->workers[0]);
    wait_for_release(e);
    atomic_store(&s->stop, true);
    for (int i = 1; helpers && i < s->worker_count; i++)
        if (helpers[i].running) pthread_join(helpers[i].thread, NULL);
    free(helpers);
}

/* The expected reply: the second move of the line, or the transposition table's move. */
static Move ponder_move(const Engine *e, const RootMove *root) {
    if (root->pv.count > 1) return root->pv.moves[1];
    Position next = e->position;
    TTHit hit;
    position_play(&next, root->move);
    if (tt_probe(e->shared.tt, next.key, 0, &hit) && hit.move && position_is_legal(&next, hit.move))
        return hit.move;
    return NO_MOVE;
}

static void finish_search(Engine *e) {
    const SearchShared *s = &e->shared;
    const SearchWorker *main_worker = s->workers[0];
    const SearchWorker *w = e->options.multipv == 1 && e->options.skill == ENGINE_SKILL_MAX
                                ? select_best_worker(s)
                                : main_worker;
    const RootMove *root = &w->root_moves[0];
    // if the search was stopped in the first iteration there may be no score yet
    Score score = root->score == -SCORE_INFINITE ? SCORE_DRAW : root->score;
    if (w != main_worker || root->move != e->reported_move)
        report_line(e, w, 0, score, BOUND_EXACT, w->completed_depth ? w->completed_depth : 1);
    if (e->options.skill < ENGINE_SKILL_MAX)
        root = skill_choose(&e->options, e->position.rules, w->root_moves, w->root_count, &e->rng);
    e->result = (SearchResult){.best = root->move,
                               .ponder = ponder_move(e, root),
                               .score = tablebase_score(e, score),
                               .depth = w->completed_depth,
                               .nodes = search_total_nodes(s),
                               .time_ms = elapsed_ms(e),
                               .no_memory = e->no_memory};
}

/* No legal move: reports the result of the game. An infinite search still waits to be stopped. */
static void finish_without_moves(Engine *e) {
    Outcome outcome = e->position.rules->outcome(&e->position.board);
    Color us = position_turn(&e->position);
    Score score = outcome.winner == NO_COLOR ? SCORE_DRAW
                  : outcome.winner == us     ? SCORE_MATE
                                             : -SCORE_MATE;
    SearchInfo info = {.score = score, .bound = BOUND_EXACT, .multipv = 1};
    if (e->listener.info) e->listener.info(e->listener.context, &info);
    wait_for_release(e);
    e->result = (SearchResult){.score = score};
}

/* Sorts moves by their squares from the mover's view, so that mirrored positions give the same
 * order. */
static void sort_moves(MoveList *list, Move flip) {
    for (int i = 1; i < list->count; i++) {
        Move move = list->items[i];
        int j = i;
        for (; j > 0 && (list->items[j - 1] ^ flip) > (move ^ flip); j--)
            list->items[j] = list->items[j - 1];
        list->items[j] = move;
    }
}

/* Drops the moves that are not in `search_moves`; false, and drops nothing, if none would be
 * left. */
static bool keep_only(MoveList *moves, const MoveList *search_moves) {
    MoveList kept = {.count = 0};
    for (int i = 0; i < moves->count; i++)
        if (movelist_has(search_moves, moves->items[i])) kept.items[kept.count++] = moves->items[i];
    if (kept.count) *moves = kept;
    return kept.count > 0;
}

static bool has_repeated(const Engine *e) {
    for (int i = 0; i < e->key_count; i++)
        for (int j = i + 4; j < e->key_count; j += 2)
            if (e->keys[i] == e->keys[j]) return true;
    return false;
}

/* Keeps only the root moves that the tablebases select. With MultiPV all moves are kept: the user
 * wants to see worse moves too. */
static void filter_by_tablebases(Engine *e, MoveList *moves) {
    const TablebaseProber *tablebases = &e->shared.tablebases;
    TablebaseRootResult verdict;
    e->root_is_solved = false;
    if (!tablebases->root || e->options.multipv > 1 || e->options.skill < ENGINE_SKILL_MAX) return;
    if (popcount(board_occupied(&e->position.board)) > tablebases->max_men) return;
    if (!tablebases->root(tablebases->context, &e->position, has_repeated(e), &verdict)) return;
    e->root_is_solved = keep_only(moves, &verdict.best);
    e->outcome = verdict.result;
}

static void list_root_moves(Engine *e, MoveList *out) {
    position_legal_moves(&e->position, out);
    sort_moves(out, mirror_move_mask(position_turn(&e->position)));
    if (e->limits.search_moves && e->limits.search_moves->count) keep_only(out, &e->search_moves);
    filter_by_tablebases(e, out);
    for (int i = out->count - 1; e->options.shuffle && i > 0; i--) {
        int j = (int)rng_below(&e->rng, (uint32_t)i + 1);
        Move swap = out->items[i];
        out->items[i] = out->items[j];
        out->items[j] = swap;
    }
}

static void move_to_front(MoveList *moves, Move move) {
    int i = 0;
    while (i < moves->count && moves->items[i] != move) i++;
    if (i == moves->count) return;
    memmove(moves->items + 1, moves->items, (size_t)i * sizeof *moves->items);
    moves->items[0] = move;
}

/* Runs the mate prober; the first move of a mate it finds is searched first. */
static void probe_mate(Engine *e, MoveList *moves) {
    SearchLine *mate = &e->shared.mate;
    mate->count = 0;
    if (e->root_is_solved || e->options.skill < ENGINE_SKILL_MAX) return;
    MateProbeQuery query = {.pos = &e->position,
                            .keys = e->keys,
                            .key_count = e->key_count,
                            .limits = &e->limits,
                            .soft_ms = e->shared.plan.soft < 0 ? -1 : e->shared.plan.soft / 1000,
                            .nodes_per_ms = e->shared.params.mate_probe_nodes_per_ms,
                            .stop = &e->shared.stop_requested,
                            .no_memory = &e->no_memory};
    if (e->mate_prober.probe && e->mate_prober.probe(e->mate_prober.context, &query, mate))
        move_to_front(moves, mate->moves[0]);
}

static void *search_thread_main(void *argument) {
    Engine *e = argument;
    MoveList moves;
    tt_new_search(e->shared.tt);
    list_root_moves(e, &moves);
    if (moves.count == 0) {
        finish_without_moves(e);
    } else {
        probe_mate(e, &moves);
        run_workers(e, &moves);
        finish_search(e);
    }
    SearchListener listener = e->listener;
    SearchResult result = e->result;
    atomic_store(&e->searching, false);
    if (listener.done) listener.done(listener.context, &result);
    return NULL;
}

void engine_seed(Engine *e, uint64_t seed) {
    engine_wait(e);
    e->rng = rng_seeded(seed);
}

/* Sets up a search; the caller runs search_thread_main(). */
static void prepare_search(Engine *e, const SearchLimits *limits, const SearchListener *listener) {
    engine_wait(e);
    e->limits = *limits;
    if (limits->search_moves) {
        e->search_moves = *limits->search_moves;
        e->limits.search_moves = &e->search_moves;
    }
    update_params(e);
    skill_limit(&e->options, e->position.rules, &e->limits);
    e->listener = listener ? *listener : (SearchListener){0};
    e->reported_move = NO_MOVE;
    e->no_memory = false;
    e->shared.on_root_move = e->listener.root_move;
    e->shared.listener_context = e->listener.context;
    e->shared.limits = &e->limits;
    e->shared.started = clock_ns();
    e->shared.plan =
        limits->infinite ? (TimePlan){-1, -1} : time_plan(&e->limits, position_turn(&e->position));
    atomic_store(&e->shared.stop_requested, !limits->ponder && limits_stop_requested(limits));
    atomic_store(&e->shared.stop, false);
    atomic_store(&e->shared.pondering, limits->ponder);
    atomic_store(&e->searching, true);
}

bool engine_start(Engine *e, const SearchLimits *limits, const SearchListener *listener) {
    prepare_search(e, limits, listener);
    e->started = thread_start(&e->search_thread, search_thread_main, e);
    if (!e->started) atomic_store(&e->searching, false);
    return e->started;
}

static void signal_release(Engine *e) {
    pthread_mutex_lock(&e->mutex);
    pthread_cond_broadcast(&e->released);
    pthread_mutex_unlock(&e->mutex);
}

void engine_stop(Engine *e) {
    atomic_store(&e->shared.stop_requested, true);
    atomic_store(&e->shared.pondering, false);
    signal_release(e);
}

void engine_ponderhit(Engine *e) {
    atomic_store(&e->shared.pondering, false);
    signal_release(e);
}

bool engine_is_stop_requested(const Engine *e) {
    return atomic_load(&e->shared.stop_requested);
}

bool engine_is_searching(const Engine *e) {
    return atomic_load(&e->searching);
}

SearchResult engine_wait(Engine *e) {
    if (e->started) pthread_join(e->search_thread, NULL);
    e->started = false;
    return e->result;
}

SearchResult engine_search(Engine *e, const SearchLimits *limits, const SearchListener *listener) {
    prepare_search(e, limits, listener);
    search_thread_main(e);
    return e->result;
}

void score_to_wdl(Score score, const Position *pos, int wdl[3]) {
    if (score_is_decided(score)) {
        wdl[0] = score > 0 ? 1000 : 0;
        wdl[1] = 0;
        wdl[2] = score > 0 ? 0 : 1000;
        return;
    }
    // the fewer pieces are left, the more a pawn is worth
    int men = popcount(board_occupied(&pos->board));
    double centre = 120 + 4 * men, width = 45 + 2 * men;
    double win = 1 / (1 + exp((centre - score) / width));
    double loss = 1 / (1 + exp((centre + score) / width));
    wdl[0] = (int)(1000 * win + 0.5);
    wdl[2] = (int)(1000 * loss + 0.5);
    wdl[1] = 1000 - wdl[0] - wdl[2];
}
