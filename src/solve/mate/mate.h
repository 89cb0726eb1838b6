// SPDX-License-Identifier: MIT
// The mate solver: finds the shortest forced mate and proves it.
//
// "Mate in n" means: the attacker, who is to move, mates with the nth move at the latest, against
// any defence. Two searches work on a problem (docs/mate.md). The exhaustive search tries all moves
// for n = 1, 2, 3 …; the df-pn search looks for long mates first. Together they narrow "no mate in
// lo, mate within hi" until lo + 1 = hi. Every mate that is found is written out as a proof tree
// with all defences. An independent checker (mate_check.h) replays the tree by the rules before it
// is reported.
//
// The defender may claim a draw when fifty moves without capture or pawn move are complete,
// counting from the clock of the given position.
#ifndef SOLVE_MATE_MATE_H
#define SOLVE_MATE_MATE_H

#include "core/position.h"

#include "solve/mate/mate_proof_tree.h"

#include <stdatomic.h>
#include <stddef.h>

enum { MATE_MOVES_MAX = 125, MATE_THREADS_MAX = 64 };

typedef enum {
    MATE_GOAL_MATE,      // the side to move mates; in a race: wins
    MATE_GOAL_SELFMATE,  // the side to move forces the other to mate it
    MATE_GOAL_HELPMATE,  // both sides cooperate so that the side to move, which begins, is mated
    MATE_GOAL_STALEMATE, // the side to move stalemates
} MateGoal;

typedef struct {
    int lo, hi; // no mate in lo, mate within hi (0: none found yet)
    uint64_t nodes;
    double seconds;
} MateProgress;

typedef struct {
    int moves; // 1 … MATE_MOVES_MAX
    MateGoal goal;
    bool mated;              // reversed: is the side to move mated within `moves` by force?
    bool quick;              // accept any mate within `moves`
    bool all;                // find every first move of a shortest mate
    bool exact_tree;         // the tree has a shortest answer to each defence
    double seconds;          // give up after this time; 0: never
    uint64_t nodes;          // give up after this many nodes; 0: never
    const atomic_bool *stop; // give up when this becomes true; may be NULL
    void (*progress)(const MateProgress *, void *); // may be NULL; called from the caller's thread
    void *context;
} MateOptions;

typedef enum {
    MATE_UNKNOWN, // gave up; `moves` and `excluded` hold the bounds reached
    MATE_FOUND,   // mate in `moves`, and not sooner if `proved`
    MATE_NONE,    // proved: no mate within the moves asked for
} MateVerdict;

typedef struct {
    MateVerdict verdict;
    bool proved;    // there is no mate in moves - 1
    bool checked;   // the solution tree passed the checker
    bool no_memory; // no memory to write the solution of a mate that was found; the verdict is
                    // MATE_UNKNOWN
    int moves;      // length of the mate found; 0: none
    int excluded;   // proved: no mate in this many moves or fewer
    MoveList keys;  // with `all`: every key; else the first move of the line
    int length;     // of the main line, in half-moves; 0: no mate found
    Move line[2 * MATE_MOVES_MAX];
    uint64_t nodes;
    double seconds;
} MateResult;

typedef struct MateSolver MateSolver;

/* A solver with 1 to MATE_THREADS_MAX threads and a table of at most `megabytes`, reused from
 * problem to problem. NULL when memory is short. */
MateSolver *mate_solver_new(int threads, size_t megabytes);
void mate_solver_free(MateSolver *solver);

void mate_solve(MateSolver *solver, const Position *pos, const MateOptions *options,
                MateResult *out);

/* After mate_solve(): every move of the side to move that reaches the goal within n moves. Reuses
 * the table of the last problem. `out` may be incomplete when time runs out. */
void mate_key_moves(MateSolver *solver, const Position *pos, const MateOptions *options, int n,
                    MoveList *out);

/* After mate_solve(): all moves of the side to move after which the goal is not reached within n
 * moves. */
void mate_defences(MateSolver *solver, const Position *pos, const MateOptions *options, int n,
                   MoveList *out);

/* After mate_solve(): writes the refutation tree of "mate in n"; false if it could not be
 * completed. */
bool mate_refute(MateSolver *solver, const Position *pos, const MateOptions *options, int n,
                 ProofTree *out);

/* The proof tree of the last mate found; empty if there was none. Owned by the solver, valid until
 * the next problem. */
const ProofTree *mate_solver_proof(const MateSolver *solver);

#endif
