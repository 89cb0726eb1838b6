// SPDX-License-Identifier: MIT
#include "solve/mate/mate.h"

#include "base/os/clock.h"
#include "solve/mate/mate_check.h"
#include "solve/mate/mate_other_goals.h"
#include "solve/mate/mate_search.h"

#include <stdlib.h>
#include <string.h>

struct MateSolver {
    MateTT *table;
    int threads;
    ProofTree tree;
    MateClock clock;
    MateWorker *workers; // one per thread; the first also writes the solution
};

/* The state of solving one problem. */
typedef struct {
    MateSolver *solver;
    MateWorker *w;
    const Position *pos;
    const MateOptions *options;
    MateResult *out;
    int64_t start;
    int lo;                        // the goal is not reached in lo moves
    int hi;                        // reached within hi; HI_NONE: unknown
    bool was_short;                // found before other threads were started
    Move key;                      // begin the solution with this move; NO_MOVE: any key
    Move help[2 * MATE_MOVES_MAX]; // the line of a helpmate
} MateProblem;

enum { HI_NONE = MATE_HI_NONE, EXHAUSTIVE_MOVES = 3 };

MateSolver *mate_solver_new(int threads, size_t megabytes) {
    MateSolver *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    solver->threads = threads;
    solver->table = mate_tt_new(megabytes);
    solver->workers = calloc((size_t)threads, sizeof *solver->workers);
    if (solver->table && solver->workers) return solver;
    mate_solver_free(solver);
    return NULL;
}

void mate_solver_free(MateSolver *solver) {
    if (!solver) return;
    mate_tt_free(solver->table);
    proof_tree_free(&solver->tree);
    free(solver->workers);
    free(solver);
}

const ProofTree *mate_solver_proof(const MateSolver *solver) {
    return &solver->tree;
}

static double seconds_since(int64_t start) {
    return (double)(clock_ns() - start) / 1e9;
}

static void report(const MateProblem *run) {
    if (!run->options->progress) return;
    MateProgress progress = {run->lo, run->hi == HI_NONE ? 0 : run->hi, run->w->nodes,
                             seconds_since(run->start)};
    run->options->progress(&progress, run->options->context);
}

/* Mate in chess has its own search; all other goals use the plain one (mate_other_goals.c). */
static bool is_chess_mate(const Position *pos, MateGoal goal) {
    return goal == MATE_GOAL_MATE && rules_need_mate(pos->rules);
}

static bool attack_succeeds(MateWorker *w, const Position *pos, MateGoal goal, int n) {
    if (!is_chess_mate(pos, goal)) return mate_goal_attack(w, pos, goal, n);
    MateNode node = mate_node_from_position(pos);
    return exhaustive_attack(w, &node, n);
}

static bool defence_fails(MateWorker *w, const Position *pos, MateGoal goal, int n) {
    if (!is_chess_mate(pos, goal)) return mate_goal_defence(w, pos, goal, n);
    MateNode node = mate_node_from_position(pos);
    return exhaustive_defence(w, &node, n);
}

static bool search_root_exhaustively(MateProblem *run, int n) {
    const MateOptions *o = run->options;
    if (o->goal == MATE_GOAL_HELPMATE) return mate_goal_help(run->w, run->pos, 2 * n, run->help);
    if (o->mated) return defence_fails(run->w, run->pos, o->goal, n);
    return attack_succeeds(run->w, run->pos, o->goal, n);
}

/* Makes the first worker ready for further searches; it stops again if the clock has run out. */
static void resume_worker(MateSolver *solver) {
    MateWorker *w = &solver->workers[0];
    atomic_store(&solver->clock.finished, false);
    w->paused = w->halted = false;
    w->pause_at = UINT64_MAX;
}

static void set_clock(MateSolver *solver, const MateOptions *options, int64_t start) {
    MateClock *clock = &solver->clock;
    clock->node_limit = options->nodes;
    clock->deadline_ns = options->seconds > 0 ? start + (int64_t)(options->seconds * 1e9) : 0;
    atomic_store(&clock->finished, false);
}

/* Resets a worker, except for its node counts. */
static void reset_worker(MateWorker *w) {
    *w = (MateWorker){.table = w->table,
                      .clock = w->clock,
                      .nodes = w->nodes,
                      .reported = w->reported,
                      .pause_at = UINT64_MAX};
}

/* Iterative deepening: one length after the other. */
static void deepen_plainly(MateProblem *run) {
    for (int n = run->options->mated ? 0 : 1; n <= run->options->moves; n++) {
        bool found = search_root_exhaustively(run, n);
        if (run->w->paused) return;
        if (found) {
            run->hi = n;
            return;
        }
        run->lo = n;
        report(run);
    }
}

static void report_search(const MateSearch *search) {
    MateProblem *run = search->context;
    run->lo = atomic_load(&search->lo);
    run->hi = atomic_load(&search->hi);
    report(run);
}

/* Narrows lo and hi until they meet, all lengths up to the limit are excluded, or time is up. */
static void narrow_bounds(MateProblem *run) {
    const MateOptions *o = run->options;
    if (!is_chess_mate(run->pos, o->goal)) {
        deepen_plainly(run);
        return;
    }
    MateSearch search = {.root = mate_node_from_position(run->pos),
                         .attacker = !o->mated,
                         .quick = o->quick,
                         .moves = o->moves,
                         .threads = run->solver->threads,
                         .workers = run->solver->workers,
                         .report = o->progress ? report_search : NULL,
                         .context = run};
    atomic_store(&search.hi, HI_NONE);
    if (o->mated && mate_node_is_mated(&search.root)) {
        run->hi = 0;
        return;
    }
    mate_search_run(&search);
    resume_worker(run->solver);
    run->lo = atomic_load(&search.lo);
    run->hi = atomic_load(&search.hi);
    run->was_short = search.was_short;
}

// --- writing the solution ---

/* A move that mates within n, from the table or from a new search. */
static Move chess_attack(MateWorker *w, const Position *pos, int n) {
    MateNode node = mate_node_from_position(pos);
    Key key = mate_node_key(&node, n);
    Move mate = mate_node_mate_in_one(&node);
    if (mate || n == 1) return mate;
    if (n > 2 && exhaustive_attack(w, &node, 2)) n = 2;
    for (int attempt = 0; attempt < 2; attempt++) {
        MateBounds bounds = mate_tt_bounds(w->table, key);
        if (bounds.hi <= n && bounds.move) return bounds.move;
        if (n > EXHAUSTIVE_MOVES)
            dfpn_search(w, &node, n, true, DFPN_MODE_HEURISTIC);
        else
            exhaustive_attack(w, &node, n);
        key = mate_node_key(&node, n);
    }
    return NO_MOVE;
}

static Move oracle_attack(void *context, const Position *pos, int n) {
    MateProblem *run = context;
    MateGoal goal = run->options->goal;
    MoveList moves;
    if (run->key && n == run->hi && pos->key == run->pos->key) return run->key;
    if (run->options->exact_tree) {
        int m = 1;
        while (m < n && !attack_succeeds(run->w, pos, goal, m)) m++;
        n = m;
    }
    if (is_chess_mate(pos, goal)) {
        Move move = chess_attack(run->w, pos, n);
        if (move) return move;
    }
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (defence_fails(run->w, &next, goal, n - 1)) return moves.items[i];
    }
    return NO_MOVE;
}

static Move oracle_defence(void *context, const Position *pos, int n) {
    MateProblem *run = context;
    MoveList moves;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!attack_succeeds(run->w, &next, run->options->goal, n))
            return run->w->paused ? NO_MOVE : moves.items[i];
    }
    return NO_MOVE;
}

static bool oracle_is_reached(void *context, const Position *pos, bool attacker_to_move) {
    MateProblem *run = context;
    return mate_is_reached(pos, run->options->goal, attacker_to_move);
}

static ProofOracle oracle_of(MateProblem *run) {
    return (ProofOracle){oracle_attack, oracle_defence, oracle_is_reached, run};
}

/* Grants extra time for writing the solution, beyond the time given for finding it. */
static void extend_clock(MateSolver *solver, const MateOptions *options) {
    resume_worker(solver);
    solver->clock.node_limit = 0;
    if (options->seconds > 0)
        solver->clock.deadline_ns = clock_ns() + 200000000 + (int64_t)(options->seconds * 0.25e9);
}

static bool write_help_line(MateProblem *run) {
    for (int ply = 0; ply < 2 * run->hi; ply++)
        if (!proof_tree_add(&run->solver->tree, run->help[ply], ply, 0)) return false;
    return true;
}

/* Writes the proof tree, checks it, and takes the main line from it. */
static bool write_solution(MateProblem *run) {
    MateResult *out = run->out;
    ProofTree *tree = &run->solver->tree;
    const MateOptions *o = run->options;
    ProofOracle oracle = oracle_of(run);
    extend_clock(run->solver, o);
    bool written = o->goal == MATE_GOAL_HELPMATE
                       ? write_help_line(run)
                       : proof_tree_write_proof(tree, run->pos, run->hi, o->mated, &oracle);
    out->no_memory = tree->no_memory;
    if (!written) return false;
    ProofFault fault = mate_check_proof(run->pos, run->hi, o->goal, o->mated, tree).fault;
    out->checked = fault == PROOF_FAULT_NONE;
    if (out->checked) out->length = proof_tree_main_line(tree, out->line, 2 * MATE_MOVES_MAX);
    // a tree that passed has a main line, unless memory is short
    out->no_memory =
        fault == PROOF_FAULT_NO_MEMORY || (out->checked && tree->count && !out->length);
    return out->checked && !out->no_memory;
}

static bool is_key(MateWorker *w, const Position *pos, MateGoal goal, int n, Move move) {
    Position next = position_after(pos, move);
    Move line[2 * MATE_MOVES_MAX];
    if (goal == MATE_GOAL_HELPMATE) return mate_goal_help(w, &next, 2 * n - 1, line);
    return defence_fails(w, &next, goal, n - 1);
}

/* Lists the moves that reach the goal within n; false when time ran out. */
static bool list_keys(MateWorker *w, const Position *pos, MateGoal goal, int n, MoveList *out) {
    MoveList moves;
    out->count = 0;
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count; i++) {
        bool key = is_key(w, pos, goal, n, moves.items[i]);
        if (w->paused) return false;
        if (key) out->items[out->count++] = moves.items[i];
    }
    return true;
}

/* With the option `all`, lists all keys; the solution then begins with the first of them. */
static bool find_all_keys(MateProblem *run) {
    MateResult *out = run->out;
    const MateOptions *o = run->options;
    if (!o->all || o->mated || !out->proved) return true;
    if (!list_keys(run->w, run->pos, o->goal, run->hi, &out->keys)) return false;
    if (out->keys.count && o->goal != MATE_GOAL_HELPMATE) run->key = out->keys.items[0];
    return true;
}

// --- reproducible solutions ---

/* Searches with one thread and an empty table for a mate of the known length. */
static bool search_again(MateProblem *run) {
    const MateOptions *o = run->options;
    Position start = run->key ? position_after(run->pos, run->key) : *run->pos;
    MateSearch search = {.root = mate_node_from_position(&start),
                         .attacker = !o->mated && !run->key,
                         .quick = true,
                         .moves = run->key ? run->hi - 1 : run->hi,
                         .threads = 1,
                         .workers = run->w};
    atomic_store(&search.hi, HI_NONE);
    mate_search_run(&search);
    return atomic_load(&search.hi) != HI_NONE;
}

/* Which of several solutions the threads find first is random, but the one that is shown must not
 * be. So once the length is proved, one thread searches again with an empty table, for any number
 * of threads. If time runs out, the first solution is kept. */
static void find_repeatable_solution(MateProblem *run) {
    MateSolver *solver = run->solver;
    MateResult first = *run->out;
    ProofTree first_tree = solver->tree;
    MateTTMark mark = mate_tt_mark(solver->table);
    solver->tree = (ProofTree){0};
    mate_tt_new_problem(solver->table);
    reset_worker(run->w);
    set_clock(solver, run->options, run->start);
    if (search_again(run) && write_solution(run)) {
        proof_tree_free(&first_tree);
    } else {
        proof_tree_free(&solver->tree);
        solver->tree = first_tree;
        *run->out = first;
    }
    mate_tt_restore(solver->table, mark);
}

static void finish_result(MateProblem *run) {
    MateResult *out = run->out;
    const MateOptions *o = run->options;
    out->excluded = run->lo;
    if (run->hi == HI_NONE) {
        if (run->lo >= o->moves) out->verdict = MATE_NONE;
        return;
    }
    out->moves = run->hi;
    out->proved = run->lo >= run->hi - 1;
    if (!find_all_keys(run) || !write_solution(run)) return;
    if (is_chess_mate(run->pos, o->goal) && out->proved && !o->quick && !run->was_short)
        find_repeatable_solution(run);
    if (!out->keys.count && out->length)
        out->keys = (MoveList){.count = 1, .items = {out->line[0]}};
    if (out->proved || o->quick) out->verdict = MATE_FOUND;
}

static void begin_problem(MateSolver *solver, const MateOptions *options, int64_t start) {
    solver->clock.stop = options->stop;
    atomic_store(&solver->clock.nodes, 0);
    set_clock(solver, options, start);
    proof_tree_free(&solver->tree);
    mate_tt_new_problem(solver->table);
    for (int i = 0; i < solver->threads; i++) {
        solver->workers[i].nodes = solver->workers[i].reported = 0;
        solver->workers[i].table = solver->table;
        solver->workers[i].clock = &solver->clock;
        reset_worker(&solver->workers[i]);
    }
}

void mate_solve(MateSolver *solver, const Position *pos, const MateOptions *options,
                MateResult *out) {
    Position root = mate_root_position(pos, options->mated);
    MateProblem run = {.solver = solver,
                       .w = &solver->workers[0],
                       .pos = &root,
                       .options = options,
                       .out = out,
                       .start = clock_ns(),
                       .hi = HI_NONE};
    memset(out, 0, sizeof *out);
    begin_problem(solver, options, run.start);
    if (!options->mated && pos->rules->count_moves(&pos->board) == 0)
        run.lo = options->moves; // a side without moves forces nothing, even if it has won
    else
        narrow_bounds(&run);
    finish_result(&run);
    for (int i = 0; i < solver->threads; i++) out->nodes += solver->workers[i].nodes;
    out->seconds = seconds_since(run.start);
}

// --- queries after mate_solve() ---

void mate_key_moves(MateSolver *solver, const Position *pos, const MateOptions *options, int n,
                    MoveList *out) {
    extend_clock(solver, options);
    list_keys(&solver->workers[0], pos, options->goal, n, out);
}

void mate_defences(MateSolver *solver, const Position *pos, const MateOptions *options, int n,
                   MoveList *out) {
    MateWorker *w = &solver->workers[0];
    MoveList moves;
    out->count = 0;
    extend_clock(solver, options);
    position_legal_moves(pos, &moves);
    for (int i = 0; i < moves.count && !w->paused; i++) {
        Position next = position_after(pos, moves.items[i]);
        if (!attack_succeeds(w, &next, options->goal, n) && !w->paused)
            out->items[out->count++] = moves.items[i];
    }
}

bool mate_refute(MateSolver *solver, const Position *pos, const MateOptions *options, int n,
                 ProofTree *out) {
    Position root = mate_root_position(pos, options->mated);
    MateProblem run = {
        .solver = solver, .w = &solver->workers[0], .pos = &root, .options = options};
    ProofOracle oracle = oracle_of(&run);
    *out = (ProofTree){0};
    extend_clock(solver, options);
    solver->clock.deadline_ns = 0;
    return proof_tree_write_refutation(out, &root, n, options->mated, &oracle);
}
