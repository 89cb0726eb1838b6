// SPDX-License-Identifier: MIT
//
// Goals other than mating in chess: selfmate, helpmate, stalemate, and winning a race.
//
// One plain search over positions of any game, all moves for both sides, with the same table of
// bounds.  It asks the rules when a goal is reached and knows no shortcuts.
#ifndef SOLVE_MATE_MATE_GOAL_H
#define SOLVE_MATE_MATE_GOAL_H

#include "solve/mate/mate_search.h"

/* Can the attacker, who is to move, reach the goal within n moves? */
bool mate_goal_attack(MateWorker *w, const Position *pos, MateGoal goal, int n);

/* Does the attacker reach it within n further moves, whatever the side to move plays? */
bool mate_goal_defence(MateWorker *w, const Position *pos, MateGoal goal, int n);

/* Can both sides together get the side to move mated in exactly `plies` half-moves?  If so the
 * moves are in `line`. */
bool mate_goal_help(MateWorker *w, const Position *pos, int plies, Move *line);

#endif
