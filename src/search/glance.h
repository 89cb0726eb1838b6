// SPDX-License-Identifier: MIT
//
// A glance at forced mates before the search begins.
//
// A search that prunes as hard as ours comes late to mates that begin with sacrifices and quiet
// moves, the very ones a proof-number search finds in milliseconds.  So the mate solver may look
// first, for a small share of the time planned, if there is an attack on the king at all: far ahead
// and, given time, once more for short mates.  What it finds is proved, and stands as a floor under
// the score of the move it begins with.
#ifndef SEARCH_GLANCE_H
#define SEARCH_GLANCE_H

#include "roek/search/worker.h"
#include "roek/solve/mate.h"

typedef struct {
    const Position *pos;
    const Key *keys; // of the game so far
    int key_count;
    const Shared *shared; // the limits and the plan made of them
} Glance;

/* The line of a mate that the side to move can force; its length is the longest defence's.  False
 * if none was seen. */
bool glance_at_mates(MateSolver *solver, const Glance *glance, Line *out);

/* What a move of the root is worth at least, if `mate` (or nothing) is known. */
Score glance_floor(const Line *mate, Move move);

#endif
