// SPDX-License-Identifier: MIT
//
// Chess problems of every orthodox kind: which first moves solve them, and in which lines.
//
// Unlike a game, a problem knows neither repetition nor fifty moves.  Help play and series are
// answered with every line; battles (direct, self, reflex) with every key.
#ifndef SOLVE_PROBLEM_PROBLEM_H
#define SOLVE_PROBLEM_PROBLEM_H

#include "core/position.h"
#include "solve/problem/stipulation.h"

#include <stdatomic.h>
#include <stddef.h>

typedef enum {
    PROBLEM_UNKNOWN, // none was found, and not everything was looked at
    PROBLEM_SOLVED,
    PROBLEM_NONE, // proved: no solution
} ProblemAnswer;

typedef struct {
    ProblemAnswer answer;
    bool finished;            // what was asked for was looked at, if only some of the first moves
    bool complete;            // everything was looked at: there are no other keys and lines
    bool no_memory;           // lines are missing
    MoveList keys;            // first moves that solve within the moves asked for
    int key_moves[MOVES_MAX]; // of each key: the fewest moves in which it solves
    uint64_t lines;           // with all the moves …
    uint64_t short_lines;     // … and with fewer
    uint64_t nodes;
    double seconds;
} ProblemResult;

/* How far the search has come. */
typedef struct {
    int moves;       // the length that is being looked through …
    int done, total; // … how many of its first moves have been …
    double seconds;  // … and how long that took
    uint64_t found;  // solutions so far
} ProblemProgress;

typedef struct {
    Stipulation stipulation;
    bool exact;              // only what takes all the moves, nothing shorter
    int first, last;         // of the first moves only these, counted from 1; 0: all
    uint64_t max_lines;      // lines to look for; 0: all
    double seconds;          // give up after this time; 0: never
    uint64_t nodes;          // give up after this many nodes; 0: never
    const atomic_bool *stop; // give up when this becomes true; may be NULL
    /* Called for each line, those with fewer moves first; may be NULL. */
    void (*line)(const Move *moves, int count, void *context);
    /* Called now and then, always on the caller's thread; may be NULL. */
    void (*progress)(const ProblemProgress *so_far, void *context);
    void *context;
} ProblemOptions;

/* Lines in the order in which they were added. */
typedef struct {
    Move *moves; // one line after the other
    int *lengths;
    size_t count, room, used, moves_room;
    bool failed; // memory ran out: some are missing
} ProblemLines;

void problem_lines_add(const Move *line, int count, ProblemLines *lines);
void problem_lines_free(ProblemLines *lines);

typedef struct ProblemSolver ProblemSolver;

enum { PROBLEM_THREADS_MAX = 64 };

/* Keeps its memory from one problem to the next.  NULL without memory.  The number of threads (1 to
 * PROBLEM_THREADS_MAX) changes nothing in the answers, their order included. */
ProblemSolver *problem_solver_new(int threads, size_t megabytes);
void problem_solver_free(ProblemSolver *solver);

/* `pos` is of chess; the side to move begins. */
void problem_solve(ProblemSolver *solver, const Position *pos, const ProblemOptions *options,
                   ProblemResult *out);

/* The first moves that are asked about, in the order in which they are counted. */
void problem_first_moves(const Position *pos, const ProblemOptions *options, MoveList *out);

/* ------------------------------------------------------------------ after problem_solve
 *
 * Battles only: what follows from positions of the problem just solved, for as long as its time
 * limit once more from problem_resume on.  Without a problem to solve, problem_begin says what is
 * asked for, and for whom. */
void problem_begin(ProblemSolver *solver, Color attacker, const ProblemOptions *options);
void problem_resume(ProblemSolver *solver, const ProblemOptions *options);

/* Did time run out?  Then the answers since then mean nothing. */
bool problem_is_interrupted(const ProblemSolver *solver);

/* The fewest moves (at most n) in which the attacker, who is to move, reaches the aim, and every
 * move that does; 0: none. */
int problem_continuations(ProblemSolver *solver, const Position *pos, int n, MoveList *out);

/* Does this move of the attacker's reach the aim within n moves? */
bool problem_move_solves(ProblemSolver *solver, const Position *pos, Move move, int n);

#endif
