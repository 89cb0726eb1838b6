// SPDX-License-Identifier: MIT
//
// What listing final positions and narrowing them down share.
#ifndef SOLVE_PROBLEM_TARGET_LIST_H
#define SOLVE_PROBLEM_TARGET_LIST_H

#include "solve/problem/target_positions.h"

/* One side's share in a final position. */
typedef struct {
    uint16_t active;              // pieces that have a part, by number
    uint8_t target[FINAL_PIECES]; // where, and above the six bits of the square its guise
} Part;

typedef struct {
    uint32_t part;
    int32_t away; // moves
} Entry;

typedef struct {
    uint32_t first[2], count[2]; // entries by colour
} Group;

struct Finals {
    Reach reach;
    Part *parts;
    Entry *entries; // a stack: those of the list, then those of each node
    Group *groups;  // also
    uint32_t parts_used, parts_room, entries_used, entries_room, groups_used, groups_room;
    bool failed; // memory ran out
    // the list that is there
    Key key;
    Color victim;
    FinalMoves moves;
    bool known, usable;
    FinalNode root;
};

static inline Square target_square(uint8_t target) {
    return target & 63;
}
static inline Guise target_guise(uint8_t target) {
    return (Guise)(target >> 6);
}

/* These add one at the end, or note that memory ran out. */
void finals_add_entry(Finals *f, uint32_t part, int away);
void finals_add_group(Finals *f, Group group);
uint32_t finals_add_part(Finals *f, const Part *part);

/* Adds a group with its parts for every final position; false if there are too many. */
bool finals_compose(Finals *f, const Board *b, const FinalNode *root);

#endif
