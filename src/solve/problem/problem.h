// SPDX-License-Identifier: MIT
//
// The problem solver: orthodox chess problems of every kind, with all their keys and lines.
//
// A problem has no repetition and no fifty-move rule. For help play and series the solver finds
// every line; for adversarial play (direct, self, reflex) it finds every key.
#ifndef SOLVE_PROBLEM_PROBLEM_H
#define SOLVE_PROBLEM_PROBLEM_H

#include "core/position.h"
#include "solve/problem/stipulation.h"

#include <stdatomic.h>
#include <stddef.h>

typedef enum {
    PROBLEM_UNKNOWN, // no solution found, but the search is incomplete
    PROBLEM_SOLVED,
    PROBLEM_NONE, // proved: no solution
} ProblemAnswer;

typedef struct {
    ProblemAnswer answer;
    bool finished;  // the requested search is complete, even if it was limited to some first moves
    bool complete;  // all first moves were searched: there are no other keys and lines
    bool no_memory; // memory ran out, and lines are missing
    MoveList keys;  // first moves that solve within the stipulated moves
    int key_moves[MOVES_MAX]; // per key: the fewest moves
    uint64_t lines;           // lines of the full length …
    uint64_t short_lines;     // … and shorter lines
    uint64_t nodes;
    double seconds;
} ProblemResult;

/* The progress of a search. */
typedef struct {
    int moves;       // the length that is being searched …
    int done, total; // … how many of its first moves are done …
    double seconds;  // … and the time that took
    uint64_t found;  // solutions so far
} ProblemProgress;

typedef struct {
    Stipulation stipulation;
    bool exact;              // only solutions of the full length
    int first, last;         // search only these first moves, counted from 1; 0: all
    uint64_t max_lines;      // stop after this many lines; 0: never
    double seconds;          // give up after this time; 0: never
    uint64_t nodes;          // give up after this many nodes; 0: never
    const atomic_bool *stop; // give up when this becomes true; may be NULL
    /* Called for each line, those with fewer moves first; may be NULL. */
    void (*line)(const Move *moves, int count, void *context);
    /* Called from time to time, always on the caller's thread; may be NULL. */
    void (*progress)(const ProblemProgress *so_far, void *context);
    void *context;
} ProblemOptions;

/* Lines in the order in which they were added. */
typedef struct {
    Move *moves; // the lines one after another
    int *lengths;
    size_t count, length_capacity, used, move_capacity;
    bool failed; // memory ran out: lines are missing
} ProblemLines;

void problem_lines_add(const Move *line, int count, ProblemLines *lines);
void problem_lines_free(ProblemLines *lines);

typedef struct ProblemSolver ProblemSolver;

enum { PROBLEM_THREADS_MAX = 64 };

/* A solver whose memory is reused from problem to problem; NULL when memory is short. The number of
 * threads (1 to PROBLEM_THREADS_MAX) does not change the results, including their order. */
ProblemSolver *problem_solver_new(int threads, size_t megabytes);
void problem_solver_free(ProblemSolver *solver);

/* Solves a problem; `pos` is a chess position, and the side to move begins. */
void problem_solve(ProblemSolver *solver, const Position *pos, const ProblemOptions *options,
                   ProblemResult *out);

/* Lists the first moves that the options select, in the order in which first and last count
 * them. */
void problem_first_moves(const Position *pos, const ProblemOptions *options, MoveList *out);

// --- after problem_solve() ---

/* For adversarial play only: queries about positions of the problem just solved. problem_resume()
 * grants the time limit once more. To use the queries without problem_solve(), call problem_begin()
 * first, which sets the stipulation and the attacker. */
void problem_begin(ProblemSolver *solver, Color attacker, const ProblemOptions *options);
void problem_resume(ProblemSolver *solver, const ProblemOptions *options);

/* Did time run out? Then the results since problem_resume() are invalid. */
bool problem_is_interrupted(const ProblemSolver *solver);

/* The fewest moves (at most n) in which the attacker, who is to move, reaches the goal; 0: none.
 * `out` receives every move that does so in this number. */
int problem_continuations(ProblemSolver *solver, const Position *pos, int n, MoveList *out);

/* Does this move of the attacker reach the goal within n moves? */
bool problem_move_solves(ProblemSolver *solver, const Position *pos, Move move, int n);

#endif
