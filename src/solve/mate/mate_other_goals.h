// SPDX-License-Identifier: MIT
//
// Goals other than mate in chess: selfmate, helpmate, stalemate, and winning a race.
//
// A plain depth-first search over positions of any game, all moves for both sides, with the same
// table of bounds. It uses the rules to decide whether a goal is reached and has no special cases.
#ifndef SOLVE_MATE_MATE_OTHER_GOALS_H
#define SOLVE_MATE_MATE_OTHER_GOALS_H

#include "solve/mate/mate_search.h"

/* Can the attacker, who is to move, reach the goal within n moves? */
bool mate_goal_attack(MateWorker *w, const Position *pos, MateGoal goal, int n);

/* Does the attacker reach the goal within n further moves against any play of the side to move? */
bool mate_goal_defence(MateWorker *w, const Position *pos, MateGoal goal, int n);

/* Can both sides cooperate so that the side to move is mated in exactly `plies` half-moves? If so,
 * writes the moves to `line`. */
bool mate_goal_help(MateWorker *w, const Position *pos, int plies, Move *line);

#endif
