// SPDX-License-Identifier: MIT
#include "solve/problem/problem.h"

#include "base/os/clock.h"
#include "base/thread/thread.h"
#include "solve/problem/problem_search.h"

#include <stdlib.h>
#include <string.h>

enum { PICTURE_ARMIES = 1 << 16 };

/* One thread's share: everything but the table and the clock is its own. */
typedef struct {
    MateWorker worker;
    ProblemSearch search; // of the last problem
    Pictures *pictures;
    Finals *finals;
} Hand;

struct ProblemSolver {
    MateTable *table;
    MateClock clock;
    int threads;
    Hand *hands; // one for each thread; the first also answers further questions
};

ProblemSolver *problem_solver_new(int threads, size_t megabytes) {
    ProblemSolver *solver = calloc(1, sizeof *solver);
    if (!solver) return NULL;
    solver->threads = threads;
    solver->table = mate_table_new(megabytes);
    solver->hands = calloc((size_t)threads, sizeof *solver->hands);
    bool complete = solver->table && solver->hands;
    for (int i = 0; complete && i < threads; i++) {
        solver->hands[i].pictures = pictures_new(PICTURE_ARMIES);
        solver->hands[i].finals = finals_new();
        complete = solver->hands[i].pictures && solver->hands[i].finals;
    }
    if (complete) return solver;
    problem_solver_free(solver);
    return NULL;
}

void problem_solver_free(ProblemSolver *solver) {
    if (!solver) return;
    mate_table_free(solver->table);
    for (int i = 0; solver->hands && i < solver->threads; i++) {
        pictures_free(solver->hands[i].pictures);
        finals_free(solver->hands[i].finals);
    }
    free(solver->hands);
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

void problem_open(ProblemSolver *solver, Color attacker, const ProblemOptions *o) {
    set_clock(solver, o);
    mate_table_begin(solver->table);
    if (solver->threads > 1) mate_table_share(solver->table);
    for (int i = 0; i < solver->threads; i++) {
        Hand *hand = &solver->hands[i];
        hand->worker =
            (MateWorker){.table = solver->table, .clock = &solver->clock, .pause_at = UINT64_MAX};
        hand->search = (ProblemSearch){.w = &hand->worker,
                                       .pictures = hand->pictures,
                                       .finals = hand->finals,
                                       .stipulation = o->stipulation,
                                       .victim = stipulation_victim(&o->stipulation, attacker)};
        pictures_want(hand->pictures, o->stipulation.aim == AIM_MATE);
    }
}

/* Did every thread come to the end of its work? */
static bool is_complete(const ProblemSolver *solver) {
    for (int i = 0; i < solver->threads; i++)
        if (solver->hands[i].worker.paused) return false;
    return true;
}

/* The node of a position whose past does not count. */
static MateNode problem_node(const Position *pos) {
    MateNode node = node_from_position(pos);
    node.clock = 0;
    return node;
}

/* The first moves that are asked about. */
static void first_moves(const MateNode *root, const ProblemOptions *o, MoveList *out) {
    MoveList all;
    node_moves(root, &all);
    out->count = 0;
    for (int i = 0; i < all.count; i++)
        if (!o->first || (i + 1 >= o->first && i + 1 <= o->last))
            out->items[out->count++] = all.items[i];
}

void problem_first_moves(const Position *pos, const ProblemOptions *o, MoveList *out) {
    MateNode root = problem_node(pos);
    first_moves(&root, o, out);
}

/* Are all first moves asked about? */
static bool asks_for_all(const MateNode *root, const ProblemOptions *o) {
    MoveList all, asked;
    node_moves(root, &all);
    first_moves(root, o, &asked);
    return asked.count == all.count;
}

/* ------------------------------------------------------------------ lists of lines */

static bool make_room(ProblemLines *lines, int count) {
    if (lines->count == lines->room) {
        size_t room = lines->room ? 2 * lines->room : 64;
        int *lengths = realloc(lines->lengths, room * sizeof *lengths);
        if (!lengths) return false;
        lines->lengths = lengths;
        lines->room = room;
    }
    if (lines->used + (size_t)count > lines->moves_room) {
        size_t room = 2 * lines->moves_room + 1024;
        Move *moves = realloc(lines->moves, room * sizeof *moves);
        if (!moves) return false;
        lines->moves = moves;
        lines->moves_room = room;
    }
    return true;
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

/* First moves shared out among threads, each with a place for what it led to. */
typedef struct {
    ProblemSolver *solver;
    const MateNode *root;
    MoveList moves;
    const ProblemOptions *options;
    const ProblemResult *result; // of shorter lengths
    int length;                  // half-moves of the lines, or moves of the keys
    int number;                  // of moves, as people count them
    int64_t started;
    atomic_int taken; // moves
    ProblemLines *lines;
    bool solves[MOVES_MAX];
} Share;

/* After the caller's thread has done with a first move. */
static void report(const Share *share, int index) {
    const ProblemOptions *o = share->options;
    const ProblemResult *r = share->result;
    if (!o->progress || index != 0) return;
    int taken = atomic_load(&share->taken), total = share->moves.count;
    uint64_t lines = r->lines + r->short_lines;
    ProblemProgress so_far = {.moves = share->number,
                              .done = taken < total ? taken : total,
                              .total = total,
                              .seconds = (double)(clock_ns() - share->started) / 1e9,
                              .found = lines ? lines : (uint64_t)r->keys.count};
    o->progress(&so_far, o->context);
}

/* The lines behind one first move. */
typedef struct {
    ProblemLines *lines;
    uint64_t most;
} Store;

static bool store_line(const Move *line, int count, void *context) {
    Store *store = context;
    problem_lines_add(line, count, store->lines);
    return !store->lines->failed && (!store->most || store->lines->count < store->most);
}

static void work_on_lines(void *context, int index) {
    Share *share = context;
    Hand *hand = &share->solver->hands[index];
    int i;
    while ((i = atomic_fetch_add(&share->taken, 1)) < share->moves.count && !hand->worker.paused) {
        Store store = {&share->lines[i], share->options->most};
        lines_find_after(&hand->search, share->root, share->moves.items[i], share->length,
                         store_line, &store);
        report(share, index);
    }
}

/* Hands the lines on in the order in which one thread would have found them. */
static bool pass_on(Share *share, Gathering *g) {
    bool wanted = true;
    for (int i = 0; i < share->moves.count; i++) {
        const Move *line = share->lines[i].moves;
        for (size_t k = 0; k < share->lines[i].count && wanted; k++) {
            wanted = gather(line, share->lines[i].lengths[k], g);
            line += share->lines[i].lengths[k];
        }
        g->out->no_memory |= share->lines[i].failed;
        problem_lines_free(&share->lines[i]);
    }
    return wanted && !g->out->no_memory && is_complete(share->solver);
}

/* On one thread lines are handed on as they are found. */
static bool find_alone(Share *share, Gathering *g) {
    ProblemSearch *search = &share->solver->hands[0].search;
    bool going = true;
    for (int i = 0; i < share->moves.count && going; i++) {
        going =
            lines_find_after(search, share->root, share->moves.items[i], share->length, gather, g);
        atomic_store(&share->taken, i + 1);
        report(share, 0);
    }
    return going;
}

static bool find_together(Share *share, Gathering *g) {
    share->lines = calloc((size_t)share->moves.count + 1, sizeof *share->lines);
    g->out->no_memory |= !share->lines;
    if (!share->lines) return false;
    threads_run(share->solver->threads, work_on_lines, share);
    bool complete = pass_on(share, g);
    free(share->lines);
    return complete;
}

/* Where the first move is the last: the lines that begin with one that is asked about. */
static bool find_single_moves(Share *share, Gathering *g) {
    MoveList ends;
    aim_moves(g->options->stipulation.aim, share->root, &ends);
    bool going = true;
    for (int i = 0; i < ends.count && going; i++)
        if (movelist_has(&share->moves, ends.items[i])) going = gather(&ends.items[i], 1, g);
    return going;
}

/* All lines of this length; false if some may be missing. */
static bool find_lines_of(ProblemSolver *solver, const MateNode *root, int plies, Gathering *g) {
    Share share = {.solver = solver,
                   .root = root,
                   .options = g->options,
                   .result = g->out,
                   .length = plies,
                   .number = g->options->stipulation.moves - (g->plies - plies) / g->step,
                   .started = clock_ns()};
    first_moves(root, g->options, &share.moves);
    if (plies < 2) return find_single_moves(&share, g);
    return solver->threads == 1 ? find_alone(&share, g) : find_together(&share, g);
}

static void find_lines(ProblemSolver *solver, const Position *pos, const ProblemOptions *o,
                       ProblemResult *out) {
    MateNode root = problem_node(pos);
    Gathering g = {.options = o, .out = out, .plies = stipulation_plies(&o->stipulation)};
    g.step = stipulation_is_series(&o->stipulation) ? 1 : 2;
    out->finished = true;
    int shortest = o->exact ? g.plies : least_plies(&o->stipulation);
    for (int plies = shortest; plies <= g.plies && out->finished; plies += g.step)
        out->finished = find_lines_of(solver, &root, plies, &g);
    out->complete = out->finished && asks_for_all(&root, o);
}

/* ------------------------------------------------------------------ battles */

/* Whoever has to reach the aim at once has no choice of keys. */
static bool is_obliged(const ProblemSearch *search, const MateNode *root) {
    return search->stipulation.play == PLAY_REFLEX && aim_in_one(search->stipulation.aim, root);
}

static void work_on_keys(void *context, int index) {
    Share *share = context;
    Hand *hand = &share->solver->hands[index];
    int i;
    while ((i = atomic_fetch_add(&share->taken, 1)) < share->moves.count && !hand->worker.paused) {
        MateNode next = node_after(share->root, share->moves.items[i]);
        bool solves = battle_defence(&hand->search, &next, share->length - 1);
        share->solves[i] = solves && !hand->worker.paused;
        report(share, index);
    }
}

/* The first moves that solve within n but not sooner. */
static void find_keys_of(ProblemSolver *solver, const MateNode *root, int n,
                         const ProblemOptions *o, ProblemResult *out) {
    Share share = {.solver = solver,
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
            share.moves.items[share.moves.count++] = moves.items[i];
    threads_run(solver->threads, work_on_keys, &share);
    for (int i = 0; i < share.moves.count; i++)
        if (share.solves[i]) note_key(out, share.moves.items[i], n);
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
    bool obliged = is_obliged(&solver->hands[0].search, &root);
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
    problem_open(solver, position_turn(pos), o);
    if (stipulation_has_lines(&o->stipulation))
        find_lines(solver, pos, o, out);
    else
        find_keys(solver, pos, o, out);
    if (out->keys.count)
        out->answer = PROBLEM_SOLVED;
    else
        out->answer = out->complete ? PROBLEM_NONE : PROBLEM_UNKNOWN;
    for (int i = 0; i < solver->threads; i++) out->nodes += solver->hands[i].worker.nodes;
    out->seconds = (double)(clock_ns() - start) / 1e9;
}

/* ------------------------------------------------------------------ further questions */

void problem_resume(ProblemSolver *solver, const ProblemOptions *o) {
    MateWorker *w = &solver->hands[0].worker;
    set_clock(solver, o);
    w->paused = w->halted = false;
    w->nodes = w->reported = w->next_look = 0;
}

bool problem_gave_up(const ProblemSolver *solver) {
    return solver->hands[0].worker.paused;
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
    for (int m = 1; m <= n && !problem_gave_up(solver); m++) {
        if (!battle_attack(&solver->hands[0].search, &node, m)) continue;
        keep_solving(&solver->hands[0].search, &node, m, out);
        return m;
    }
    return 0;
}

bool problem_move_solves(ProblemSolver *solver, const Position *pos, Move move, int n) {
    MateNode node = problem_node(pos);
    if (is_obliged(&solver->hands[0].search, &node)) return false;
    MateNode next = node_after(&node, move);
    return battle_defence(&solver->hands[0].search, &next, n - 1);
}
