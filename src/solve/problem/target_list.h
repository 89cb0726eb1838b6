// SPDX-License-Identifier: MIT
//
// What listing final positions and narrowing them down share.
#ifndef SOLVE_PROBLEM_TARGET_LIST_H
#define SOLVE_PROBLEM_TARGET_LIST_H

#include "solve/problem/target_positions.h"

/* One side's share in a final position. */
typedef struct {
    uint16_t active;               // pieces that have a part, by number
    uint8_t target[TARGET_PIECES]; // where, and above the six bits of the square its guise
} TargetPart;

typedef struct {
    uint32_t part;
    int32_t away; // moves
} TargetEntry;

typedef struct {
    uint32_t first[2], count[2]; // entries by colour
} TargetGroup;

struct TargetPositions {
    Reachability reach;
    TargetPart *parts;
    TargetEntry *entries; // a stack: those of the list, then those of each node
    TargetGroup *groups;  // also
    uint32_t parts_used, parts_room, entries_used, entries_room, groups_used, groups_room;
    bool failed; // memory ran out
    // the list that is there
    Key key;
    Color victim;
    TargetMovesLeft moves;
    bool known, usable;
    TargetNode root;
};

static inline Square target_square(uint8_t target) {
    return target & 63;
}
static inline ReachRole target_reach_role(uint8_t target) {
    return (ReachRole)(target >> 6);
}

/* These add one at the end, or note that memory ran out. */
void target_positions_add_entry(TargetPositions *targets, uint32_t part, int away);
void target_positions_add_group(TargetPositions *targets, TargetGroup group);
uint32_t target_positions_add_part(TargetPositions *targets, const TargetPart *part);

/* Adds a group with its parts for every final position; false if there are too many. */
bool target_positions_enumerate(TargetPositions *targets, const Board *b, const TargetNode *root);

#endif
