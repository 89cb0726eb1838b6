// SPDX-License-Identifier: MIT
//
// Chess Loop puzzles: place n pieces of one type and n of another on a board so that every piece
// attacks exactly one piece, of the other type, and the attacks form one closed loop through all
// of them.
//
// A puzzle is a value (LoopPuzzle): board, number of pieces, types, and optionally marks for
// squares whose contents are given.  A solution is the loop itself: the squares in the order of the
// attacks. Three entry points: loop_solve finds one solution, loop_enumerate lists or counts all of
// them (in total and up to symmetry), and loop_check says whether a placement is a solution, and if
// not, why.
//
// Squares are numbered from 0 row by row from the top left; texts shown to users count from 1.
#ifndef SOLVE_LOOP_LOOP_H
#define SOLVE_LOOP_LOOP_H

#include "base/uint128.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { LOOP_MAX_SQUARES = 1024 };

typedef enum { LOOP_KING, LOOP_QUEEN, LOOP_ROOK, LOOP_BISHOP, LOOP_KNIGHT, LOOP_TYPES } LoopType;

/* What is known of a square.  LOOP_FIRST and LOOP_SECOND also say which type a piece has. */
typedef enum { LOOP_UNKNOWN, LOOP_FIRST, LOOP_SECOND, LOOP_EMPTY } LoopMark;

typedef struct {
    int rows, cols;
    int n;            // pieces of each type
    LoopType type[2]; // the first and the second type
    uint8_t mark[LOOP_MAX_SQUARES];
} LoopPuzzle;

/* The loop: square[0] holds a piece of the first type and attacks square[1], and so on; the last
 * one attacks square[0].  Always starts at the smallest square of the first type. */
typedef struct {
    int length; // 2n
    uint16_t square[LOOP_MAX_SQUARES];
} LoopSolution;

typedef enum {
    LOOP_OK,
    LOOP_BAD_BOARD,    // rows or columns below 1, or too many squares
    LOOP_BAD_NUMBER,   // n below 1
    LOOP_TOO_MANY,     // 2n pieces do not fit
    LOOP_SAME_TYPES,   // the two types must differ
    LOOP_GIVEN_FIRST,  // more than n given pieces of the first type
    LOOP_GIVEN_SECOND, // more than n given pieces of the second type
} LoopFault;

/* Is this a puzzle?  Everything below requires LOOP_OK. */
LoopFault loop_fault(const LoopPuzzle *puzzle);

/* The name is for programs ("loop-board"), the text for users. */
const char *loop_fault_name(LoopFault fault);
const char *loop_fault_text(LoopFault fault);

/* "king", "queen", … and the letter K, Q, R, B, N. */
const char *loop_type_name(LoopType type);
char loop_type_letter(LoopType type);

/* Reads a type, singular or plural, in any case. */
bool loop_type_read(const char *text, LoopType *type);

/* Can this pair have a solution with n >= 2 on any board?  Seven pairs can. */
bool loop_pair_is_possible(LoopType a, LoopType b);

/* How to search.  Zeros mean: one thread, no limits, no callbacks. */
typedef struct {
    int threads;
    uint64_t seed;           // order of the random attempts in loop_solve
    double seconds;          // stop after this time; 0: never
    bool all;                // report each solution, not one per orbit of the symmetries
    uint64_t stop_after;     // stop after so many orbits; 0: never
    const atomic_bool *stop; // the search ends soon after this becomes true; may be NULL
    void (*on_solution)(void *context, const LoopSolution *solution);
    void (*on_progress)(void *context, double done, uint64_t nodes, uint64_t found);
    void *context;
} LoopOptions;

typedef enum {
    LOOP_COMPLETE,   // the search covered everything it had to
    LOOP_INCOMPLETE, // time limit, stop_after or `stop` ended the search
    LOOP_NO_MEMORY,
} LoopEnd;

/* After LOOP_INCOMPLETE `solutions` and `orbits` are lower bounds: what was found until then. */
typedef struct {
    LoopEnd end;
    uint64_t solutions; // all of them
    uint64_t orbits;    // up to the symmetries of the board that keep its marks
    uint64_t nodes;     // placements tried
    int symmetries;     // how many symmetries those are
} LoopResult;

/* Finds one solution.  The result depends on the seed, not on the number of threads.
 * `solutions` is 1 if one was found; 0 with LOOP_COMPLETE proves that there is none. */
LoopResult loop_solve(const LoopPuzzle *puzzle, const LoopOptions *options, LoopSolution *solution);

/* A quick look for a solution; false may also mean that more effort (1, 2, …) was needed, or that
 * *stop became true, which may be NULL. */
bool loop_solve_quickly(const LoopPuzzle *puzzle, int effort, const atomic_bool *stop,
                        LoopSolution *solution);

/* Enumerates all solutions.  With on_solution, the calling thread reports them, in an order that
 * does not depend on the number of threads; without it they are only counted. */
LoopResult loop_enumerate(const LoopPuzzle *puzzle, const LoopOptions *options);

/* A count divided into parts 0, 1, … of `parts`, which may run on different machines.  The numbers
 * of one part are fractions; only the sum over all parts is an integer.  That sum equals the result
 * of loop_enumerate, including the nodes. */
enum { LOOP_PARTS = 256 };
typedef struct {
    LoopEnd end;               // LOOP_COMPLETE if all parts are
    Uint128 solutions, orbits; // solutions times 840; orbits times 840 and the number of symmetries
    uint64_t nodes;
    int symmetries;
} LoopPartCount;

LoopPartCount loop_count_part(const LoopPuzzle *puzzle, const LoopOptions *options, int part,
                              int parts);
void loop_part_count_add(LoopPartCount *sum, const LoopPartCount *part); // `sum` starts as {0}
LoopResult loop_part_count_total(const LoopPartCount *sum);

/* The first two solutions that no symmetry maps to each other: shows whether a puzzle is unique. */
typedef struct {
    LoopSolution solution[2];
    int count;
} LoopPair;

/* An on_solution callback that keeps the first two solutions; the context is a LoopPair. */
void loop_collect_two(void *pair, const LoopSolution *solution);

/* Makes a random puzzle with a solution: a pair of types that can form a loop, a board from 2 x 3
 * to `side` x `side` squares (3 <= side <= 32).  False only when memory is short. */
bool loop_random_puzzle(uint64_t seed, int side, LoopPuzzle *puzzle, LoopSolution *solution);

/* One step of the search along a known solution: how the next piece is found. */
typedef struct {
    int place;     // index of the piece in solution->square
    int from;      // index of the piece it follows from; -1 for the first
    bool backward; // the new piece attacks `from`; otherwise `from` attacks it
    int choices;   // squares left for it by the rules that the search checks at each node
} LoopStep;

/* Retraces a solution in the order in which the search would place its pieces.  Fills 2n steps and
 * returns their number, 0 when memory is short. */
int loop_trace(const LoopPuzzle *puzzle, const LoopSolution *solution, LoopStep steps[]);

/* Like loop_solve; `step` is the first of those steps whose square is not marked yet.  Its `place`
 * is -1 if all are marked. */
LoopResult loop_next_step(const LoopPuzzle *puzzle, const LoopOptions *options,
                          LoopSolution *solution, LoopStep *step);

/* A puzzle for human solvers, with its grade. */
typedef struct {
    LoopPuzzle puzzle; // its marks are the clues
    LoopSolution solution;
    LoopStep steps[LOOP_MAX_SQUARES]; // the steps of loop_trace, used as hints
    uint64_t nodes;                   // search effort to find the solution and prove it unique
    int forced;                       // steps with one choice
    int level;                        // 1 (easy) to 5 (fiendish), by `nodes`
} LoopGradedPuzzle;

/* Limits of a generator call. */
typedef struct {
    const atomic_bool *stop; // the call ends soon after this becomes true; may be NULL
    int64_t deadline;        // in the time of clock_ms(); 0: no limit
} LoopLimits;

/* Makes a puzzle, on a random board or, if `frame` is not NULL, on `frame` with its marks.  With
 * `unique` the puzzle has one solution up to the symmetries that keep its marks: clues are added
 * until that holds, then removed again while it still holds.  Returns LOOP_COMPLETE,
 * LOOP_INCOMPLETE when a limit was reached, or LOOP_NO_MEMORY.  A solution of length 0 means that
 * the frame has none. */
LoopEnd loop_generate(const LoopPuzzle *frame, bool unique, uint64_t seed, const LoopLimits *limits,
                      LoopGradedPuzzle *graded);

/* Puzzles that are named by level and seed: the level determines the board, the seed the rest. */
enum { LOOP_LEVELS = 5, LOOP_SEED_MAX = 999999 };

/* Makes the puzzle of a level (from 1) and a seed, with one solution.  Returns like loop_generate.
 */
LoopEnd loop_generate_level(int level, int seed, const LoopLimits *limits,
                            LoopGradedPuzzle *graded);

/* Has the caller asked the search to stop? */
static inline bool loop_is_stopped(const atomic_bool *stop) {
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

typedef enum {
    LOOP_SOLVED,
    LOOP_WRONG_COUNT,      // `square` and `other` pieces of the two types instead of n
    LOOP_NO_TARGET,        // this piece attacks nothing
    LOOP_TWO_TARGETS,      // this piece attacks two or more; `other` and `third` are two of them
    LOOP_OWN_TYPE,         // this piece attacks one of its own type, `other`
    LOOP_SPLIT,            // from this piece the attacks come to `other` again after `steps` pieces
    LOOP_CONTRADICTS_MARK, // this square contradicts the puzzle's marks
} LoopVerdict;

typedef struct {
    LoopVerdict verdict;
    int square, other, third, steps;
    LoopSolution solution; // valid with LOOP_SOLVED
} LoopCheck;

/* Checks a full placement (LOOP_FIRST, LOOP_SECOND or empty for each square) against the rules.
 * Shares no code with the search, so it can verify the results of the search. */
LoopCheck loop_check(const LoopPuzzle *puzzle, const uint8_t placement[]);

/* For an unfinished placement: is there a piece on `square` that attacks two or more pieces, or one
 * of its own type? */
bool loop_has_conflict(const LoopPuzzle *puzzle, const uint8_t placement[], int square);

#endif
