// SPDX-License-Identifier: MIT
//
// Answers of battles written out as trees (mate_proof_tree.h), for somebody who does not believe
// them.
//
// A tree begins behind a first move, with the defender to move and n moves left to the attacker.
// A proof holds all defences and one answer to each; a refutation one defence and all attacks, down
// to where one attack is left, which a reader can try out.
#ifndef SOLVE_PROBLEM_PROBLEM_PROOF_H
#define SOLVE_PROBLEM_PROBLEM_PROOF_H

#include "solve/mate/mate_check.h"
#include "solve/problem/problem.h"

/* After problem_solve or problem_begin.  False when the clock or the memory gave up. */
bool problem_prove(ProblemSolver *solver, const Stipulation *s, const Position *pos, int n,
                   ProofTree *tree);
bool problem_refute(ProblemSolver *solver, const Stipulation *s, const Position *pos, int n,
                    ProofTree *tree);

/* ------------------------------------------------------------------ the judge
 *
 * Knows the rules and the stipulation and nothing of the solver. */

ProofCheck problem_check_proof(const Stipulation *s, const Position *pos, int n,
                               const ProofTree *tree);
ProofCheck problem_check_refutation(const Stipulation *s, const Position *pos, int n,
                                    const ProofTree *tree);

/* Has the aim just been reached: is the side to move mated, or stalemated? */
bool problem_is_reached(const Stipulation *s, const Position *pos);

/* Must the side to move reach the aim at once, so that it has no choice of first moves? */
bool problem_is_obliged(const Stipulation *s, const Position *pos);

/* Plays a move of a line that has `left` more: in a series the other side then passes.  False, with
 * the pass left out, if it is in check. */
bool problem_play_line_move(const Stipulation *s, Position *pos, Move move, int left);

/* Is the line of help play or a series a solution, with all its moves or fewer? */
bool problem_check_line(const Stipulation *s, const Position *pos, const Move *line, int count);

#endif
