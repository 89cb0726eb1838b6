// SPDX-License-Identifier: MIT
//
// Forced mates: the shortest one, proved.
//
// "Mate in n" means: the attacker, who is to move, mates with the nth move at the latest, whatever
// the defender plays.  Two engines work on a question (see docs/mate.md): a prover that goes
// through all moves for n = 1, 2, 3 … and a finder that looks for long mates first; between them
// they narrow "no mate in lo, mate within hi" until lo + 1 = hi.  Every mate that is found is
// written out as a tree of all defences and replayed by a checker that knows the rules
// and nothing else (mate_check.h) before it is reported.
//
// The defender may claim a draw when fifty moves without capture or pawn move are complete,
// counting from the position's own clock.
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
    MATE_GOAL_HELPMATE,  // both sides help to mate the side to move, which begins
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
    bool mated;      // turned round: is the side to move mated within `moves`, whatever it plays?
    bool quick;      // any mate within `moves` will do
    bool all;        // every first move that mates in the shortest way
    bool exact_tree; // the tree answers each defence in the shortest way
    double seconds;  // give up after this time; 0: never
    uint64_t nodes;  // give up after this many nodes; 0: never
    const atomic_bool *stop;                        // give up when this becomes true; may be NULL
    void (*progress)(const MateProgress *, void *); // may be NULL; called from the caller's thread
    void *context;
} MateOptions;

typedef enum {
    MATE_UNKNOWN, // gave up; lo and hi tell how far it got
    MATE_FOUND,   // mate in `moves`, and not sooner if `proved`
    MATE_NONE,    // proved: no mate within the moves asked for
} MateVerdict;

typedef struct {
    MateVerdict verdict;
    bool proved;    // no mate in moves - 1
    bool checked;   // the solution tree passed the checker
    bool no_memory; // for the solution of a mate that was found; the verdict is MATE_UNKNOWN
    int moves;      // length of the mate found; 0: none
    int excluded;   // proved: no mate in this many moves or fewer
    MoveList keys;  // with `all`: every key; else the one of the line
    int length;     // of the main line, in half-moves; 0: no mate found
    Move line[2 * MATE_MOVES_MAX];
    uint64_t nodes;
    double seconds;
} MateResult;

typedef struct MateSolver MateSolver;

/* Keeps its memory from one problem to the next: the megabytes at most.  From 1 to
 * MATE_THREADS_MAX threads.  NULL without memory. */
MateSolver *mate_solver_new(int threads, size_t megabytes);
void mate_solver_free(MateSolver *solver);

void mate_solve(MateSolver *solver, const Position *pos, const MateOptions *options,
                MateResult *out);

/* After mate_solve: every move of the side to move that reaches the goal within n moves, found
 * with what is still known of the last question.  `out` may be incomplete when time runs out. */
void mate_key_moves(MateSolver *solver, const Position *pos, const MateOptions *options, int n,
                    MoveList *out);

/* After mate_solve: can the side to move avert the goal within n moves?  All its moves that do. */
void mate_defences(MateSolver *solver, const Position *pos, const MateOptions *options, int n,
                   MoveList *out);

/* After mate_solve: the refutation tree of "mate in n"; false if it could not be written. */
bool mate_refute(MateSolver *solver, const Position *pos, const MateOptions *options, int n,
                 ProofTree *out);

/* The solution of the last mate found, complete with all defences; empty if there was none.
 * Belongs to the solver and lasts until the next question. */
const ProofTree *mate_solver_proof(const MateSolver *solver);

#endif
