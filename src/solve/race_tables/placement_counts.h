// SPDX-License-Identifier: MIT
//
// How many moves lead from each placement of a plane into a set: none, one, or more.
#ifndef SOLVE_RACE_TABLES_PLACEMENT_COUNTS_H
#define SOLVE_RACE_TABLES_PLACEMENT_COUNTS_H

#include "solve/race_tables/placement_set.h"

/* Planes: the placements with at least one, and with at least two such moves. */
typedef struct {
    uint64_t *once, *twice;
} PlacementCounts;

/* One more move for the placements of a set. */
void placement_counts_add(PlacementCounts counts, const uint64_t *set, int words);

/* The moves of all men of this colour, no king, into the set.  Some placements that are no
 * positions may be counted too. */
void placement_counts_add_moves(PlacementCounts counts, const PlacementShape *shape, Color turn,
                                const Square king[2], const uint64_t *set);

#endif
