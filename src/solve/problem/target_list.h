// SPDX-License-Identifier: MIT
//
// The data shared by target_list.c, which lists target positions, and target_positions.c, which
// filters them during the search.
#ifndef SOLVE_PROBLEM_TARGET_LIST_H
#define SOLVE_PROBLEM_TARGET_LIST_H

#include "solve/problem/target_positions.h"

/* One side's part of a target position: where its active pieces stand. */
typedef struct {
    uint16_t active;               // set of the pieces that take part, by number
    uint8_t target[TARGET_PIECES]; // square in the low six bits, ReachRole above
} TargetPart;

typedef struct {
    uint32_t part;
    int32_t away; // moves needed to complete the part
} TargetEntry;

typedef struct {
    uint32_t first[2], count[2]; // entries by colour
} TargetGroup;

struct TargetPositions {
    Reachability reach;
    TargetPart *parts;
    TargetEntry *entries; // a stack: entries of the list, then of each node
    TargetGroup *groups;  // a stack, too
    uint32_t parts_used, entries_used, groups_used;
    size_t parts_capacity, entries_capacity, groups_capacity;
    bool failed; // memory ran out
    // the parameters of the current list
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

/* Append an element, or set `failed` if memory runs out. */
void target_positions_add_entry(TargetPositions *targets, uint32_t part, int away);
void target_positions_add_group(TargetPositions *targets, TargetGroup group);
uint32_t target_positions_add_part(TargetPositions *targets, const TargetPart *part);

/* Adds a group with its parts for every target position; false if there are too many. */
bool target_positions_enumerate(TargetPositions *targets, const Board *b, const TargetNode *root);

#endif
