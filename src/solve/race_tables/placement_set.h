// SPDX-License-Identifier: MIT
//
// Sets of positions that differ only in where the men besides the kings stand.
//
// While both kings stand still, the other men of an ending (up to three) have 64 squares each. A
// plane is a set of such placements, one bit each: the last man's square is the bit, the others'
// name the word.
//
//     men   placements    words
//      0        1           1      only bit 0
//      1       64           1
//      2      64^2         64      word a
//      3      64^3       4096      word 64 a + b
//
// A move of one man then moves thousands of positions at once: whole rows of words for the first
// men, shifted words for the last.  Two equal men appear in both orders.
//
// A man on an enemy man's square has just captured it, and so has a king: what stands there is the
// position after the capture, and taking back a move from there puts the captured man back.
#ifndef SOLVE_RACE_TABLES_PLACEMENT_SET_H
#define SOLVE_RACE_TABLES_PLACEMENT_SET_H

#include "solve/race_tables/material_index.h"

enum { PLACEMENT_MEN_MAX = 3, PLACEMENT_WORDS_MAX = 64 * 64 };

typedef struct {
    int men;
    Role role[PLACEMENT_MEN_MAX];
    Color color[PLACEMENT_MEN_MAX];
    int words;
} PlacementShape;

/* The shape of an ending's planes; it has at most PLACEMENT_MEN_MAX men besides the kings. */
PlacementShape placement_shape(const Material *material);

/* The placements in which nobody is in check and each man has a square of its own.  With takes[c]
 * the king of colour c may have captured where it stands. */
void placement_set_legal(const PlacementShape *shape, const Square king[2],
                         const bool may_have_captured[2], uint64_t *out);

/* Which of 64 numbers of an ending, from 64 * `word` on, are positions. */
uint64_t placement_set_positions(const Material *material, const PlacementShape *shape,
                                 uint64_t word);

/* The bits of a word of a plane that are numbers: equal men in the order that counts. */
uint64_t placement_set_canonical(const PlacementShape *shape, uint32_t word);

/* Adds to `out` the placements from which a man of this colour, no king, has a move into `set`;
 * only those that are in `wanted` are promised, and some that are no positions may be among the
 * others. */
void placement_set_unmoves(const PlacementShape *shape, Color turn, const Square king[2],
                           const uint64_t *set, const uint64_t *wanted, uint64_t *out);

/* The same placements with left and right exchanged. */
void placement_set_mirror(const PlacementShape *shape, const uint64_t *set, uint64_t *out);

bool placement_set_is_empty(const PlacementShape *shape, const uint64_t *set);

#endif
