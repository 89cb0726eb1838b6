// SPDX-License-Identifier: MIT
//
// What the searches for problems share.
//
//     cooperative.c    lines both sides play together (help play) or one plays alone (series)
//     adversarial.c   one side against the other: direct, self, reflex
//
// Both work on the nodes, the table and the clock of the mate search.
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
    Move hint; // for problem_goal_is_forced
} ProblemSearch;

// --- the aim, on the board ---

/* Has it just been reached: is the side to move mated, or stalemated? */
bool problem_goal_is_reached(ProblemGoal goal, const MateNode *node);

/* Every move that reaches it at once. */
void problem_goal_moves(ProblemGoal goal, const MateNode *node, MoveList *out);

/* Is there one? */
bool problem_goal_in_one(ProblemGoal goal, const MateNode *node);

/* Does every legal move reach it, and is there one?  `hint` is a move that did not
 * the last time: it is tried first. */
bool problem_goal_is_forced(ProblemGoal goal, const MateNode *node, Move *hint);

// --- lines ---

/* Called for each solution; false ends the search. */
typedef bool LineVisitor(const Move *line, int count, void *context);

/* Finds every line of exactly this many moves (both sides counted, a forced last one included; at
 * least 2) that begins with this legal move.  False when it was ended early: by the clock or the
 * visitor. */
bool cooperative_find_lines(ProblemSearch *s, const MateNode *root, Move first, int plies,
                            LineVisitor *visit, void *context);

// --- battles ---

/* Can the side to move, which wants the aim, have it within n moves of its own? */
bool adversarial_attack(ProblemSearch *s, const MateNode *node, int n);

/* Does the other side have it within n more moves of its own, whatever the side to move plays? */
bool adversarial_defence(ProblemSearch *s, const MateNode *node, int n);

#endif
