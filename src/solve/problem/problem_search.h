// SPDX-License-Identifier: MIT
//
// The searches of the problem solver, and the state they share.
//
//     cooperative.c    both sides cooperate (help play), or one side moves alone (series)
//     adversarial.c    one side against the other: direct, self, reflex
//
// Both use the nodes, the table and the clock of the mate search.
#ifndef SOLVE_PROBLEM_PROBLEM_SEARCH_H
#define SOLVE_PROBLEM_PROBLEM_SEARCH_H

#include "solve/mate/mate_search.h"
#include "solve/problem/feasibility.h"
#include "solve/problem/stipulation.h"
#include "solve/problem/target_positions.h"

typedef struct {
    MateWorker *w;
    Feasibility *feasibility;
    TargetPositions *targets;
    Stipulation stipulation;
    Color victim;
    Move hint; // see problem_goal_is_forced()
} ProblemSearch;

// --- the goal, on the board ---

/* Has the goal just been reached: is the side to move mated, or stalemated? */
bool problem_goal_is_reached(ProblemGoal goal, const MateNode *node);

/* Lists every move that reaches the goal at once. */
void problem_goal_moves(ProblemGoal goal, const MateNode *node, MoveList *out);

/* Is there such a move? */
bool problem_goal_in_one(ProblemGoal goal, const MateNode *node);

/* Does every legal move reach the goal, and is there a legal move? `hint` holds a move that did not
 * reach it in the last call; it is tried first. */
bool problem_goal_is_forced(ProblemGoal goal, const MateNode *node, Move *hint);

// --- cooperative play ---

/* Called for each solution; returning false ends the search. */
typedef bool LineVisitor(const Move *line, int count, void *context);

/* Finds every line of exactly `plies` half-moves (at least 2; a forced last one included) that
 * begins with the legal move `first`. False when the clock or the visitor ended the search
 * early. */
bool cooperative_find_lines(ProblemSearch *s, const MateNode *root, Move first, int plies,
                            LineVisitor *visit, void *context);

// --- adversarial play ---

/* Can the side to move, the attacker, reach the goal within n of its moves? */
bool adversarial_attack(ProblemSearch *s, const MateNode *node, int n);

/* Does the attacker reach the goal within n more of its moves against any play of the side to
 * move? */
bool adversarial_defence(ProblemSearch *s, const MateNode *node, int n);

#endif
