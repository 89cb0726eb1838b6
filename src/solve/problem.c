// SPDX-License-Identifier: MIT
#include "roek/solve/problem.h"

#include "roek/base/clock.h"
#include "roek/solve/problem_search.h"

#include <stdlib.h>
#include <string.h>

struct ProblemSolver {
    MateTable *table;
    Pictures *pictures;
    MateClock clock;
    MateWorker worker;
    ProblemSearch search; // of the last problem
};

ProblemSolver *problem_solver_new(size_t megabytes) {
    ProblemSolver *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    solver->table = mate_table_new(megabytes);
    solver->pictures = pictures_new();
    if (solver->table && solver->pictures) return solver;
    problem_solver_free(solver);
    return NULL;
}

void problem_solver_free(ProblemSolver *solver) {
    if (!solver) return;
    mate_table_free(solver->table);
    pictures_free(solver->pictures);
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

static void set_out(ProblemSolver *solver, const Position *pos, const ProblemOptions *o) {
    set_clock(solver, o);
    mate_table_begin(solver->table);
    solver->worker =
        (MateWorker){.table = solver->table, .clock = &solver->clock, .pause_at = UINT64_MAX};
    solver->search =
        (ProblemSearch){.w = &solver->worker,
                        .pictures = solver->pictures,
                        .stipulation = o->stipulation,
                        .victim = stipulation_victim(&o->stipulation, position_turn(pos))};
}

/* The node of a position whose past does not count. */
static MateNode problem_node(const Position *pos) {
    MateNode node = node_from_position(pos);
    node.clock = 0;
    return node;
}

/* ------------------------------------------------------------------ lines */

typedef struct {
    const ProblemOptions *options;
    ProblemResult *out;
    int plies; // of a line with all the moves
    int step;  // half-moves to a move
} Gathering;

static void note_key(ProblemResult *out, Move key, int moves) {
    if (movelist_has(&out->keys, key)) return;
    out->key_moves[out->keys.count] = moves;
    out->keys.items[out->keys.count++] = key;
}

static bool gather(const Move *line, int count, void *context) {
    Gathering *g = context;
    ProblemResult *out = g->out;
    const ProblemOptions *o = g->options;
    int missing = (g->plies - count) / g->step;
    if (missing)
        out->short_lines++;
    else
        out->lines++;
    note_key(out, line[0], o->stipulation.moves - missing);
    if (o->line) o->line(line, count, o->context);
    return !o->most || out->lines + out->short_lines < o->most;
}

/* The fewest half-moves a line of this kind can have. */
static int least_plies(const Stipulation *s) {
    if (s->play == PLAY_HELP) return s->half ? 1 : 2;
    if (s->play == PLAY_HELPSELF) return s->half ? 3 : 2;
    return s->play == PLAY_SERIES ? 1 : 2;
}

static void find_lines(ProblemSearch *search, const Position *pos, const ProblemOptions *o,
                       ProblemResult *out) {
    MateNode root = problem_node(pos);
    Gathering g = {.options = o, .out = out, .plies = stipulation_plies(&o->stipulation)};
    g.step = stipulation_is_series(&o->stipulation) ? 1 : 2;
    out->complete = true;
    for (int plies = least_plies(&o->stipulation); plies <= g.plies && out->complete;
         plies += g.step)
        out->complete = lines_find(search, &root, plies, gather, &g);
}

/* ------------------------------------------------------------------ battles */

/* Whoever has to reach the aim at once has no choice of keys. */
static bool is_obliged(const ProblemSearch *search, const MateNode *root) {
    return search->stipulation.play == PLAY_REFLEX && aim_in_one(search->stipulation.aim, root);
}

/* The first moves that solve within n but not sooner. */
static void find_keys_of(ProblemSearch *search, const MateNode *root, int n, ProblemResult *out) {
    MoveList moves;
    node_moves(root, &moves);
    for (int i = 0; i < moves.count; i++) {
        if (movelist_has(&out->keys, moves.items[i])) continue;
        MateNode next = node_after(root, moves.items[i]);
        bool solves = battle_defence(search, &next, n - 1);
        if (search->w->paused) return;
        if (solves) note_key(out, moves.items[i], n);
    }
}

static void find_keys(ProblemSearch *search, const Position *pos, const ProblemOptions *o,
                      ProblemResult *out) {
    MateNode root = problem_node(pos);
    if (!is_obliged(search, &root))
        for (int n = 1; n <= o->stipulation.moves && !search->w->paused; n++)
            find_keys_of(search, &root, n, out);
    out->complete = !search->w->paused;
}

void problem_solve(ProblemSolver *solver, const Position *pos, const ProblemOptions *o,
                   ProblemResult *out) {
    int64_t start = clock_ns();
    memset(out, 0, sizeof *out);
    set_out(solver, pos, o);
    if (stipulation_has_lines(&o->stipulation))
        find_lines(&solver->search, pos, o, out);
    else
        find_keys(&solver->search, pos, o, out);
    if (out->keys.count)
        out->answer = PROBLEM_SOLVED;
    else
        out->answer = out->complete ? PROBLEM_NONE : PROBLEM_UNKNOWN;
    out->nodes = solver->worker.nodes;
    out->seconds = (double)(clock_ns() - start) / 1e9;
}

/* ------------------------------------------------------------------ further questions */

void problem_resume(ProblemSolver *solver, const ProblemOptions *o) {
    MateWorker *w = &solver->worker;
    set_clock(solver, o);
    w->paused = w->halted = false;
    w->nodes = w->reported = w->next_look = 0;
}

bool problem_gave_up(const ProblemSolver *solver) {
    return solver->worker.paused;
}

static void keep_solving(ProblemSearch *search, const MateNode *node, int n, MoveList *out) {
    MoveList moves;
    node_moves(node, &moves);
    for (int i = 0; i < moves.count; i++) {
        MateNode next = node_after(node, moves.items[i]);
        if (battle_defence(search, &next, n - 1) && !search->w->paused)
            out->items[out->count++] = moves.items[i];
    }
}

int problem_continuations(ProblemSolver *solver, const Position *pos, int n, MoveList *out) {
    MateNode node = problem_node(pos);
    out->count = 0;
    for (int m = 1; m <= n && !solver->worker.paused; m++) {
        if (!battle_attack(&solver->search, &node, m)) continue;
        keep_solving(&solver->search, &node, m, out);
        return m;
    }
    return 0;
}

bool problem_move_solves(ProblemSolver *solver, const Position *pos, Move move, int n) {
    MateNode node = problem_node(pos);
    if (is_obliged(&solver->search, &node)) return false;
    MateNode next = node_after(&node, move);
    return battle_defence(&solver->search, &next, n - 1);
}

bool problem_is_forced(ProblemSolver *solver, const Position *pos, int n) {
    MateNode node = problem_node(pos);
    return battle_defence(&solver->search, &node, n);
}
