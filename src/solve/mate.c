// SPDX-License-Identifier: MIT
#include "roek/solve/mate.h"

#include "roek/base/clock.h"
#include "roek/solve/mate_check.h"
#include "roek/solve/mate_search.h"

#include <stdlib.h>
#include <string.h>

struct MateSolver {
    MateTable *table;
    int threads;
    MateTree tree;
    MateWorker worker;
};

/* One question being answered. */
typedef struct {
    MateSolver *solver;
    const Position *pos;
    const MateOptions *options;
    MateResult *out;
    MateClock clock;
    int64_t start;
    MateNode root;
    int lo; // no mate in lo moves
    int hi; // mate within hi; NONE_YET: none known
} Run;

enum { NONE_YET = 255 };

MateSolver *mate_solver_new(int threads, size_t megabytes) {
    MateSolver *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    solver->threads = threads;
    solver->table = mate_table_new(megabytes);
    if (solver->table) return solver;
    free(solver);
    return NULL;
}

void mate_solver_free(MateSolver *solver) {
    if (!solver) return;
    mate_table_free(solver->table);
    mate_tree_free(&solver->tree);
    free(solver);
}

const MateTree *mate_solver_tree(const MateSolver *solver) {
    return &solver->tree;
}

static double seconds_since(int64_t start) {
    return (double)(clock_ns() - start) / 1e9;
}

static void report(const Run *run) {
    if (!run->options->progress) return;
    MateProgress progress = {run->lo, run->hi == NONE_YET ? 0 : run->hi, run->solver->worker.nodes,
                             seconds_since(run->start)};
    run->options->progress(&progress, run->options->context);
}

static bool prove_root(Run *run, int n) {
    MateWorker *w = &run->solver->worker;
    return run->options->mated ? prove_defence(w, &run->root, n) : prove_attack(w, &run->root, n);
}

/* Narrows lo and hi until they meet, the moves asked for are excluded, or time is up. */
static void narrow(Run *run) {
    MateWorker *w = &run->solver->worker;
    int n = run->options->mated ? 0 : 1;
    for (; n <= run->options->moves; n++) {
        bool found = prove_root(run, n);
        if (w->paused) return;
        if (found) {
            run->hi = n;
            return;
        }
        run->lo = n;
        report(run);
    }
}

static Move find_attack(MateWorker *w, const MateNode *node, int n) {
    MoveList moves;
    if (n == 1) return node_mate_in_one(node);
    Key key = mate_key(node, n);
    if (!prove_attack(w, node, n)) return NO_MOVE;
    MateBounds bounds = mate_table_bounds(w->table, key);
    if (bounds.hi <= n && bounds.move) return bounds.move;
    node_moves(node, &moves); // the note is lost already: look again
    for (int i = 0; i < moves.count; i++) {
        MateNode next = node_after(node, moves.items[i]);
        if (prove_defence(w, &next, n - 1)) return moves.items[i];
    }
    return NO_MOVE;
}

static Move oracle_attack(void *context, const Position *pos, int n) {
    Run *run = context;
    MateNode node = node_from_position(pos);
    return find_attack(&run->solver->worker, &node, n);
}

static Move oracle_defence(void *context, const Position *pos, int n) {
    Run *run = context;
    MateWorker *w = &run->solver->worker;
    MateNode node = node_from_position(pos);
    MoveList moves;
    node_moves(&node, &moves);
    for (int i = 0; i < moves.count; i++) {
        MateNode next = node_after(&node, moves.items[i]);
        if (!prove_attack(w, &next, n)) return w->paused ? NO_MOVE : moves.items[i];
    }
    return NO_MOVE;
}

static bool oracle_is_reached(void *context, const Position *pos, bool attacker_to_move) {
    Run *run = context;
    return mate_is_reached(pos, run->options->goal, attacker_to_move);
}

static MateOracle oracle_of(Run *run) {
    return (MateOracle){oracle_attack, oracle_defence, oracle_is_reached, run};
}

/* Writing down what was found may take a little more time than was given for finding it. */
static void grant_time(Run *run) {
    MateWorker *w = &run->solver->worker;
    w->paused = w->halted = false;
    w->pause_at = UINT64_MAX;
    run->clock.node_limit = 0;
    if (run->clock.deadline_ns)
        run->clock.deadline_ns = clock_ns() + 200000000 + (int64_t)(run->options->seconds * 0.25e9);
}

/* Writes the solution down, has it checked, and takes the main line from it. */
static bool write_down(Run *run) {
    MateResult *out = run->out;
    MateTree *tree = &run->solver->tree;
    const MateOptions *o = run->options;
    MateOracle oracle = oracle_of(run);
    grant_time(run);
    if (!mate_tree_prove(tree, run->pos, run->hi, o->mated, &oracle)) return false;
    out->checked = mate_check_proof(run->pos, run->hi, o->goal, o->mated, tree).fault == CHECK_OK;
    if (!out->checked) return false;
    out->length = mate_tree_line(tree, out->line, 2 * MATE_MOVES_MAX);
    return true;
}

/* Every first move that mates in the shortest way; false when time ran out. */
static bool find_keys(Run *run) {
    MateWorker *w = &run->solver->worker;
    MoveList moves;
    node_moves(&run->root, &moves);
    for (int i = 0; i < moves.count; i++) {
        MateNode next = node_after(&run->root, moves.items[i]);
        if (prove_defence(w, &next, run->hi - 1))
            run->out->keys.items[run->out->keys.count++] = moves.items[i];
        if (w->paused) return false;
    }
    return true;
}

static void conclude(Run *run) {
    MateResult *out = run->out;
    const MateOptions *o = run->options;
    out->excluded = run->lo;
    if (run->hi == NONE_YET) {
        if (run->lo >= o->moves) out->verdict = MATE_NONE;
        return;
    }
    out->moves = run->hi;
    out->proved = run->lo >= run->hi - 1;
    if (o->all && out->proved && !o->mated && !find_keys(run)) return;
    if (!write_down(run)) return;
    if (!o->all && out->length) out->keys = (MoveList){.count = 1, .items = {out->line[0]}};
    if (out->proved || o->quick) out->verdict = MATE_FOUND;
}

void mate_solve(MateSolver *solver, const Position *pos, const MateOptions *options,
                MateResult *out) {
    memset(out, 0, sizeof *out);
    Run run = {.solver = solver,
               .pos = pos,
               .options = options,
               .out = out,
               .start = clock_ns(),
               .root = node_from_position(pos),
               .hi = NONE_YET};
    run.clock.stop = options->stop;
    run.clock.node_limit = options->nodes;
    if (options->seconds > 0) run.clock.deadline_ns = run.start + (int64_t)(options->seconds * 1e9);
    mate_tree_free(&solver->tree);
    mate_table_next_age(solver->table);
    solver->worker =
        (MateWorker){.table = solver->table, .clock = &run.clock, .pause_at = UINT64_MAX};
    narrow(&run);
    conclude(&run);
    out->nodes = solver->worker.nodes;
    out->seconds = seconds_since(run.start);
}
