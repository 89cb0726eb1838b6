// SPDX-License-Identifier: MIT
//
// Solutions of adversarial play as proof trees (mate_proof_tree.h), and their checker.
//
// A tree begins after a first move, with the defender to move and n moves left to the attacker. A
// proof holds all defences and one answer to each. A refutation holds one defence and all attacks,
// down to where one attack is left; the checker searches that one itself.
#ifndef SOLVE_PROBLEM_PROBLEM_PROOF_H
#define SOLVE_PROBLEM_PROBLEM_PROOF_H

#include "solve/mate/mate_check.h"
#include "solve/problem/problem.h"

/* Write a proof or a refutation; to be called after problem_solve() or problem_begin(). False when
 * time or memory ran out. */
bool problem_prove(ProblemSolver *solver, const Stipulation *s, const Position *pos, int n,
                   ProofTree *tree);
bool problem_refute(ProblemSolver *solver, const Stipulation *s, const Position *pos, int n,
                    ProofTree *tree);

// --- the checker ---

/* It depends on the rules and the stipulation only, not on the solver. */

ProofCheck problem_check_proof(const Stipulation *s, const Position *pos, int n,
                               const ProofTree *tree);
ProofCheck problem_check_refutation(const Stipulation *s, const Position *pos, int n,
                                    const ProofTree *tree);

/* Has the goal just been reached: is the side to move mated, or stalemated? */
bool problem_is_reached(const Stipulation *s, const Position *pos);

/* In a reflexmate, must the side to move reach the goal at once, so that it has no choice of
 * moves? */
bool problem_is_obliged(const Stipulation *s, const Position *pos);

/* Plays a move of a line that has `left` more moves; in a series the other side then passes. False,
 * and without the pass, if the other side is in check. */
bool problem_play_line_move(const Stipulation *s, Position *pos, Move move, int left);

/* Is this line of help play or of a series a solution, of the full length or shorter? */
bool problem_check_line(const Stipulation *s, const Position *pos, const Move *line, int count);

#endif
