// SPDX-License-Identifier: MIT
//
// Counts the moves from each placement into a set: none, one, or more.
#ifndef SOLVE_RACE_TABLES_PLACEMENT_COUNTS_H
#define SOLVE_RACE_TABLES_PLACEMENT_COUNTS_H

#include "solve/race_tables/placement_set.h"

/* Two placement sets: the placements with at least one such move, and those with at least two. */
typedef struct {
    uint64_t *once, *twice;
} PlacementCounts;

/* Counts one more move for each placement in `set`. */
void placement_counts_add(PlacementCounts counts, const uint64_t *set, int words);

/* Counts the moves of all men of this colour except the king into `set`.  Some placements that are
 * not positions may be counted too. */
void placement_counts_add_moves(PlacementCounts counts, const PlacementShape *shape, Color turn,
                                const Square king[2], const uint64_t *set);

#endif
