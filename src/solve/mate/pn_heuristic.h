// SPDX-License-Identifier: MIT
//
// How far from a mate?  The proof numbers with which the finder meets a new position.
//
// A linear model of what one look at the board tells: the king's freedom, how often the squares
// around it are hit, who defends, what force there is.  It was fitted to positions from the
// finder's own searches and to whether a small search mates in them (docs/mate.md).
#ifndef SOLVE_MATE_PN_HEURISTIC_H
#define SOLVE_MATE_PN_HEURISTIC_H

#include "solve/mate/mate_node.h"

typedef struct {
    DefenderMobility mobility; // what the defender can do
    uint32_t pn;               // only with replies
} PnEstimate;

/* The defender to move, n moves of the attacker to come. */
PnEstimate pn_estimate_defence(const MateNode *node, int n);

/* The attacker to move, n moves left. */
uint32_t pn_estimate_attack(const MateNode *node, int n);

#endif
