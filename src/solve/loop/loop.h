// SPDX-License-Identifier: MIT
//
// Chess Loop puzzles: place n pieces of one type and n of another on a board so that every piece
// attacks exactly one piece, of the other type, and the attacks form one closed loop through all
// of them.
//
// A puzzle is a value (LoopPuzzle): board, number, types, and optionally marks for squares whose
// contents are known.  A solution is the loop itself, the squares in the order of the attacks.
// Three ways to ask: loop_solve (any one solution), loop_enumerate (all, or their number, total
// and up to symmetry), loop_check (is this placement a solution, and if not, why).
//
// Squares are numbered from 0 row by row from the top left; texts shown to people count from 1.
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

/* For programs ("loop-board") and for people. */
const char *loop_fault_name(LoopFault fault);
const char *loop_fault_text(LoopFault fault);

/* "king", "queen", … and the letter K, Q, R, B, N. */
const char *loop_type_name(LoopType type);
char loop_type_letter(LoopType type);

/* Reads a type, singular or plural, in any case. */
bool loop_type_read(const char *text, LoopType *type);

/* Can this pair have a solution with n >= 2 on any board?  (Seven pairs can.) */
bool loop_pair_is_possible(LoopType a, LoopType b);

/* How to search.  Zeros mean: one thread, no limits, nobody watching. */
typedef struct {
    int threads;
    uint64_t seed;           // order of random attempts in loop_solve
    double seconds;          // stop after this time; 0: never
    bool all;                // report each solution, not one per orbit
    uint64_t stop_after;     // stop after so many orbits; 0: never
    const atomic_bool *stop; // stop soon after this becomes true; may be NULL
    void (*on_solution)(void *context, const LoopSolution *solution);
    void (*on_progress)(void *context, double done, uint64_t nodes, uint64_t found);
    void *context;
} LoopOptions;

typedef enum {
    LOOP_COMPLETE,   // the search went through everything it had to
    LOOP_INCOMPLETE, // the time was over, stop_after was reached, or somebody stopped it
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

/* Finds one solution.  The same seed gives the same one, whatever the number of threads.
 * `solutions` is 1 if one was found; 0 with LOOP_COMPLETE proves that there is none. */
LoopResult loop_solve(const LoopPuzzle *puzzle, const LoopOptions *options, LoopSolution *solution);

/* A quick look for a solution; false may also mean that more effort (1, 2, …) was needed, or that
 * *stop became true, which may be NULL. */
bool loop_solve_quickly(const LoopPuzzle *puzzle, int effort, const atomic_bool *stop,
                        LoopSolution *solution);

/* Goes through all solutions.  With on_solution they are reported in an order that does not
 * depend on the number of threads, by the calling thread; otherwise they are only counted. */
LoopResult loop_enumerate(const LoopPuzzle *puzzle, const LoopOptions *options);

/* A count shared out: part 0, 1, … of `parts`, which may be counted anywhere.  What each of them
 * found are fractions, which only the sum of all makes whole; it is the result of loop_enumerate,
 * nodes and all. */
enum { LOOP_PARTS = 256 };
typedef struct {
    LoopEnd end;               // LOOP_COMPLETE if all parts are
    Uint128 solutions, orbits; // times 840, and orbits times the symmetries
    uint64_t nodes;
    int symmetries;
} LoopPartCount;

LoopPartCount loop_count_part(const LoopPuzzle *puzzle, const LoopOptions *options, int part,
                              int parts);
void loop_part_count_add(LoopPartCount *sum, const LoopPartCount *part); // to {0} at first
LoopResult loop_part_count_total(const LoopPartCount *sum);

/* Two solutions that no symmetry turns into each other, or fewer: is a puzzle unique? */
typedef struct {
    LoopSolution solution[2];
    int count;
} LoopPair;

/* An on_solution that keeps the first two; the context is a LoopPair. */
void loop_collect_two(void *pair, const LoopSolution *solution);

/* Makes up a puzzle with a solution: any live pair, boards from 2 x 3 to `side` x `side` squares
 * (3 <= side <= 32).  False only when memory is short. */
bool loop_random_puzzle(uint64_t seed, int side, LoopPuzzle *puzzle, LoopSolution *solution);

/* One step on the way to a solution: how the next piece is found. */
typedef struct {
    int place;     // index of the piece in solution->square
    int from;      // index of the piece it follows from; -1 for the first
    bool backward; // the new piece attacks `from`; otherwise `from` attacks it
    int choices;   // squares it could stand on, as far as the rules show at once
} LoopStep;

/* Retraces a solution in the order in which the search finds it easiest; fills 2n steps and
 * returns their number, 0 when memory is short. */
int loop_trace(const LoopPuzzle *puzzle, const LoopSolution *solution, LoopStep steps[]);

/* As loop_solve, and the first of those steps that is not marked yet; its place is -1 if there is
 * none. */
LoopResult loop_next_step(const LoopPuzzle *puzzle, const LoopOptions *options,
                          LoopSolution *solution, LoopStep *step);

/* A puzzle for people. */
typedef struct {
    LoopPuzzle puzzle; // its marks are the clues
    LoopSolution solution;
    LoopStep steps[LOOP_MAX_SQUARES]; // hints
    uint64_t nodes;                   // search effort to find the solution and prove it unique
    int forced;                       // steps with one choice
    int level;                        // 1 (easy) to 5 (fiendish), by the effort
} LoopGradedPuzzle;

/* When to give up. */
typedef struct {
    const atomic_bool *stop; // soon after this becomes true; may be NULL
    int64_t deadline;        // at this clock_ms; 0: never
} LoopLimits;

/* Makes a puzzle, on a board of its own choice or on `frame` (marks are kept) when not NULL.  With
 * `unique` it has one solution up to the symmetries of what is given; clues are added until that
 * holds and taken away again while it holds.  LOOP_COMPLETE; LOOP_INCOMPLETE when it was time to
 * give up; LOOP_NO_MEMORY.  A solution of no length says that the frame has none. */
LoopEnd loop_generate(const LoopPuzzle *frame, bool unique, uint64_t seed, const LoopLimits *limits,
                      LoopGradedPuzzle *graded);

/* Puzzles to share: a level decides the board, a seed everything else. */
enum { LOOP_LEVELS = 5, LOOP_SEED_MAX = 999999 };

/* The puzzle of a level (from 1) and a seed, with one solution; ends as loop_generate. */
LoopEnd loop_generate_level(int level, int seed, const LoopLimits *limits,
                            LoopGradedPuzzle *graded);

/* Has somebody asked to stop? */
static inline bool loop_is_stopped(const atomic_bool *stop) {
    return stop && atomic_load_explicit(stop, memory_order_relaxed);
}

typedef enum {
    LOOP_SOLVED,
    LOOP_WRONG_COUNT,      // not n pieces of each type, but `square` and `other` of them
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

/* Judges a full placement (LOOP_FIRST, LOOP_SECOND or empty for each square) by the rules alone;
 * shares nothing with the search. */
LoopCheck loop_check(const LoopPuzzle *puzzle, const uint8_t placement[]);

/* On a board that need not be full: does a piece stand there that attacks two or more, or one of
 * its own type? */
bool loop_has_conflict(const LoopPuzzle *puzzle, const uint8_t placement[], int square);

#endif
