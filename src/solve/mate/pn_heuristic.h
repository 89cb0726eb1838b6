// SPDX-License-Identifier: MIT
//
// Initial proof numbers for new nodes of the df-pn search.
//
// df-pn starts a leaf with pn = dn = 1. In DFPN_MODE_HEURISTIC the proof number comes from a
// log-linear model of the position instead: mobility of the king, attacks on the squares around it,
// defenders, and material. It was fitted to positions from df-pn searches, labelled by whether a
// small search finds a mate (docs/mate.md).
#ifndef SOLVE_MATE_PN_HEURISTIC_H
#define SOLVE_MATE_PN_HEURISTIC_H

#include "solve/mate/mate_node.h"

typedef struct {
    DefenderMobility mobility; // of the defender
    uint32_t pn;               // valid only if the defender has replies
} PnEstimate;

/* For a node with the defender to move and n moves of the attacker to come. */
PnEstimate pn_estimate_defence(const MateNode *node, int n);

/* For a node with the attacker to move and n moves left. */
uint32_t pn_estimate_attack(const MateNode *node, int n);

#endif
