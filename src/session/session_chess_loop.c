// SPDX-License-Identifier: MIT
//
// Chess Loop by JSON: solve, count, go through, generate, check, hint.
//
// Squares are numbers from 0, row by row from the top left.  Lists give what stands on them:
// "first" and "second" for the two types, "empty" for squares known to be empty.
#include "session/session_internal.h"

#include "base/os/clock.h"
#include "solve/loop/loop.h"

#include <stdlib.h>
#include <string.h>

enum { SOLUTIONS_MOST = 10000 };

typedef struct {
    LoopPuzzle puzzle;
    LoopOptions options;
    bool has_board, unique; // generate: on the given board; with exactly one solution
    int board;              // generate: a puzzle of this level; 0: by the other fields
    uint64_t most, sent;    // solutions to send at most; already sent
} LoopRequest;

// --- reading ---

static bool call_type(Call *call, const JsonNode *types, int index, LoopType *out) {
    const JsonNode *node = json_first(types);
    char name[16];
    if (index && node) node = json_next(types, node);
    if (json_to_string(node, name, sizeof name) && loop_type_read(name, out)) return true;
    return call_error(call, types, "bad-field",
                      "'types' must be two of kings, queens, rooks, "
                      "bishops, knights");
}

static bool call_squares(Call *call, const char *name, LoopMark mark, const LoopPuzzle *puzzle,
                         uint8_t marks[]) {
    const JsonNode *list = call_field(call, name);
    if (list && json_type(list) != JSON_ARRAY)
        return call_error(call, list, "bad-field", "'%s' must be an array of squares", name);
    JSON_FOR_EACH(node, list) {
        int64_t square;
        if (!json_to_int(node, 0, puzzle->rows * puzzle->cols - 1, &square))
            return call_error(call, node, "bad-field", "a square is a number from 0 to %d",
                              puzzle->rows * puzzle->cols - 1);
        if (marks[square])
            return call_error(call, node, "bad-field", "square %d is named twice", (int)square);
        marks[square] = (uint8_t)mark;
    }
    return true;
}

static bool call_marks(Call *call, const LoopPuzzle *puzzle, uint8_t marks[]) {
    return call_squares(call, "first", LOOP_FIRST, puzzle, marks) &&
           call_squares(call, "second", LOOP_SECOND, puzzle, marks) &&
           call_squares(call, "empty", LOOP_EMPTY, puzzle, marks);
}

static bool call_board(Call *call, LoopPuzzle *out) {
    int64_t rows = 8, cols = 8, n = 2;
    const JsonNode *types = call_field(call, "types");
    if (!call_int(call, "rows", 1, LOOP_MAX_SQUARES, &rows) ||
        !call_int(call, "cols", 1, LOOP_MAX_SQUARES, &cols) ||
        !call_int(call, "n", 1, LOOP_MAX_SQUARES, &n) ||
        !call_type(call, types, 0, &out->type[0]) || !call_type(call, types, 1, &out->type[1]))
        return false;
    out->rows = (int)rows;
    out->cols = (int)cols;
    out->n = (int)n;
    LoopFault fault = loop_fault(out);
    return fault == LOOP_OK || call_bad_puzzle(call, fault);
}

static bool call_puzzle(Call *call, LoopPuzzle *out) {
    *out = (LoopPuzzle){0};
    if (!call_board(call, out) || !call_marks(call, out, out->mark)) return false;
    LoopFault fault = loop_fault(out);
    return fault == LOOP_OK || call_bad_puzzle(call, fault);
}

// --- writing ---

static void put_solution(Text *out, const LoopSolution *solution) {
    json_key(out, "loop");
    json_open(out, '[');
    for (int i = 0; i < solution->length; i++) json_int(out, solution->square[i]);
    json_close(out, ']');
}

static void put_squares(Text *out, const char *name, const LoopPuzzle *p, LoopMark mark) {
    json_key(out, name);
    json_open(out, '[');
    for (int s = 0; s < p->rows * p->cols; s++)
        if (p->mark[s] == mark) json_int(out, s);
    json_close(out, ']');
}

static void put_puzzle(Text *out, const LoopPuzzle *p) {
    json_put_int(out, "rows", p->rows);
    json_put_int(out, "cols", p->cols);
    json_put_int(out, "n", p->n);
    json_key(out, "types");
    json_open(out, '[');
    for (int i = 0; i < 2; i++) json_string(out, loop_type_name(p->type[i]));
    json_close(out, ']');
    put_squares(out, "first", p, LOOP_FIRST);
    put_squares(out, "second", p, LOOP_SECOND);
    put_squares(out, "empty", p, LOOP_EMPTY);
}

static void put_step(Text *out, const LoopSolution *solution, const LoopStep *step) {
    json_open(out, '{');
    json_put_int(out, "square", solution->square[step->place]);
    json_put_int(out, "type", step->place & 1);
    if (step->from >= 0) {
        json_put_int(out, "from", solution->square[step->from]);
        json_put_bool(out, "backward", step->backward);
    }
    json_put_int(out, "choices", step->choices);
    json_close(out, '}');
}

// --- work ---

static void on_progress(void *context, double done, uint64_t nodes, uint64_t found) {
    SessionTask *task = context;
    if (task_is_stopped(task)) return;
    Text out = task_event(task, "progress");
    json_put_real(&out, "done", done);
    json_put_int(&out, "nodes", (int64_t)nodes);
    json_put_int(&out, "found", (int64_t)found);
    session_send(task->session, &out);
}

static void on_solution(void *context, const LoopSolution *solution) {
    SessionTask *task = context;
    LoopRequest *e = task->state;
    if (e->sent == e->most || task_is_stopped(task)) return;
    Text out = task_event(task, "solution");
    json_put_int(&out, "number", (int64_t)++e->sent);
    put_solution(&out, solution);
    session_send(task->session, &out);
}

static LoopOptions *options_of(SessionTask *task) {
    LoopRequest *e = task->state;
    e->options.stop = &task->stop;
    e->options.context = task;
    return &e->options;
}

static void send_no_memory(SessionTask *task) {
    task_error(task, "no-memory", "not enough memory");
}

static void send_result(SessionTask *task, const LoopResult *r) {
    Text out = task_answer(task);
    json_put_bool(&out, "complete", r->end == LOOP_COMPLETE);
    json_put_int(&out, "solutions", (int64_t)r->solutions);
    json_put_int(&out, "orbits", (int64_t)r->orbits);
    json_put_int(&out, "nodes", (int64_t)r->nodes);
    session_send(task->session, &out);
}

/* Begins the answer of a search for one solution; false, after an error, when memory ran out. */
static bool begin_found(SessionTask *task, const LoopResult *r, Text *out) {
    if (r->end == LOOP_NO_MEMORY) {
        send_no_memory(task);
        return false;
    }
    *out = task_answer(task);
    json_put_bool(out, "found", r->solutions > 0);
    json_put_bool(out, "complete", r->end == LOOP_COMPLETE);
    return true;
}

static void solve(SessionTask *task) {
    LoopRequest *e = task->state;
    LoopSolution solution;
    LoopResult r = loop_solve(&e->puzzle, options_of(task), &solution);
    Text out;
    if (!begin_found(task, &r, &out)) return;
    if (r.solutions) put_solution(&out, &solution);
    json_put_int(&out, "nodes", (int64_t)r.nodes);
    session_send(task->session, &out);
}

static void enumerate(SessionTask *task) {
    LoopRequest *e = task->state;
    LoopResult r = loop_enumerate(&e->puzzle, options_of(task));
    if (r.end == LOOP_NO_MEMORY)
        send_no_memory(task);
    else
        send_result(task, &r);
}

static void put_generated(Text *out, const LoopGradedPuzzle *generated) {
    put_puzzle(out, &generated->puzzle);
    json_put_int(out, "level", generated->level);
    put_solution(out, &generated->solution);
    json_key(out, "steps");
    json_open(out, '[');
    for (int i = 0; i < generated->solution.length; i++)
        put_step(out, &generated->solution, &generated->steps[i]);
    json_close(out, ']');
}

static LoopEnd generate_puzzle(SessionTask *task, LoopGradedPuzzle *generated) {
    const LoopRequest *e = task->state;
    LoopLimits until = {.stop = &task->stop};
    if (e->options.seconds > 0) until.deadline = clock_ms() + (int64_t)(e->options.seconds * 1000);
    if (e->board) return loop_generate_level(e->board, (int)e->options.seed, &until, generated);
    return loop_generate(e->has_board ? &e->puzzle : NULL, e->unique, e->options.seed, &until,
                         generated);
}

static void generate(SessionTask *task) {
    LoopGradedPuzzle *generated = calloc(1, sizeof *generated);
    LoopEnd end = generated ? generate_puzzle(task, generated) : LOOP_NO_MEMORY;
    if (end == LOOP_NO_MEMORY) {
        send_no_memory(task);
    } else if (end == LOOP_COMPLETE && generated->solution.length == 0) {
        task_error(task, "no-solution", "there is no solution on this board");
    } else {
        Text out = task_answer(task);
        json_put_bool(&out, "complete", end == LOOP_COMPLETE);
        if (end == LOOP_COMPLETE) put_generated(&out, generated);
        session_send(task->session, &out);
    }
    free(generated);
}

/* The easiest next step of a solution that agrees with the marks of the puzzle. */
static void hint(SessionTask *task) {
    const LoopRequest *e = task->state;
    LoopStep step;
    LoopSolution solution;
    LoopResult r = loop_next_step(&e->puzzle, options_of(task), &solution, &step);
    Text out;
    if (!begin_found(task, &r, &out)) return;
    if (step.place >= 0) {
        json_key(&out, "step");
        put_step(&out, &solution, &step);
    }
    session_send(task->session, &out);
}

// --- requests ---

/* Reads the fields that all these requests share; returns NULL after it sent an error. */
static LoopRequest *call_loop(Call *call, bool needs_puzzle) {
    LoopRequest *e = calloc(1, sizeof *e);
    int64_t threads = call->session->options.threads, hash = 1, seed = 1, most = 100, board = 0;
    if (!e) {
        call_no_memory(call);
        return NULL;
    }
    e->unique = true;
    e->has_board = needs_puzzle || call_has(call, "types");
    if ((e->has_board && !call_puzzle(call, &e->puzzle)) ||
        !call_threads_and_hash(call, &threads, &hash) ||
        !call_int(call, "board", 1, LOOP_LEVELS, &board) ||
        !call_int(call, "seed", 0, board ? LOOP_SEED_MAX : INT64_MAX, &seed) ||
        !call_int(call, "most", 1, SOLUTIONS_MOST, &most) ||
        !call_real(call, "seconds", 0, 1e6, &e->options.seconds) ||
        !call_bool(call, "unique", &e->unique) || !call_bool(call, "every", &e->options.all)) {
        free(e);
        return NULL;
    }
    e->options.threads = (int)threads;
    e->options.seed = (uint64_t)seed;
    e->most = (uint64_t)most;
    e->board = (int)board;
    return e;
}

static void do_solve(Call *call) {
    LoopRequest *e = call_loop(call, true);
    if (e) call_start_task(call, solve, free, e);
}

static void do_count(Call *call) {
    LoopRequest *e = call_loop(call, true);
    if (!e) return;
    e->options.on_progress = on_progress;
    call_start_task(call, enumerate, free, e);
}

static void do_list(Call *call) {
    LoopRequest *e = call_loop(call, true);
    if (!e) return;
    e->options.on_solution = on_solution;
    e->options.stop_after = e->options.all ? 0 : e->most;
    call_start_task(call, enumerate, free, e);
}

static void do_generate(Call *call) {
    LoopRequest *e = call_loop(call, false);
    if (e) call_start_task(call, generate, free, e);
}

static void do_hint(Call *call) {
    LoopRequest *e = call_loop(call, true);
    if (e) call_start_task(call, hint, free, e);
}

static const char *verdict_name(LoopVerdict verdict) {
    static const char *const NAMES[] = {"solved",   "wrong-count", "idle",       "two-targets",
                                        "own-type", "split",       "breaks-mark"};
    return NAMES[verdict];
}

/* Checks a placement ("first" and "second").  A board that is not full yet gets the conflicts that
 * it has already. */
static void do_check(Call *call) {
    LoopPuzzle puzzle = {0};
    uint8_t placement[LOOP_MAX_SQUARES] = {0};
    if (!call_board(call, &puzzle) || !call_marks(call, &puzzle, placement)) return;
    LoopCheck check = loop_check(&puzzle, placement);
    Text out = call_answer(call);
    json_put_bool(&out, "solved", check.verdict == LOOP_SOLVED);
    json_put_string(&out, "verdict", verdict_name(check.verdict));
    if (check.verdict == LOOP_SOLVED) put_solution(&out, &check.solution);
    if (check.verdict != LOOP_SOLVED && check.verdict != LOOP_WRONG_COUNT)
        json_put_int(&out, "square", check.square);
    json_key(&out, "conflicts");
    json_open(&out, '[');
    for (int s = 0; s < puzzle.rows * puzzle.cols; s++)
        if (loop_has_conflict(&puzzle, placement, s)) json_int(&out, s);
    json_close(&out, ']');
    session_send(call->session, &out);
}

#define PUZZLE_FIELDS "rows cols n types first second empty threads hash seed seconds"

const RequestKind SESSION_LOOP_REQUESTS[] = {
    {"loop-solve", PUZZLE_FIELDS, do_solve},
    {"loop-count", PUZZLE_FIELDS, do_count},
    {"loop-list", PUZZLE_FIELDS " most every", do_list},
    {"loop-generate", PUZZLE_FIELDS " unique board", do_generate},
    {"loop-check", "rows cols n types first second empty", do_check},
    {"loop-hint", PUZZLE_FIELDS, do_hint},
    {NULL, NULL, NULL},
};
