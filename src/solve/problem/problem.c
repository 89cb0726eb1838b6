// SPDX-License-Identifier: MIT
#include "solve/problem/problem.h"

#include "base/array.h"
#include "base/os/clock.h"
#include "base/thread/thread.h"
#include "solve/problem/problem_search.h"

#include <stdlib.h>
#include <string.h>

enum { FEASIBILITY_ENTRIES = 1 << 16 };

/* The state of one thread; threads share the table and the clock only. */
typedef struct {
    MateWorker mate_worker;
    ProblemSearch search; // state of the last problem
    Feasibility *feasibility;
    TargetPositions *targets;
} ProblemWorker;

struct ProblemSolver {
    MateTT *table;
    MateClock clock;
    int threads;
    ProblemWorker *workers; // one per thread; the first also runs the queries after problem_solve()
};

ProblemSolver *problem_solver_new(int threads, size_t megabytes) {
    ProblemSolver *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    solver->threads = threads;
    solver->table = mate_tt_new(megabytes);
    solver->workers = calloc((size_t)threads, sizeof *solver->workers);
    bool complete = solver->table && solver->workers;
    for (int i = 0; complete && i < threads; i++) {
        solver->workers[i].feasibility = feasibility_new(FEASIBILITY_ENTRIES);
        solver->workers[i].targets = target_positions_new();
        complete = solver->workers[i].feasibility && solver->workers[i].targets;
    }
    if (complete) return solver;
    problem_solver_free(solver);
    return NULL;
}

void problem_solver_free(ProblemSolver *solver) {
    if (!solver) return;
    mate_tt_free(solver->table);
    for (int i = 0; solver->workers && i < solver->threads; i++) {
        feasibility_free(solver->workers[i].feasibility);
        target_positions_free(solver->workers[i].targets);
    }
    free(solver->workers);
    free(solver);
}

static void set_clock(ProblemSolver *solver, const ProblemOptions *o) {
    MateClock *clock = &solver->clock;
    clock->node_limit = o->nodes;
    clock->deadline_ns = o->seconds > 0 ? clock_ns() + (int64_t)(o->seconds * 1e9) : 0;
    clock->stop = o->stop;
    atomic_store(&clock->finished, false);
    atomic_store(&clock->nodes, 0);
}

void problem_begin(ProblemSolver *solver, Color attacker, const ProblemOptions *o) {
    set_clock(solver, o);
    mate_tt_new_problem(solver->table);
    if (solver->threads > 1) mate_tt_grow_fully(solver->table);
    for (int i = 0; i < solver->threads; i++) {
        ProblemWorker *worker = &solver->workers[i];
        worker->mate_worker =
            (MateWorker){.table = solver->table, .clock = &solver->clock, .pause_at = UINT64_MAX};
        worker->search = (ProblemSearch){.w = &worker->mate_worker,
                                         .feasibility = worker->feasibility,
                                         .targets = worker->targets,
                                         .stipulation = o->stipulation,
                                         .victim = stipulation_victim(&o->stipulation, attacker)};
        feasibility_set_check_needed(worker->feasibility, o->stipulation.goal == PROBLEM_GOAL_MATE);
    }
}

/* Did every thread finish its work? */
static bool is_complete(const ProblemSolver *solver) {
    for (int i = 0; i < solver->threads; i++)
        if (solver->workers[i].mate_worker.paused) return false;
    return true;
}

/* The node of a position without its history. */
static MateNode problem_node(const Position *pos) {
    MateNode node = mate_node_from_position(pos);
    node.clock = 0;
    return node;
}

/* The first moves that the options select. */
static void first_moves(const MateNode *root, const ProblemOptions *o, MoveList *out) {
    MoveList all;
    mate_node_moves(root, &all);
    out->count = 0;
    for (int i = 0; i < all.count; i++)
        if (!o->first || (i + 1 >= o->first && i + 1 <= o->last))
            out->items[out->count++] = all.items[i];
}

void problem_first_moves(const Position *pos, const ProblemOptions *o, MoveList *out) {
    MateNode root = problem_node(pos);
    first_moves(&root, o, out);
}

/* Do the options select all first moves? */
static bool asks_for_all(const MateNode *root, const ProblemOptions *o) {
    MoveList all, asked;
    mate_node_moves(root, &all);
    first_moves(root, o, &asked);
    return asked.count == all.count;
}

// --- lists of lines ---

static bool make_room(ProblemLines *lines, int count) {
    return array_reserve(&lines->lengths, &lines->length_capacity, lines->count + 1,
                         sizeof *lines->lengths) &&
           array_reserve(&lines->moves, &lines->move_capacity, lines->used + (size_t)count,
                         sizeof *lines->moves);
}

void problem_lines_add(const Move *line, int count, ProblemLines *lines) {
    if (lines->failed || !make_room(lines, count)) {
        lines->failed = true;
        return;
    }
    memcpy(lines->moves + lines->used, line, (size_t)count * sizeof *line);
    lines->lengths[lines->count++] = count;
    lines->used += (size_t)count;
}

void problem_lines_free(ProblemLines *lines) {
    free(lines->moves);
    free(lines->lengths);
    *lines = (ProblemLines){0};
}

// --- lines ---

typedef struct {
    const ProblemOptions *options;
    ProblemResult *out;
    int plies; // of a line with all the moves
    int step;  // half-moves per move
} LineCollector;

static void note_key(ProblemResult *out, Move key, int moves) {
    if (movelist_has(&out->keys, key)) return;
    out->key_moves[out->keys.count] = moves;
    out->keys.items[out->keys.count++] = key;
}

static bool collect_line(const Move *line, int count, void *context) {
    LineCollector *g = context;
    ProblemResult *out = g->out;
    const ProblemOptions *o = g->options;
    int missing = (g->plies - count) / g->step;
    if (missing)
        out->short_lines++;
    else
        out->lines++;
    note_key(out, line[0], o->stipulation.moves - missing);
    if (o->line) o->line(line, count, o->context);
    return !o->max_lines || out->lines + out->short_lines < o->max_lines;
}

/* The fewest half-moves of a line of this kind. */
static int least_plies(const Stipulation *s) {
    if (s->play == PROBLEM_PLAY_HELP) return s->half ? 1 : 2;
    if (s->play == PROBLEM_PLAY_HELPSELF) return s->half ? 3 : 2;
    return s->play == PROBLEM_PLAY_SERIES ? 1 : 2;
}

/* First moves distributed among threads, each with a slot for its results. */
typedef struct {
    ProblemSolver *solver;
    const MateNode *root;
    MoveList moves;
    const ProblemOptions *options;
    const ProblemResult *result; // results of shorter lengths
    int length;                  // half-moves of the lines, or moves of the keys
    int number;                  // length in moves, as reported to the user
    int64_t started;
    atomic_int taken; // moves
    ProblemLines *lines;
    bool solves[MOVES_MAX];
} FirstMoveSplit;

/* Reports progress after a first move; only from the caller's thread (index 0). */
static void report(const FirstMoveSplit *split, int index) {
    const ProblemOptions *o = split->options;
    const ProblemResult *r = split->result;
    if (!o->progress || index != 0) return;
    int taken = atomic_load(&split->taken), total = split->moves.count;
    uint64_t lines = r->lines + r->short_lines;
    ProblemProgress so_far = {.moves = split->number,
                              .done = taken < total ? taken : total,
                              .total = total,
                              .seconds = (double)(clock_ns() - split->started) / 1e9,
                              .found = lines ? lines : (uint64_t)r->keys.count};
    o->progress(&so_far, o->context);
}

/* The lines that begin with one first move. */
typedef struct {
    ProblemLines *lines;
    uint64_t max_lines;
} LineStore;

static bool store_line(const Move *line, int count, void *context) {
    LineStore *store = context;
    problem_lines_add(line, count, store->lines);
    return !store->lines->failed && (!store->max_lines || store->lines->count < store->max_lines);
}

static void search_lines(void *context, int index) {
    FirstMoveSplit *split = context;
    ProblemWorker *worker = &split->solver->workers[index];
    int i;
    while ((i = atomic_fetch_add(&split->taken, 1)) < split->moves.count &&
           !worker->mate_worker.paused) {
        LineStore store = {&split->lines[i], split->options->max_lines};
        cooperative_find_lines(&worker->search, split->root, split->moves.items[i], split->length,
                               store_line, &store);
        report(split, index);
    }
}

/* Delivers the lines in the order in which a single thread would have found them. */
static bool deliver_lines(FirstMoveSplit *split, LineCollector *g) {
    bool wanted = true;
    for (int i = 0; i < split->moves.count; i++) {
        const Move *line = split->lines[i].moves;
        for (size_t k = 0; k < split->lines[i].count && wanted; k++) {
            wanted = collect_line(line, split->lines[i].lengths[k], g);
            line += split->lines[i].lengths[k];
        }
        g->out->no_memory |= split->lines[i].failed;
        problem_lines_free(&split->lines[i]);
    }
    return wanted && !g->out->no_memory && is_complete(split->solver);
}

/* With one thread lines are delivered as they are found. */
static bool find_lines_serially(FirstMoveSplit *split, LineCollector *g) {
    ProblemSearch *search = &split->solver->workers[0].search;
    bool wanted_more = true;
    for (int i = 0; i < split->moves.count && wanted_more; i++) {
        wanted_more = cooperative_find_lines(search, split->root, split->moves.items[i],
                                             split->length, collect_line, g);
        atomic_store(&split->taken, i + 1);
        report(split, 0);
    }
    return wanted_more;
}

static bool find_lines_in_parallel(FirstMoveSplit *split, LineCollector *g) {
    split->lines = calloc((size_t)split->moves.count + 1, sizeof *split->lines);
    g->out->no_memory |= !split->lines;
    if (!split->lines) return false;
    threads_run(split->solver->threads, search_lines, split);
    bool complete = deliver_lines(split, g);
    free(split->lines);
    return complete;
}

/* If the first move is also the last: reports the selected moves that reach the goal. */
static bool find_single_moves(FirstMoveSplit *split, LineCollector *g) {
    MoveList ends;
    problem_goal_moves(g->options->stipulation.goal, split->root, &ends);
    bool wanted_more = true;
    for (int i = 0; i < ends.count && wanted_more; i++)
        if (movelist_has(&split->moves, ends.items[i]))
            wanted_more = collect_line(&ends.items[i], 1, g);
    return wanted_more;
}

/* Finds all lines of this length; false if some may be missing. */
static bool find_lines_of(ProblemSolver *solver, const MateNode *root, int plies,
                          LineCollector *g) {
    FirstMoveSplit split = {.solver = solver,
                            .root = root,
                            .options = g->options,
                            .result = g->out,
                            .length = plies,
                            .number = g->options->stipulation.moves - (g->plies - plies) / g->step,
                            .started = clock_ns()};
    first_moves(root, g->options, &split.moves);
    if (plies < 2) return find_single_moves(&split, g);
    return solver->threads == 1 ? find_lines_serially(&split, g)
                                : find_lines_in_parallel(&split, g);
}

static void find_lines(ProblemSolver *solver, const Position *pos, const ProblemOptions *o,
                       ProblemResult *out) {
    MateNode root = problem_node(pos);
    LineCollector g = {.options = o, .out = out, .plies = stipulation_plies(&o->stipulation)};
    g.step = stipulation_is_series(&o->stipulation) ? 1 : 2;
    out->finished = true;
    int shortest = o->exact ? g.plies : least_plies(&o->stipulation);
    for (int plies = shortest; plies <= g.plies && out->finished; plies += g.step)
        out->finished = find_lines_of(solver, &root, plies, &g);
    out->complete = out->finished && asks_for_all(&root, o);
}

// --- adversarial play ---

/* In a reflexmate the attacker must reach the goal at once if it can; then there is no key. */
static bool is_obliged(const ProblemSearch *search, const MateNode *root) {
    return search->stipulation.play == PROBLEM_PLAY_REFLEX &&
           problem_goal_in_one(search->stipulation.goal, root);
}

static void search_keys(void *context, int index) {
    FirstMoveSplit *split = context;
    ProblemWorker *worker = &split->solver->workers[index];
    int i;
    while ((i = atomic_fetch_add(&split->taken, 1)) < split->moves.count &&
           !worker->mate_worker.paused) {
        MateNode next = mate_node_after(split->root, split->moves.items[i]);
        bool solves = adversarial_defence(&worker->search, &next, split->length - 1);
        split->solves[i] = solves && !worker->mate_worker.paused;
        report(split, index);
    }
}

/* Finds the first moves that solve within n moves but not sooner. */
static void find_keys_of(ProblemSolver *solver, const MateNode *root, int n,
                         const ProblemOptions *o, ProblemResult *out) {
    FirstMoveSplit split = {.solver = solver,
                            .root = root,
                            .options = o,
                            .result = out,
                            .length = n,
                            .number = n,
                            .started = clock_ns()};
    MoveList moves;
    first_moves(root, o, &moves);
    for (int i = 0; i < moves.count; i++)
        if (!movelist_has(&out->keys, moves.items[i]))
            split.moves.items[split.moves.count++] = moves.items[i];
    threads_run(solver->threads, search_keys, &split);
    for (int i = 0; i < split.moves.count; i++)
        if (split.solves[i]) note_key(out, split.moves.items[i], n);
}

static void drop_short_keys(ProblemResult *out, int moves) {
    int kept = 0;
    for (int i = 0; i < out->keys.count; i++) {
        if (out->key_moves[i] < moves) continue;
        out->key_moves[kept] = out->key_moves[i];
        out->keys.items[kept++] = out->keys.items[i];
    }
    out->keys.count = kept;
}

static void find_keys(ProblemSolver *solver, const Position *pos, const ProblemOptions *o,
                      ProblemResult *out) {
    MateNode root = problem_node(pos);
    bool obliged = is_obliged(&solver->workers[0].search, &root);
    for (int n = 1; n <= o->stipulation.moves && !obliged && is_complete(solver); n++)
        find_keys_of(solver, &root, n, o, out);
    if (o->exact) drop_short_keys(out, o->stipulation.moves);
    out->finished = is_complete(solver);
    out->complete = out->finished && (obliged || asks_for_all(&root, o));
}

void problem_solve(ProblemSolver *solver, const Position *pos, const ProblemOptions *o,
                   ProblemResult *out) {
    int64_t start = clock_ns();
    memset(out, 0, sizeof *out);
    problem_begin(solver, position_turn(pos), o);
    if (stipulation_has_lines(&o->stipulation))
        find_lines(solver, pos, o, out);
    else
        find_keys(solver, pos, o, out);
    if (out->keys.count)
        out->answer = PROBLEM_SOLVED;
    else
        out->answer = out->complete ? PROBLEM_NONE : PROBLEM_UNKNOWN;
    for (int i = 0; i < solver->threads; i++) out->nodes += solver->workers[i].mate_worker.nodes;
    out->seconds = (double)(clock_ns() - start) / 1e9;
}

// --- queries after problem_solve() ---

void problem_resume(ProblemSolver *solver, const ProblemOptions *o) {
    MateWorker *w = &solver->workers[0].mate_worker;
    set_clock(solver, o);
    w->paused = w->halted = false;
    w->nodes = w->reported = w->next_clock_check = 0;
}

bool problem_is_interrupted(const ProblemSolver *solver) {
    return solver->workers[0].mate_worker.paused;
}

static void keep_solving(ProblemSearch *search, const MateNode *node, int n, MoveList *out) {
    MoveList moves;
    mate_node_moves(node, &moves);
    for (int i = 0; i < moves.count; i++) {
        MateNode next = mate_node_after(node, moves.items[i]);
        if (adversarial_defence(search, &next, n - 1) && !search->w->paused)
            out->items[out->count++] = moves.items[i];
    }
}

int problem_continuations(ProblemSolver *solver, const Position *pos, int n, MoveList *out) {
    MateNode node = problem_node(pos);
    out->count = 0;
    for (int m = 1; m <= n && !problem_is_interrupted(solver); m++) {
        if (!adversarial_attack(&solver->workers[0].search, &node, m)) continue;
        keep_solving(&solver->workers[0].search, &node, m, out);
        return m;
    }
    return 0;
}

bool problem_move_solves(ProblemSolver *solver, const Position *pos, Move move, int n) {
    MateNode node = problem_node(pos);
    if (is_obliged(&solver->workers[0].search, &node)) return false;
    MateNode next = mate_node_after(&node, move);
    return adversarial_defence(&solver->workers[0].search, &next, n - 1);
}
